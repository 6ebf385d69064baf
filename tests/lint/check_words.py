#!/usr/bin/env python3
"""What no file may contain: notes of work left undone, and paths of one developer's machine."""
import re

import tree

# Spelled in pieces, so that this file does not find itself.
WORDS = re.compile(r"\b(?:" + "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X"]) + r")\b")
PATHS = re.compile(r"(?<![\w.])/(?:" + "|".join(["wo" + "rk", "ro" + "ot", "fa" + "rm"]) + r")/")


def check(top):
    faults = []
    for name in tree.files(top):
        if (top / name).read_bytes()[:4096].count(0):
            continue  # binary
        for number, line in enumerate(tree.read(top, name).splitlines(), 1):
            for what, pattern in (("a note of work undone", WORDS), ("a path of one machine", PATHS)):
                if match := pattern.search(line):
                    faults.append(f"{name}:{number}: '{match.group()}' is {what}")
    return faults


if __name__ == "__main__":
    tree.finish("words", check(tree.root()))

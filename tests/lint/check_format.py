#!/usr/bin/env python3
"""The C++ sources are as clang-format 22 writes them. `check_format.py ROOT --fix` writes them so.

Not the templates, the examples and the programs of tests: they show how users write, and some are wrong on purpose.
"""
import shutil
import subprocess
import sys

import tree

PROGRAM = "clang-format-22"
FOLDERS = {"tool", "lib", "doctor", "tests"}
USER_CODE = ("tests/programs/", "tests/reject/", "tests/borrow/", "tests/diag/", "tests/cli/", "tests/frontend/", "tests/lowering/",
             "tests/lit/", "tests/bench/", "tests/gpu/programs/",
             "tests/known_bugs/")


def sources(top):
    return [name for name in tree.files(top, FOLDERS, tree.CXX) if not name.startswith(USER_CODE)]


def check(top, fix):
    names = sources(top)
    if not names:
        return [], "no files"
    mode = ["-i"] if fix else ["--dry-run", "-Werror", "--ferror-limit=1"]
    result = subprocess.run([PROGRAM, *mode, *names], cwd=top, capture_output=True, text=True)
    wrong = sorted({line.split(":")[0] for line in result.stderr.splitlines() if "error: code should be" in line})
    faults = [f"{name}: is not formatted" for name in wrong]
    if result.returncode != 0 and not faults:
        faults = [result.stderr]
    return faults, f"{len(names)} files"


if __name__ == "__main__":
    if shutil.which(PROGRAM) is None:
        print(f"skipped: {PROGRAM} is not installed")
        sys.exit(tree.SKIPPED)
    tree.finish("format", *check(tree.root(), "--fix" in sys.argv))

#!/usr/bin/env python3
"""No source file over 800 lines: one that long does several things. The median is printed to be watched."""
import statistics

import tree

LIMIT = 800
MEDIAN = 200
SUFFIXES = tree.CXX | {".py", ".sh", ".cmake"}


def check(top):
    lengths = {name: tree.read(top, name).count("\n") for name in tree.files(top, suffixes=SUFFIXES)}
    faults = [f"{name}: {length} lines, and {LIMIT} is the most" for name, length in lengths.items() if length > LIMIT]
    sources = [length for name, length in lengths.items() if name.endswith((".cpp", ".h", ".hpp"))]
    median = statistics.median(sources) if sources else 0
    if median > MEDIAN:
        faults.append(f"the median C++ file has {median:.0f} lines, and {MEDIAN} is the most")
    longest = max(lengths, key=lengths.get, default="")
    return faults, f"{len(sources)} C++ files, median {median:.0f} lines; longest {longest}, {lengths.get(longest, 0)}"


if __name__ == "__main__":
    tree.finish("sizes", *check(tree.root()))

#!/usr/bin/env python3
"""every_pass_has_tests.py FOLDER: reads pass names from stdin; each has a folder of tests beside this file."""
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
missing = [name for name in sys.stdin.read().split() if not list((folder / name).glob("*.ll"))]
for name in missing:
    print(f"{folder / name}: no tests of the pass {name}", file=sys.stderr)
sys.exit(bool(missing))

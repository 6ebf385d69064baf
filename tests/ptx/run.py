#!/usr/bin/env python3
"""What contracts are worth: run.py GPUC views.cpp

Reads the PTX that `gpuc inspect` prints. Where a launch was checked for all that a kernel's indices need, no check is
left and inputs are read through the read-only path; where it was not, the check is there, so that this test can fail.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import staged

CHECK = "__gpuc_report"
LOAD, READ_ONLY = re.compile(r"\bld\.global\.(?!nc)"), re.compile(r"\bld\.global\.nc\b")


def body(ptx, kernel):
    """The instructions of one entry."""
    found = re.search(rf"\.entry {kernel}_[0-9a-f]+\(.*?^}}", ptx, re.M | re.S)
    staged.require(found, f"no entry {kernel}:\n{ptx}")
    return found[0]


def test():
    gpuc, source = sys.argv[1], Path(sys.argv[2])
    with staged.User(gpuc) as user:
        project = user.project("views", source.read_text())
        for profile in ([], ["--release"]):
            def ptx(kernel):
                return body(user.call("inspect", "-q", *profile, kernel, cwd=project).expect().stdout, kernel)

            for kernel, inputs in (("vecadd", 2), ("sgemm", 2), ("stencil", 1), ("proved", 1)):
                text = ptx(kernel)
                staged.require(CHECK not in text, f"{kernel} still has a check:\n{text}")
                staged.require(len(READ_ONLY.findall(text)) >= inputs and not LOAD.search(text),
                               f"{kernel} does not read its inputs as read-only:\n{text}")
            text = ptx("width")
            staged.require("128128" in text and "ntid" not in re.sub(r"\.reqntid.*", "", text) and "dynamic" not in text,
                           f"width does not know its block or its shared memory:\n{text}")
            staged.require(".reqntid 128, 1, 1" in text, f"width promises no block:\n{text}")
            for kernel in ("checked", "divided"):
                staged.require(CHECK in ptx(kernel), f"{kernel} has no check")


staged.main(test)

#!/usr/bin/env python3
"""That a benchmark which needs a GPU computes the right thing, on the CPU executor: small.py GPUC PROGRAM.cpp

The program, told `small`, checks its own results and takes one turn; its figures mean nothing.
"""
import json
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import staged


def test():
    gpuc, program = sys.argv[1], Path(sys.argv[2])
    with staged.User(gpuc) as user:
        project = user.project(program.stem, program.read_text())
        for header in program.parent.glob("*.h"):
            shutil.copy(header, project / "src" / header.name)
        for options in ([], ["--release"]):
            ended = user.call("run", "-q", *options, "--device", "cpu", "--", "small", cwd=project).expect()
            measured = json.loads(ended.stdout)
            staged.require(len(measured) >= 2 and all(len(turns) == 1 for turns in measured.values()), str(ended))


staged.main(test)

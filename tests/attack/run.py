#!/usr/bin/env python3
"""Programs that try to be misunderstood: run.py GPUC PROGRAM.cpp

The program, run as a single file on the CPU executor, prints its `// prints:` line and no more, and exits with 0; its
PTX assembles where there is a ptxas. An `// arguments:` line holds further arguments of gpuc.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import staged


def test():
    gpuc, program = sys.argv[1], Path(sys.argv[2])
    source = program.read_text()
    expected = re.match(r"// prints: (.*)\r?\n", source)
    staged.require(expected, f"{program.name} does not begin with '// prints: '")
    arguments = re.search(r"^// arguments: (.*)$", source, re.MULTILINE)
    with staged.User(gpuc) as user:
        words = arguments[1].split() if arguments else []
        if staged.ptxas(user):
            words += ["--arch", "sm_80,sm_100"]
        ended = user.call("run", "-q", "--device", "cpu", *words, program)
        ended.expect(stdout=expected[1] + "\n")
        staged.require(ended.stderr == "", f"nothing was expected on stderr\n{ended}")


staged.main(test)

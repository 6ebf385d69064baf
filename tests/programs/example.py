#!/usr/bin/env python3
"""A project of examples/, as someone has it who copies it: example.py GPUC DIRECTORY

`gpuc run` prints the `// prints:` line of its main.cpp, `gpuc test` passes, in both profiles on the CPU executor and
without a warning; the README quotes what is printed; the checkout stays clean.
"""
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import staged


def test():
    gpuc, example = sys.argv[1], Path(sys.argv[2])
    for name in ("gpuc.toml", "README.md", ".gitignore", "src/main.cpp"):
        staged.require((example / name).is_file(), f"{example.name} has no {name}")
    expected = re.match(r"// prints: (.*)\n", (example / "src/main.cpp").read_text())
    staged.require(expected, "src/main.cpp does not begin with '// prints: '")
    staged.require(expected[1] in (example / "README.md").read_text(), f"README.md does not quote '{expected[1]}'")
    with staged.User(gpuc) as user:
        project = user.place / example.name
        shutil.copytree(example, project, ignore=shutil.ignore_patterns("target", "compile_commands.json"))
        for options in ([], ["--release"]):
            ended = user.call("run", *options, "--device", "cpu", cwd=project).expect(stdout=expected[1] + "\n")
            staged.require("warning" not in ended.stderr, str(ended))
            ended = user.call("test", *options, "--device", "cpu", cwd=project).expect()
            staged.require("warning" not in ended.stderr and re.search(r"[1-9]\d* passed \| 0 failed", ended.stdout),
                           str(ended))
        ignored = (project / ".gitignore").read_text().split()
        made = {path.name for path in project.iterdir()} - {path.name for path in example.iterdir()}
        staged.require(made <= {name.strip("/") for name in ignored}, f".gitignore lacks some of {sorted(made)}")


staged.main(test)

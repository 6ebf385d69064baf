#!/usr/bin/env python3
"""Programs that must not compile: run.py GPUC PROGRAM.cpp

Each line that ends in `// error: GPUCnnnn` gets exactly that error, no other line gets one, `build` and `check` say the
same, and nothing is built.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import staged


def marked(source):
    return {(number, int(mark[1])) for number, line in enumerate(source.splitlines(), 1)
            if (mark := re.search(r"// error: GPUC(\d{4})$", line))}


def test():
    gpuc, program = sys.argv[1], Path(sys.argv[2])
    source = program.read_text()
    wanted = marked(source)
    staged.require(wanted, f"{program.name} marks no line")
    with staged.User(gpuc) as user:
        project = user.project(program.stem, source)
        for command in ("build", "check"):
            ended = user.call(command, "--message-format", "json", cwd=project).expect(status=1)
            found = staged.diagnostics(ended)
            errors = [(entry["place"]["line"], entry["code"]) for entry in found]
            staged.require(sorted(errors) == sorted(wanted),
                           f"{command}: (line, code) {sorted(wanted)} were expected, not {sorted(errors)}")
            for entry in found:
                where = f"line {entry['place']['line']}, GPUC{entry['code']:04}"
                staged.require(entry["severity"] == "error", f"{where}: it is not an error")
                staged.require(entry["place"]["file"] == "src/main.cpp", f"{where}: it is in {entry['place']['file']}")
                staged.require(entry["help"], f"{where}: '{entry['message']}' says no way out")
                # For device code: the way from the kernel to the place.
                staged.require(entry["code"] < 300 or any("kernel `" in note["message"] for note in entry["notes"]),
                               f"{where}: no note names the kernel")
        made = [path for path in (project / "target").rglob("*") if path.suffix == ".o" or path.name == project.name]
        staged.require(not made, f"built all the same: {made}")


staged.main(test)

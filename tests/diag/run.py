#!/usr/bin/env python3
"""One diagnostic after another: run.py GPUC CASE.cpp

What `gpuc check` says of the case, as src/main.cpp of a project, must be exactly the lines that stand behind `//` at the
case's end, below `// expected:`: place, code, message, notes and help. GPUC_BLESS=1 writes those lines instead.
"""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import staged

MARK = "\n// expected:\n"


def place(entry, prefix):
    at = entry["place"]
    numbers = [str(at[key]) for key in ("line", "column") if at and at[key]]
    return ":".join([at["file"].replace(prefix, "[PREFIX]"), *numbers]) + ": " if at and at["file"] else ""


def rendered(entry, prefix):
    """As gpuc prints it, without the lines of source."""
    lines = [f"{place(entry, prefix)}{entry['severity']}[GPUC{entry['code']:04}]: {entry['message']}"]
    lines += [f"{place(note, prefix)}note: {note['message']}" for note in entry["notes"]]
    if entry["help"]:
        lines.append(f"help: {entry['help']}")
    return lines


def test():
    gpuc, case = sys.argv[1], Path(sys.argv[2])
    source, mark, expected = case.read_text().partition(MARK)
    bless = bool(os.environ.get("GPUC_BLESS"))
    staged.require(mark or bless, f"{case.name} has no '// expected:'")
    with staged.User(gpuc) as user:
        project = user.project("mistake", source)
        ended = user.call("check", "--message-format", "json", cwd=project)
        found = staged.diagnostics(ended)
        prefix = str(user.gpuc.parent.parent)
        got = "".join(f"// {line}\n" for entry in found for line in rendered(entry, prefix))
        if bless:
            case.write_text(source.rstrip("\n") + "\n" + MARK + got)
            return
        staged.require(got == expected, f"was expected:\n{expected}and was said:\n{got}{ended.stderr}")
        errors = [entry for entry in found if entry["severity"] != "warning"]
        staged.require(ended.status == (1 if errors else 0), f"exit status {ended.status}")
        # Every error of gpuc's own says a way out; those of the C++ compiler are its own.
        silent = [entry for entry in errors if not entry["help"] and entry["code"] != 200]
        staged.require(not silent, f"no help: {silent}")


staged.main(test)

#!/usr/bin/env python3
"""The borrow check's corpus: run.py GPUC FILE.cpp...

In NAME_refused.cpp each line that ends in `// error: GPUCnnnn` gets exactly that error and no other line gets any; every
program there, which begins with a comment that is its number, has one. NAME_accepted.cpp compiles without a word.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import staged

FEWEST = 40  # programs of either kind
PROGRAM = re.compile(r"^// \d+$", re.M)
MARK = re.compile(r"// error: GPUC(\d{4})$", re.M)


def test():
    gpuc, files = sys.argv[1], [Path(name) for name in sys.argv[2:]]
    programs = {"refused": 0, "accepted": 0}
    faults = []
    with staged.User(gpuc) as user:
        for file in files:
            source = file.read_text()
            kind = file.stem.rpartition("_")[2]
            staged.require(kind in programs, f"{file.name}: neither refused nor accepted")
            for number, program in enumerate(PROGRAM.split(source)[1:], 1):
                programs[kind] += 1
                staged.require(bool(MARK.search(program)) == (kind == "refused"), f"{file.name}: program {number}")
            wanted = [(number, int(mark[1])) for number, line in enumerate(source.splitlines(), 1)
                      if (mark := MARK.search(line))]
            project = user.project(file.stem, source)
            ended = user.call("check", "--message-format", "json", cwd=project)
            found = staged.diagnostics(ended)
            said = sorted((entry["place"]["line"], entry["code"]) for entry in found)
            faults += [f"{file.name}:{line}: GPUC{code:04} was expected" for line, code in set(wanted) - set(said)]
            faults += [f"{file.name}:{entry['place']['line']}: GPUC{entry['code']:04}: {entry['message']}"
                       for entry in found
                       if (entry["place"]["line"], entry["code"]) not in wanted
                       or said.count((entry["place"]["line"], entry["code"])) > 1]
            faults += [f"{file.name}:{entry['place']['line']}: no way out is named" for entry in found
                       if not entry["help"]]
            if ended.status != (1 if wanted else 0):
                faults.append(f"{file.name}: {ended}")
    staged.require(not faults, "\n".join(sorted(faults)))
    for kind, count in programs.items():
        staged.require(count >= FEWEST, f"only {count} programs are {kind}")
    print(f"borrow: {programs['refused']} programs refused, {programs['accepted']} accepted")


staged.main(test)

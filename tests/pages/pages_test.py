#!/usr/bin/env python3
"""The pages of `gpuc explain` are true: what stands under "Fails" fails with the page's code, and what stands under
"Works" gives no diagnostic at all.

Blocks marked `cpp` are whole source files, blocks marked `toml` whole manifests. Indented blocks, about the command line,
the machine or running programs, are not tried; their codes have tests elsewhere. Usage: pages_test.py GPUC PAGES [CODE...]
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FENCE = re.compile(r"^```(cpp|toml)\n(.*?)^```$", re.M | re.S)
MANIFEST = '[package]\nname = "page"\n\n[gpu]\narch = ["sm_80"]\n'
SOURCE = "int answer() { return 42; }\n"


def check(gpuc, kind, text):
    """What `gpuc check` says of a project with this source file or manifest."""
    with tempfile.TemporaryDirectory(prefix="gpuc-page-") as project:
        files = {"gpuc.toml": MANIFEST, "src/lib.cpp": SOURCE, "src/lib.cpp" if kind == "cpp" else "gpuc.toml": text}
        for name, content in files.items():
            path = Path(project, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(content)
        result = subprocess.run([gpuc, "check"], cwd=project, capture_output=True, text=True, timeout=60)
        return result.returncode, result.stdout + result.stderr


def faults(gpuc, page):
    """What is wrong with a page, and how many of its blocks were tried."""
    code = "GPUC" + page.stem
    text = page.read_text()
    parts = re.split(r"^## (Fails|Works)\n", text, flags=re.M)
    if parts[1::2] != ["Fails", "Works"]:
        return [f"{page.name}: has not the parts 'Fails' and 'Works', in this order"], 0
    found, tried = [], 0
    for part, body in zip(parts[1::2], parts[2::2]):
        for kind, block in FENCE.findall(body):
            tried += 1
            status, said = check(gpuc, kind, block)
            codes = set(re.findall(r"GPUC\d{4}", said))
            if part == "Fails" and codes != {code}:
                found.append(f"{page.name}: under Fails, {code} was expected, and {sorted(codes)} was found\n{said}")
            if part == "Works" and (status != 0 or codes):
                found.append(f"{page.name}: under Works, exit status {status} and {sorted(codes)}\n{said}")
    return found, tried


def main():
    gpuc, pages = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    names = [f"{code.removeprefix('GPUC')}.md" for code in sys.argv[3:]]
    every = [pages / name for name in names] or sorted(pages.glob("[0-9][0-9][0-9][0-9].md"))
    bad, tried = [], 0
    for page in every:
        found, count = faults(gpuc, page)
        bad += found
        tried += count
    print("\n".join(bad))
    print(f"pages: {len(every)} pages, {tried} blocks tried, {len(bad)} fault(s)")
    return 1 if bad or tried == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

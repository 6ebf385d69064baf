#!/usr/bin/env python3
"""Diagnostic codes, pages and tests belong together.

Every code of codes.def that the sources emit has a page docs/errors/NNNN.md and a test that names it; every page and
every GPUCNNNN in the documentation is a code. Numbers are unique and ascend. A page whose failing example is marked cpp
or toml is such a test itself: tests/pages runs it.
"""
import re

import tree

DEFINITION = re.compile(r"^GPUC_CODE\((\d+), (\w+), \w+, \"(.*)\"\)$", re.M)
FAILING_EXAMPLE = re.compile(r"^## Fails\n\n```(?:cpp|toml)$", re.M)
MENTION = re.compile(r"GPUC(\d{4})")
# The tool names codes by symbol, the runtime by number: `error(errc::out_of_memory, 604, ...)`.
SYMBOL = re.compile(r"\bCode::(\w+)")
NUMBER = re.compile(r"\((?:errc::\w+|kind),\s*(\d{2,3})\b")


def emitted(top, codes):
    """Number -> where it is emitted first."""
    by_symbol = {symbol: number for number, symbol in codes.items()}
    places = {}
    for name in tree.files(top, {"tool", "doctor", "lib"}, {".cpp", ".h", ".hpp"}):
        if name.startswith("tool/base/codes."):
            continue
        text = tree.read(top, name)
        found = [by_symbol[symbol] for symbol in SYMBOL.findall(text) if symbol in by_symbol]
        if name.startswith("lib/"):
            found += [int(number) for number in NUMBER.findall(text) if int(number) in codes]
        for number in found:
            places.setdefault(number, name)
    return places


def check(top):
    faults = []
    defined = [(int(n), symbol) for n, symbol, _ in DEFINITION.findall(tree.read(top, "tool/base/codes.def"))]
    numbers = [number for number, _ in defined]
    if numbers != sorted(set(numbers)):
        faults.append("tool/base/codes.def: the numbers do not ascend, or one is there twice")
    codes = dict(defined)
    pages = {int(name.split("/")[-1][:-3]): name for name in tree.files(top, {"docs"}, {".md"})
             if re.fullmatch(r"docs/errors/\d{4}\.md", name)}
    tested = {number for number, name in pages.items() if FAILING_EXAMPLE.search(tree.read(top, name))}
    for name in tree.files(top, {"tests", "examples"}):
        if not name.startswith("tests/lint/"):
            tested |= {int(number) for number in MENTION.findall(tree.read(top, name))}

    for number, place in sorted(emitted(top, codes).items()):
        if number not in pages:
            faults.append(f"GPUC{number:04}, emitted in {place}, has no page docs/errors/{number:04}.md")
        if number not in tested:
            faults.append(f"GPUC{number:04}, emitted in {place}, is named by no file under tests/ or examples/")
    for number, name in sorted(pages.items()):
        if number not in codes:
            faults.append(f"{name}: there is no code {number}")
        elif not tree.read(top, name).startswith(f"# GPUC{number:04}"):
            faults.append(f"{name}: the first line is not '# GPUC{number:04}: ...'")
    for name in tree.files(top, {"docs", "README.md", "CHANGELOG.md"}, {".md"}):
        for number in sorted({int(n) for n in MENTION.findall(tree.read(top, name))}):
            if number not in codes:
                faults.append(f"{name}: GPUC{number:04} is not a code")
    return faults, f"{len(codes)} codes, {len(pages)} pages"


if __name__ == "__main__":
    tree.finish("codes", *check(tree.root()))

#!/usr/bin/env python3
"""What contracts are worth: run.py GPUC views.cpp

Reads the PTX that `gpuc inspect` prints. Where a launch was checked for all that a kernel's indices need, no check is
left and inputs are read through the read-only path; where it was not, the check is there, so that this test can fail.
Then the same of the CPU entries, in the compiler's own dump: exclusive and shared views alias nothing, shared ones are
only read, and views beside a raw pointer may be anything.
"""
import json
import re
import subprocess
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


def views(entries, kernel):
    """The attributes of a CPU entry's views, in their order: those parameters that a size follows."""
    found = re.search(rf"^define internal .*void @__gpuc_cpu_{kernel}_\S+?\.body\((.*)\) ", entries, re.M)
    staged.require(found, f"no CPU entry {kernel}")
    parameters = [text.strip() for text in re.split(r",(?![^(]*\))", found[1])]
    return [set(text.split()) for text, size in zip(parameters, parameters[1:])
            if text.startswith("ptr") and size.startswith("i64")]


def check_cpu_entries(user, project):
    user.call("build", "-q", "--release", cwd=project).expect()
    request_file = next((project / "target" / "release").rglob("*.request.json"))
    request = json.loads(request_file.read_text())
    request["dumpDirectory"] = str(project / "dump")
    (project / "dump").mkdir()
    request_file.write_text(json.dumps(request))
    compiler = user.gpuc.parent.parent / "libexec" / "gpuc" / "gpuc-cc"
    subprocess.run([compiler, request_file], cwd=project, check=True)
    entries = (project / "dump" / "cpu.ll").read_text()
    shared, exclusive = {"noalias", "readonly"}, {"noalias"}
    for kernel, wanted in (("vecadd", [shared, shared, exclusive]), ("sgemm", [shared, shared, exclusive]),
                           ("counted", [shared, set()]), ("unchecked", [set()])):
        found = views(entries, kernel)
        staged.require(len(found) == len(wanted), f"{kernel} has {len(found)} views in its CPU entry, not {len(wanted)}")
        for position, (has, needs) in enumerate(zip(found, wanted)):
            staged.require(needs <= has and ("noalias" in has) == ("noalias" in needs),
                           f"{kernel}, view {position}: {sorted(has)}, where {sorted(needs)} was expected")


def test():
    gpuc, source = sys.argv[1], Path(sys.argv[2])
    with staged.User(gpuc) as user:
        project = user.project("views", source.read_text())
        for profile in ([], ["--release"]):
            def ptx(kernel):
                return body(user.call("inspect", "-q", *profile, kernel, cwd=project).expect().stdout, kernel)

            for kernel, inputs in (("vecadd", 2), ("sgemm", 2), ("stencil", 1), ("around", 5), ("proved", 1)):
                text = ptx(kernel)
                staged.require(CHECK not in text, f"{kernel} still has a check:\n{text}")
                staged.require(len(READ_ONLY.findall(text)) >= inputs and not LOAD.search(text),
                               f"{kernel} does not read its inputs as read-only:\n{text}")
            text = ptx("around")
            branches, products = len(re.findall(r"@%p\d+ bra", text)), text.count("mul.lo.s64")
            staged.require(branches == 2 and products == 1 and len(READ_ONLY.findall(text)) == 5,
                           f"around has {branches} branches and {products} products, not 2 and 1, or too many loads:\n"
                           f"{text}")
            text = ptx("width")
            staged.require("128128" in text and "ntid" not in re.sub(r"\.reqntid.*", "", text) and "dynamic" not in text,
                           f"width does not know its block or its shared memory:\n{text}")
            staged.require(".reqntid 128, 1, 1" in text, f"width promises no block:\n{text}")
            for kernel in ("checked", "divided"):
                staged.require(CHECK in ptx(kernel), f"{kernel} has no check")
        check_cpu_entries(user, project)


staged.main(test)

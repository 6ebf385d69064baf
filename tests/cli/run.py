#!/usr/bin/env python3
"""Runs the whole-project tests: tests/cli/COMMAND/CASE/{in/,cmd,stdout,stderr,status}.

`cmd` is a bash script that runs in a copy of `in/`; what it prints and its status must be what the other files say
(a missing `stdout` or `stderr` is an empty one, a missing `status` is 0). Paths and times are replaced before the
comparison. GPUC_BLESS=1 writes the files instead.

The tool is the real one, the compiler behind it is fake_gpuc_cc.py, the linker is the machine's.
"""
import argparse
import concurrent.futures
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
STREAMS = ("stdout", "stderr", "status")


def make_prefix(prefix, arguments):
    """An installation of gpuc with the fake compiler in it."""
    for directory in ("bin", "libexec/gpuc", "include/gpuc", "lib/gpuc/pch", "share/gpuc"):
        (prefix / directory).mkdir(parents=True)
    os.symlink(arguments.gpuc, prefix / "bin/gpuc")
    shutil.copy(HERE / "fake_gpuc_cc.py", prefix / "libexec/gpuc/gpuc-cc")
    shutil.copy(arguments.runtime, prefix / "lib/gpuc/libgpuc.a")
    shutil.copy(arguments.test_library, prefix / "lib/gpuc/libgpuc_test_main.a")
    for header in ("gpuc.hpp", "test.hpp"):
        shutil.copy(HERE / "include" / header, prefix / "include/gpuc" / header)
    os.symlink(ROOT / "templates", prefix / "share/gpuc/templates")
    os.symlink(ROOT / "docs/errors", prefix / "share/gpuc/errors")


def scrub(text, places):
    for path, name in places:
        text = text.replace(str(path), name)
    text = re.sub(r"\bin \d+\.\d\d s\b", "in [TIME]", text)
    text = re.sub(r"gpuc-tmp-\d+", "gpuc-tmp-[PID]", text)
    text = re.sub(r"\b(gpuc:? |gpuc \()\d+\.\d+\.\d+", r"\1[VERSION]", text)
    return re.sub(r"run/[0-9a-f]{16}", "run/[HASH]", text)


def run_case(case, prefix, arguments):
    """What is wrong with the case, or an empty string."""
    with tempfile.TemporaryDirectory(prefix="gpuc-cli-") as temporary:
        # A user without rights, as some cases are, has to reach it.
        os.chmod(temporary, 0o755)
        work = Path(temporary).resolve() / "work"
        if (case / "in").is_dir():
            shutil.copytree(case / "in", work)
        else:
            work.mkdir()
        log = Path(temporary) / "log"
        log.touch()
        log.chmod(0o666)
        environment = {
            "PATH": f"{prefix}/bin:/usr/local/bin:/usr/bin:/bin",
            "HOME": f"{temporary}/home",
            "LC_ALL": "C",
            "GPUC_PREFIX": str(prefix),
            "GPUC_CUDA": "none",
            "GPUC_FAKE_ABI": re.search(r"uint32_t version = (\d+);",
                                       (ROOT / "lib/include/gpuc/abi/kernel.h").read_text())[1],
            "GPUC_FAKE_CLANG": arguments.clang,
            "GPUC_FAKE_HASH": str(arguments.hash),
            "GPUC_FAKE_LOG": str(log),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        try:
            ended = subprocess.run(["bash", "-c", "set -o pipefail\n" + (case / "cmd").read_text()], cwd=work,
                                   env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return "it takes more than a minute"
        places = [(work, "[ROOT]"), (temporary, "[TMP]"), (prefix, "[PREFIX]")]
        got = {
            "stdout": scrub(ended.stdout.decode(errors="replace"), places),
            "stderr": scrub(ended.stderr.decode(errors="replace"), places),
            "status": f"{ended.returncode}\n",
        }
    problems = ""
    for stream in STREAMS:
        file = case / stream
        default = "0\n" if stream == "status" else ""
        expected = file.read_text() if file.exists() else default
        if got[stream] == expected:
            continue
        if os.environ.get("GPUC_BLESS"):
            file.write_text(got[stream]) if got[stream] != default else file.unlink()
            continue
        lines = difflib.unified_diff(expected.splitlines(True), got[stream].splitlines(True), f"{stream} expected",
                                     f"{stream} got")
        problems += "".join(line if line.endswith("\n") else line + "\n" for line in lines)
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("--gpuc", "--hash", "--runtime", "--test-library"):
        parser.add_argument(option, required=True, type=Path)
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("filter", nargs="?", default="", help="only cases whose COMMAND/CASE contains this")
    arguments = parser.parse_args()

    cases = sorted(path.parent for path in HERE.glob("*/*/cmd"))
    cases = [case for case in cases if arguments.filter in f"{case.parent.name}/{case.name}"]
    if not cases:
        sys.exit("no such case")
    with tempfile.TemporaryDirectory(prefix="gpuc-prefix-") as temporary:
        os.chmod(temporary, 0o755)
        prefix = Path(temporary).resolve()
        make_prefix(prefix, arguments)
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            results = list(pool.map(lambda case: run_case(case, prefix, arguments), cases))
    failed = 0
    for case, problems in zip(cases, results):
        if problems:
            failed += 1
            print(f"FAILED {case.parent.name}/{case.name}\n{problems}")
    print(f"cli: {len(cases) - failed} of {len(cases)} cases passed")
    sys.exit(failed > 0)


main()

"""What the tests of the installed tool share: a user of their own, projects, what gpuc says and what it leaves behind.

They run the whole installation of the build tree (the CMake target gpuc_staged), real compiler and linker included.
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
ARCHS = ["sm_80", "sm_90", "sm_100"]


class Failure(Exception):
    """Something that must hold does not; the text says what."""


def require(condition, text):
    if not condition:
        raise Failure(text)


def skip(reason):
    """Ends a test that cannot run here; CTest lists it, and .ci/run counts it as failed."""
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


class Ended:
    """A process that has ended."""

    def __init__(self, command, result):
        self.command = " ".join(str(word) for word in command)
        self.status = result.returncode
        self.stdout = result.stdout.decode(errors="replace")
        self.stderr = result.stderr.decode(errors="replace")

    def __str__(self):
        return f"$ {self.command}\n{self.stdout}{self.stderr}exit status {self.status}"

    def expect(self, status=0, stdout=None, stderr=()):
        """Checks the status, the whole of stdout where it is given, and that stderr contains each text."""
        require(self.status == status, f"exit status {status} was expected\n{self}")
        require(stdout is None or self.stdout == stdout, f"on stdout was expected:\n{stdout}\n{self}")
        for text in [stderr] if isinstance(stderr, str) else stderr:
            require(text in self.stderr, f"on stderr was expected: {text}\n{self}")
        return self


class User:
    """Someone with gpuc on PATH and a home directory of their own, empty at first; everything is gone afterwards."""

    def __init__(self, gpuc):
        self.gpuc = Path(gpuc).resolve()
        require(self.gpuc.is_file(), f"{gpuc} is not there: build the target gpuc_staged")
        self.temporary = tempfile.TemporaryDirectory(prefix="gpuc-test-")
        self.place = Path(self.temporary.name).resolve()
        self.environment = {
            "PATH": f"{self.gpuc.parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.place / "home"),
            "LC_ALL": "C",
            "GPUC_PREFIX": str(self.gpuc.parent.parent),
        }
        for name in ("GPUC_CUDA", "CUDA_HOME", "CUDA_PATH"):  # the toolkit that this build was told to use
            if name in os.environ:
                self.environment[name] = os.environ[name]
        (self.place / "home").mkdir()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def run(self, *command, cwd=None, timeout=120, **environment):
        result = subprocess.run([str(word) for word in command], cwd=cwd or self.place, capture_output=True,
                                env=self.environment | environment, stdin=subprocess.DEVNULL, timeout=timeout)
        return Ended(command, result)

    def call(self, *words, cwd=None, **environment):
        """gpuc with these words."""
        return self.run(self.gpuc, *words, cwd=cwd, **environment)

    def project(self, name, source, arch="sm_80", std="c++23", file="src/main.cpp"):
        """A project of one source file."""
        place = self.place / name
        (place / file).parent.mkdir(parents=True)
        (place / "gpuc.toml").write_text(
            f'[package]\nname = "{name}"\nstd = "{std}"\n\n[gpu]\narch = ["{arch}"]\n')
        (place / file).write_text(source)
        return place


def diagnostics(ended):
    """The diagnostics of a gpuc that ran with --message-format json."""
    messages = [json.loads(line) for line in ended.stdout.splitlines()]
    return [message["diagnostic"] for message in messages if message["reason"] == "diagnostic"]


def ptxas(user):
    """The ptxas that gpuc uses, or None."""
    for check in json.loads(user.call("doctor", "--json").stdout)["checks"]:
        if check["id"] == "ptxas" and check["verdict"] == "ok":
            return check["summary"]
    return None


def bundles(program):
    """The device bundles in an executable, as lib/include/gpuc/abi/bundle.h lays them out: images and kernels."""
    data = Path(program).read_bytes()
    found = []
    for match in re.finditer(b"GPUCBNDL", data):
        start = match.start()
        header = data[start:start + 64]
        if len(header) < 64:
            continue
        _, version, images, kernels, _, images_at, kernels_at, _, size, checksum = struct.unpack("<8s4I5Q", header)
        block = data[start:start + size]
        if len(block) != size or fnv1a(block[64:]) != checksum:
            continue  # the magic alone, as in the runtime's own constant
        rows = [struct.unpack_from("<4I2Q", block, images_at + 32 * i) for i in range(images)]
        names = [struct.unpack_from("<3Q", block, kernels_at + 24 * i) for i in range(kernels)]
        found.append({
            "version": version,
            "images": [{"kind": {1: "ptx", 2: "cubin"}[kind], "capability": capability, "reports": reports,
                        "bytes": block[at:at + length]} for kind, capability, _, reports, at, length in rows],
            "kernels": [{"name": text_at(block, name), "missing": text_at(block, missing) if missing else ""}
                        for name, _, missing in names],
        })
    return found


def text_at(block, offset):
    return block[offset:block.index(b"\0", offset)].decode()


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def main(test):
    """Runs `test`, which raises Failure."""
    try:
        test()
    except Failure as failure:
        print(f"FAILED: {failure}")
        sys.exit(1)

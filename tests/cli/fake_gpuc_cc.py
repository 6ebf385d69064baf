#!/usr/bin/env python3
"""Stands for gpuc-cc in tests of the tool: reads a request, compiles the host code with a plain clang, answers.

What a source says in comments decides the rest:
  // fake: error CODE MESSAGE     an error at this line
  // fake: warning CODE MESSAGE   a warning at this line
  // fake: device                 the file has device code: kernels::NAME for each `kernel NAME` behind it
  // fake: crash                  the compiler dies
  // fake: full                   it cannot write its answer
  // fake: silent                 it ends without an answer
  // fake: wait FILE              it waits until FILE exists, relative to the project
An archive is the list of its members, and one with full.cpp in it does not fit on the disk.
"""
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import time

if sys.argv[1] == "--version":
    print("gpuc-cc 0.0.0 (LLVM 22.0.0; targets: X86 NVPTX)")
    sys.exit(0)
if sys.argv[1] == "--archive":
    if any(name.endswith("/full.cpp.o") for name in sys.argv[3:]):
        print(f"gpuc-cc: cannot archive '{sys.argv[2]}': No space left on device", file=sys.stderr)
        sys.exit(1)
    with open(sys.argv[2], "w") as archive:
        archive.writelines(name.partition("/objects/")[2] + "\n" for name in sys.argv[3:])
    sys.exit(0)
request = json.load(open(sys.argv[1]))
root = request["directory"]
CLANG = os.environ["GPUC_FAKE_CLANG"]


def hash_of(path):
    return int(subprocess.run([os.environ["GPUC_FAKE_HASH"], path], check=True, capture_output=True).stdout)


def write(path, data):
    """Complete or not at all, with a name that gpuc knows as a temporary one."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = f"{path}.gpuc-tmp-{os.getpid()}"
    with open(temporary, "wb") as file:
        file.write(data)
    os.rename(temporary, path)


def answer(response):
    write(request["response"], json.dumps(response).encode())
    sys.exit(0 if response["ok"] else 1)


def dependencies(source):
    """The files that the source includes with quotes, and the places where such a file was looked for in vain."""
    found, missing, todo = [], [], [source]
    while todo:
        path = todo.pop()
        if path in found:
            continue
        found.append(path)
        for name in re.findall(r'^#include "(.*)"', open(path).read(), re.M):
            places = [os.path.dirname(path)] + [os.path.join(root, d) for d in request["includes"]]
            for place in places:
                candidate = os.path.normpath(os.path.join(place, name))
                if os.path.exists(candidate):
                    todo.append(candidate)
                    break
                missing.append(candidate)
    return [{"path": p, "hash": hash_of(p), "exists": True} for p in found] + [
        {"path": p, "hash": 0, "exists": False} for p in missing
    ]


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def bundle(kernels):
    """abi/bundle.h with one PTX image."""
    ptx = ".version 7.0\n.target sm_80\n.address_size 64\n"
    for name in kernels:
        ptx += f"\n.visible .entry {name}_0123456789abcdef()\n{{\n\tret;\n}}\n"
    ptx = ptx.encode()
    header_size, image_size, kernel_size = 64, 32, 24
    images = header_size
    table = images + image_size
    strings = table + kernel_size * len(kernels)
    text, rows = b"", b""
    for name in kernels:
        first = strings + len(text)
        text += f"kernels::{name}".encode() + b"\0"
        second = strings + len(text)
        text += f"{name}_0123456789abcdef".encode() + b"\0"
        rows += struct.pack("<QQQ", first, second, 0)
    image = struct.pack("<IIIIQQ", 1, 80, 70, 0, strings + len(text), len(ptx))
    body = image + rows + text + ptx + b"\0"
    header = b"GPUCBNDL" + struct.pack("<IIIIQQQQQ", int(os.environ["GPUC_FAKE_ABI"]), 1, len(kernels), 0, images, table,
                                      strings + len(text), header_size + len(body), fnv1a(body))
    assert len(header) == header_size
    return header + body


if request["mode"] == "precompile":
    write(request["object"], b"precompiled " + request["standard"].encode())
    answer({"ok": True, "diagnostics": [], "dependencies": [], "kernels": [], "hasMain": False, "hasDevice": False})

source = os.path.join(root, request["source"])
text = open(source).read()
lines = text.split("\n")
if os.environ.get("GPUC_FAKE_LOG"):
    with open(os.environ["GPUC_FAKE_LOG"], "a") as log:
        log.write(f"{request['mode']} {request['source']}{' test' if request['test'] else ''}\n")

diagnostics = []
for number, line in enumerate(lines, 1):
    if match := re.search(r"// fake: (error|warning) (\d+) (.*)", line):
        column = len(line) - len(line.lstrip()) + 1
        place = {"file": request["source"], "line": number, "column": column, "length": 3, "text": line}
        diagnostics.append({"code": int(match[2]), "severity": match[1], "place": place, "message": match[3],
                            "notes": [], "help": ""})
if request["mode"] != "editor":
    if "// fake: crash" in text:
        print("a stack dump")
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGABRT)
    if "// fake: full" in text:
        print(f"gpuc-cc: cannot write '{request['response']}': No space left on device", file=sys.stderr)
        sys.exit(74)
    if "// fake: silent" in text:
        sys.exit(3)
    if match := re.search(r"// fake: wait (\S+)", text):
        write(request["object"] + ".gpuc-tmp-1", b"half written")
        while not os.path.exists(os.path.join(root, match[1])):
            time.sleep(0.01)
        pathlib.Path(request["object"] + ".gpuc-tmp-1").unlink(missing_ok=True)

if request["editorStub"]:
    write(request["editorStub"], b"// launchers of " + request["source"].encode() + b"\n")
ok = not any(d["severity"] == "error" for d in diagnostics)
has_device = ok and "// fake: device" in text and request["mode"] == "build"
kernels = re.findall(r"^// kernel (\w+)", text, re.M)
has_main = bool(re.search(r"\bint main\(", text))
if ok and request["mode"] == "build":
    made = request["object"] + f".gpuc-tmp-{os.getpid()}"
    command = [CLANG, "-c", "-fPIC", "-std=" + request["standard"], "-isystem", request["runtimeInclude"]]
    command += ["-D" + d for d in request["defines"]] + ["-I" + i for i in request["includes"]]
    command += ["-DGPUC_TEST", "-Dmain=set_aside_" + str(abs(hash(request["source"])))] if request["test"] else []
    command += ["-g1"] if request["debugInfo"] else []
    subprocess.run(command + [request["source"], "-o", made], check=True, cwd=root)
    os.rename(made, request["object"])
    if has_device:
        subprocess.run([CLANG, "-c", "-x", "c", "/dev/null", "-o", request["deviceObject"]], check=True)
        write(request["bundle"], bundle(kernels))
answer({"ok": ok, "diagnostics": diagnostics, "dependencies": dependencies(source),
        "kernels": [{"name": "kernels::" + k, "symbol": k + "_0123456789abcdef"} for k in kernels],
        "hasMain": has_main and not request["test"], "hasDevice": has_device})

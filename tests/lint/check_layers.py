#!/usr/bin/env python3
"""Which folder may include which, and where the headers of other libraries may appear.

Data flows one way, and so do includes: abi < base < model < ir, toolchain < device < stages < driver, cc, doctor <
commands < main. A stage never includes another stage: their order exists only in driver and cc.
"""
import re

import tree

# The contract between the library and the tool: the C headers of abi/ and the names of the device's builtins. The
# .hpp files of abi/ are what generated launchers call, and part of the public library.
ABI, BUILTINS, PUBLIC = "lib/include/gpuc/abi", "lib/include/gpuc/device", "lib/include/gpuc"
BASE, MODEL, TOOLCHAIN, IR, DEVICE = "tool/base", "tool/model", "tool/toolchain", "tool/ir", "tool/device"
CORE = [ABI, BUILTINS, BASE, MODEL]
PLAIN_STAGES = ["manifest", "plan", "link", "run"]  # in gpuc, without LLVM
LLVM_STAGES = ["frontend", "split", "lowering", "tile", "cpu", "bundle"]  # in gpuc-cc


def stage(name):
    return f"tool/{name}"


# What each folder may include besides itself; the longest prefix counts.
ALLOWED = {
    ABI: [],
    BUILTINS: [ABI],
    PUBLIC: [ABI, BUILTINS],
    BASE: [ABI],
    MODEL: [ABI, BASE],
    TOOLCHAIN: [ABI, BASE],
    IR: CORE,
    DEVICE: CORE + [IR],
    "tool/launchers": CORE,
    "doctor": CORE + [TOOLCHAIN],
    "tool/driver": CORE + [TOOLCHAIN] + [stage(s) for s in PLAIN_STAGES],
    "tool/cc": CORE + [IR, DEVICE, "tool/launchers"] + [stage(s) for s in LLVM_STAGES],
    "tool/commands": CORE + [TOOLCHAIN, "doctor", "tool/driver", "tool/manifest", "tool/run"],
    "tool/main.cpp": CORE + ["tool/commands"],
    "lib/device": [ABI, BUILTINS, PUBLIC],
    "lib/host": [ABI, BUILTINS, PUBLIC, "lib/cpu"],
    "lib/cpu": [ABI, BUILTINS, PUBLIC, "lib/host"],
}
ALLOWED |= {stage(s): CORE + [TOOLCHAIN] for s in PLAIN_STAGES}
ALLOWED |= {stage(s): CORE + [IR, DEVICE] for s in LLVM_STAGES}
ALLOWED["tool/lowering/opt"] = CORE + [IR, DEVICE, "tool/lowering", "tool/tile"]
ALLOWED["tool/frontend"] = CORE + [IR]

# Where the headers of another library may be included: prefixes of paths.
EXTERNAL = {
    "clang": ["tool/frontend/", "tool/cc/", "tests/"],
    "llvm": ["tool/ir/", "tool/device/", "tool/cc/", "tests/"] + [f"tool/{s}/" for s in LLVM_STAGES],
    "toml++": ["tool/manifest/"],
    "CLI": ["tool/base/arguments.cpp"],
    "nlohmann": ["tool/base/json.cpp"],
    "xxhash.h": ["tool/base/"],
    "curl": ["tool/fetch/"],
    "doctest": ["tests/", "lib/include/gpuc/test.hpp", "lib/host/test_main.cpp"],
}
# The driver is loaded at run time, through a table of our own: CUDA's headers are needed nowhere.
FORBIDDEN = re.compile(r"^(cuda|cuda_runtime|cuda_runtime_api|nvrtc|nvml|cuda_fp16|cuda_bf16)\.h$")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def folder(path):
    if path.startswith(ABI) and path.endswith(".hpp"):
        return PUBLIC
    hits = [known for known in ALLOWED if path == known or path.startswith(known + "/")]
    return max(hits, key=len) if hits else None


def check(top):
    faults = []
    for name in tree.files(top, {"tool", "lib", "doctor", "tests", "examples"}, tree.CXX):
        own = folder(name)
        if own is None and name.startswith(("tool/", "lib/", "doctor/")):
            faults.append(f"{name}: its folder has no place in tests/lint/check_layers.py")
        for number, line in enumerate(tree.read(top, name).splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            quote, included = match.groups()
            first = included.split("/")[0]
            if FORBIDDEN.match(included):
                faults.append(f"{name}:{number}: <{included}> is not needed: the driver is loaded at run time")
            if first in EXTERNAL and not name.startswith(tuple(EXTERNAL[first])):
                faults.append(f"{name}:{number}: <{included}> belongs only to {', '.join(EXTERNAL[first])}")
            if own is None:
                continue  # tests and examples see everything of the project
            target = folder("lib/include/" + included if first == "gpuc" else included)
            if target and target != own and target not in ALLOWED[own]:
                faults.append(f"{name}:{number}: {own} may not include {target} ({included})")
            elif quote == '"' and target is None and first not in EXTERNAL:
                faults.append(f'{name}:{number}: "{included}" is not written from the root of the repository')
    return faults


if __name__ == "__main__":
    tree.finish("layers", check(tree.root()))

# lit's configuration for every folder of tests in text form. CTest passes, as --param:
#   build      directory for what tests write
#   llvm_bin   directory of FileCheck and LLVM's other tools
#   TOOL=PATH  one for each of the project's programs that a folder needs, e.g. gpuc-opt
#   ptxas, libdevice  where the CUDA toolkit has them; absent: what needs them is reported as unsupported
import os
import shutil
import sys

import lit.formats

config.name = "gpuc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".test", ".tile"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))

params = lit_config.params
config.test_exec_root = params.get("build", os.path.join(config.test_source_root, "..", "build", "lit"))

llvm_bin = params.get("llvm_bin", "/usr/lib/llvm-22/bin")
config.environment["PATH"] = os.pathsep.join([llvm_bin, config.environment.get("PATH", "")])

for tool in ["gpuc-opt", "gpuc-cc", "gpuc"]:
    if tool in params:
        config.available_features.add(tool)
        config.substitutions.append(("%" + tool, params[tool]))

config.substitutions.append(("%python", sys.executable))

ptxas = params.get("ptxas") or shutil.which("ptxas")
if ptxas:
    config.available_features.add("ptxas")
    script = os.path.join(config.test_source_root, "lowering", "verify_ptx.py")
    config.substitutions.append(("%verify-ptx", f"{sys.executable} {script} {ptxas}"))
else:
    lit_config.note("no ptxas: PTX is not assembled, the tests that do are skipped")

libdevice = params.get("libdevice")
if libdevice:
    config.available_features.add("libdevice")
    config.substitutions.append(("%libdevice", libdevice))
else:
    lit_config.note("no libdevice: the tests that link it are skipped")

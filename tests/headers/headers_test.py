"""Every public header alone, as a user may include it: C++20, no warning, by the compiler named in --compiler; two
translation units with all of them linked with the runtime; and what including the umbrella costs."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

# Needs doctest, and is nothing without it.
NOT_ALONE = {"gpuc/test.hpp"}
# Each of these costs more than all others together.
HEAVY = {"memory", "filesystem", "thread", "chrono", "functional", "iostream", "regex", "algorithm", "ranges", "map"}
UMBRELLA_LINES = 35000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", required=True, type=pathlib.Path)
    parser.add_argument("--library", required=True)
    options = parser.parse_args()
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{options.include}"]
    names = sorted(path.relative_to(options.include).as_posix() for path in options.include.rglob("*.h*"))
    problems = []

    def compile_text(text, *arguments):
        command = [options.compiler, *flags, "-x", "c++", *arguments, "-"]
        return subprocess.run(command, input=text, capture_output=True, text=True)

    for name in names:
        result = compile_text(f'#include "{name}"\n#include "{name}"\n', "-fsyntax-only")
        if result.returncode != 0:
            problems.append(f"{name} does not compile alone:\n{result.stderr}")
        text = (options.include / name).read_text()
        if "#pragma once" not in text:
            problems.append(f"{name} has no #pragma once")
        if re.search(r"^\s*using namespace", text, re.M):
            problems.append(f"{name} has a using directive")
        for macro in re.findall(r"^\s*#\s*define\s+(\w+)", text, re.M):
            if not macro.startswith("GPUC_") and name not in NOT_ALONE:
                problems.append(f"{name} defines {macro}, which does not start with GPUC_")
        for heavy in HEAVY.intersection(re.findall(r"#\s*include\s+<(\w+)>", text)):
            problems.append(f"{name} includes <{heavy}>")

    all_of_them = "".join(f'#include "{n}"\n' for n in names if n not in NOT_ALONE)
    with tempfile.TemporaryDirectory() as folder:
        objects = []
        for unit in ("int other() { return gpuc::context::cpu().is_cpu(); }\n",
                     "int other();\nint main() { return gpuc::context::cpu().is_cpu() == other() ? 0 : 1; }\n"):
            objects.append(f"{folder}/{len(objects)}.o")
            result = compile_text(all_of_them + unit, "-c", "-o", objects[-1])
            if result.returncode != 0:
                problems.append(f"all headers together do not compile:\n{result.stderr}")
        if not problems:
            program = f"{folder}/program"
            linked = subprocess.run([options.compiler, *objects, options.library, "-o", program], capture_output=True,
                                    text=True)
            if linked.returncode != 0:
                problems.append(f"two translation units do not link:\n{linked.stderr}")
            elif subprocess.run([program]).returncode != 0:
                problems.append("the program of two translation units fails")

    lines = compile_text('#include "gpuc/gpuc.hpp"\n', "-E", "-P").stdout.count("\n")
    print(f"{len(names)} headers; the umbrella is {lines} lines after preprocessing")
    if lines > UMBRELLA_LINES:
        problems.append(f"the umbrella is {lines} preprocessed lines, more than {UMBRELLA_LINES}")
    print("\n".join(problems), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

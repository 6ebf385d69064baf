#!/usr/bin/env python3
"""What someone does with gpuc from the first command on, with the real compiler: run.py GPUC CASE

Every case starts with an empty home directory. tests/cli has the details of each command, with a stand-in for the
compiler.
"""
import json
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import staged

CPU = ("--device", "cpu")

SINGLE = """#include <gpuc/gpuc.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void wave(float x, gpuc::disjoint_slice<float> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = std::sin(x);
}

}  // namespace kernels

int main(int argc, char** argv) try {
    gpuc::context ctx;
    auto stream = ctx.default_stream();
    auto out = gpuc::device_buffer<float>::zeroed(stream, 100);
    auto module = kernels::load(ctx);
    module.wave(stream, module.prepare_wave(gpuc::covering(out)), 0.5f, out);
    std::printf("%.4f %d\\n", out.to_host(stream)[99], argc - 1);
    return argc > 1 ? std::atoi(argv[1]) : 0;
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}
"""


def passed(ended):
    """How many tests doctest says have passed; none may have failed or been skipped."""
    ended.expect()
    counts = re.findall(r"test cases:\s*(\d+) \|\s*(\d+) passed \|\s*(\d+) failed", ended.stdout)
    staged.require(counts and all(count[2] == "0" for count in counts), str(ended))
    return sum(int(count[1]) for count in counts)


def whole_way(user, template, program, kernel, tests):
    """new, doctor, build, run, test, check, inspect, clean, with a project of a template."""
    user.call("new", "first", *(["--template", template] if template else [])).expect(stdout="", stderr="Created first")
    project = user.place / "first"
    for name in ("gpuc.toml", "README.md", ".gitignore", ".github/workflows/gpuc.yml", "compile_commands.json"):
        staged.require((project / name).is_file(), f"a new project has no {name}")
    at_first = sorted(project.rglob("*"))
    user.call("new", "first").expect(status=2, stderr="error[GPUC0008]")
    staged.require(sorted(project.rglob("*")) == at_first, "a refused 'gpuc new' changed the project")

    user.call("doctor", cwd=project).expect()
    rows = json.loads(user.call("doctor", "--json", cwd=project).stdout)
    staged.require(rows["ok"] and any(row["id"] == "project" and row["verdict"] == "ok" for row in rows["checks"]),
                   str(rows))

    for options in ([], ["--release"]):
        ended = user.call("build", *options, cwd=project).expect(stdout="")
        staged.require("warning" not in ended.stderr, str(ended))
        user.call("build", *options, cwd=project).expect(stderr="up to date")
        if program is None:
            user.call("run", *options, cwd=project).expect(status=2, stderr="error[GPUC0009]")
        else:
            ended = user.call("run", *options, *CPU, cwd=project).expect()
            staged.require(re.fullmatch(program, ended.stdout), str(ended))
        staged.require(passed(user.call("test", *options, *CPU, cwd=project)) == tests, "not all tests ran")
    listed = user.call("test", "--list", cwd=project).expect().stdout.splitlines()
    staged.require(len(listed) == tests, f"--list says {listed}")

    ended = user.call("check", cwd=project).expect(stdout="")
    staged.require("warning" not in ended.stderr, str(ended))
    if kernel:
        staged.require(f".entry {kernel}_" in user.call("inspect", kernel, cwd=project).expect().stdout, "no PTX")
        user.call("inspect", kernel + "x", cwd=project).expect(status=2, stderr=f"did you mean '{kernel}'?")
    else:
        user.call("inspect", cwd=project).expect(status=2, stderr="error[GPUC0009]")
    user.call("clean", cwd=project).expect()
    staged.require(not (project / "target").exists(), "clean leaves target/")
    user.call("build", cwd=project).expect()


def vecadd(user):
    whole_way(user, None, r"PASSED: all 1024 elements correct\n", "vecadd", 1)


def empty(user):
    whole_way(user, "empty", r"first runs on .+\n", None, 1)


def library(user):
    whole_way(user, "lib", None, "multiply", 2)


def editor(user):
    """Stock clangd sees no error in a fresh project, before the first build and after it."""
    clangd = shutil.which("clangd-22")
    if clangd is None:
        staged.skip("there is no clangd-22")
    user.call("new", "first").expect()
    project = user.place / "first"
    for when in ("before the first build", "after it"):
        ended = user.run(clangd, "--check=src/main.cpp", cwd=project)
        staged.require(ended.status == 0 and "All checks completed, 0 errors" in ended.stderr, f"{when}: {ended}")
        staged.require(" error: " not in ended.stderr and "\nE[" not in ended.stderr, f"{when}: {ended}")
        user.call("build", cwd=project).expect()
    # It does look: an error of the user's is one.
    source = project / "src/main.cpp"
    source.write_text(source.read_text().replace("prepare_vecadd", "prepare_subtract"))
    ended = user.run(clangd, "--check=src/main.cpp", cwd=project)
    staged.require("no member named 'prepare_subtract'" in ended.stderr, str(ended))


def single_file(user):
    """A file without a project: built aside, run with arguments, its status passed on."""
    (user.place / "wave.cpp").write_text(SINGLE)
    user.call("run", "-q", *CPU, "wave.cpp").expect(stdout="0.4794 0\n")
    user.call("run", "-q", *CPU, "wave.cpp", "--", "42", "-q").expect(status=42, stdout="0.4794 2\n")
    user.call("run", "-q", "--release", *CPU, "wave.cpp").expect(stdout="0.4794 0\n")
    staged.require({path.name for path in user.place.iterdir()} == {"home", "wave.cpp"}, "something lies beside it")
    user.call("run", "nowhere.cpp").expect(status=2, stderr="error[GPUC0009]")


def broken(user):
    """A program with an error is not built, and what stands there is not run; mended, it is."""
    user.call("new", "first").expect()
    project = user.place / "first"
    source = project / "src/main.cpp"
    good = source.read_text()
    user.call("run", *CPU, cwd=project).expect()
    source.write_text(good.replace("module.vecadd(stream, prepared, a_dev, b_dev, c_dev);",
                                   "module.vecadd(stream, prepared, c_dev, b_dev, c_dev);", 1))
    for command in (["build"], ["check"], ["run", *CPU], ["build", "--release"]):
        user.call(*command, cwd=project).expect(status=1, stdout="", stderr=["error[GPUC0221]", "src/main.cpp:4"])
    source.write_text(good.replace("c_dev.to_host(stream) == sum", "c_dev.to_host(stream) != sum"))
    user.call("run", *CPU, cwd=project).expect(stdout="PASSED: all 1024 elements correct\n")
    ended = user.call("test", *CPU, cwd=project).expect(status=1)
    staged.require("1 failed" in ended.stdout and "src/main.cpp:" in ended.stdout, str(ended))
    source.write_text(good)
    user.call("test", *CPU, cwd=project).expect()


def without_toolkit(user):
    """Everything but a GPU build of a kernel that needs libdevice works without a CUDA toolkit."""
    (user.place / "wave.cpp").write_text(SINGLE)
    user.call("run", "-q", "--cuda", "none", *CPU, "wave.cpp").expect(stdout="0.4794 0\n")
    ended = user.call("run", "-q", "--cuda", "none", "--arch", "sm_80", *CPU, "wave.cpp")
    ended.expect(status=1, stdout="", stderr=["wave.cpp:11:", "error[GPUC0316]", "GPUC_CUDA"])
    user.call("new", "first").expect()
    project = user.place / "first"
    user.call("build", "--cuda", "none", "--arch", "sm_80,sm_90", cwd=project).expect()
    images = staged.bundles(project / "target/dev/first")[0]["images"]
    staged.require([(image["kind"], image["capability"]) for image in images] == [("ptx", 80)], str(images))
    user.call("doctor", "--cuda", "none", cwd=project).expect()


def statuses(user):
    """0 ok, 1 build or test failure, 2 usage or manifest, 3 environment; the program's own."""
    user.call("--version").expect()
    user.call("help").expect()
    user.call("biuld").expect(status=2, stderr=["error[GPUC0001]", "build"])
    user.call("build", "--fast").expect(status=2, stderr="error[GPUC0001]")
    user.call("build").expect(status=2, stderr="error[GPUC0002]")
    user.call("new", "2fast").expect(status=2, stderr="error[GPUC0007]")
    staged.require(not (user.place / "2fast").exists(), "a refused name leaves a directory")
    user.call("explain", "GPUC0221").expect()
    user.call("explain", "GPUC9999").expect(status=2, stderr="error[GPUC0013]")
    project = user.project("small", "int main() { return 7; }\n")
    user.call("run", "--device", "tpu", cwd=project).expect(status=2, stderr="error[GPUC0014]")
    user.call("run", cwd=project).expect(status=7)
    (project / "gpuc.toml").write_text("[package]\nname = \n")
    user.call("build", cwd=project).expect(status=2, stderr="gpuc.toml:2:")
    if user.call("doctor", "--require-gpu").status != 0:
        (user.place / "wave.cpp").write_text(SINGLE)
        user.call("run", "-q", "--device", "cuda", "wave.cpp").expect(status=3, stdout="", stderr="error[GPUC0")


CASES = {case.__name__: case
         for case in (vecadd, empty, library, editor, single_file, broken, without_toolkit, statuses)}


def test():
    with staged.User(sys.argv[1]) as user:
        CASES[sys.argv[2]](user)


staged.main(test)

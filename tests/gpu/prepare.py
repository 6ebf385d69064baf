#!/usr/bin/env python3
"""Builds everything that run.sh needs on a machine with a GPU, where there may be no Clang: prepare.py GPUC [--out DIR]

DIR (build-gpu/ unless given) then holds
  programs/NAME.PROFILE   the programs of tests/programs and of this folder: profiles dev and release with machine code
                          for --arch, and ptx, release with machine code of another GPU only, so that PTX has to serve;
                          example_NAME and template_NAME of examples/ and templates/: release
  programs/NAME.expected  what the program's last line has to be
  programs/NAME.foreign   a program that nvcc built
  programs/NAME.tests     `gpuc test` of each template: succeeds by its exit status
  planted                 the program with faults for compute-sanitizer to find
  bench/NAME              the benchmarks that need a GPU
  stage/                  gpuc itself, without its compiler: for the doctor
  runtime_gpu_test        with --tree, the build tree that has it

With --matrix it holds the programs for these element types and profile release, and the benchmarks, only.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
sys.path.insert(0, str(TESTS))
import staged

LIMIT = 100 << 20  # of what may have to travel; packed it is a tenth


def sources():
    """The programs by name: their text."""
    files = [*(TESTS / "programs").glob("*.cpp"), *(HERE / "programs").glob("*.cpp")]
    found = {file.stem: file.read_text() for file in files}
    for script in (TESTS / "programs").glob("echo_*.py"):  # these write a program
        found[script.stem] = subprocess.run([sys.executable, script], capture_output=True, text=True,
                                                check=True).stdout
    return dict(sorted(found.items()))


def matrix(elements):
    """The programs of tests/tile: every operation on tiles of these elements."""
    script = TESTS / "tile" / "matrix.py"
    return {"tile_matrix_" + re.sub("gpuc::| ", "", element): subprocess.run(
        [sys.executable, script, "--write", "-", "--type", element], capture_output=True, text=True, check=True).stdout
        for element in elements}


def require_images(program, wanted):
    for bundle in staged.bundles(program):
        images = {(image["kind"], image["capability"]) for image in bundle["images"]}
        staged.require(wanted <= images, f"{program.name} has the images {sorted(images)}, not {sorted(wanted)}")
        for kernel in bundle["kernels"]:
            staged.require(not kernel["missing"], f"{program.name}: kernel {kernel['name']}: {kernel['missing']}")
    staged.require(staged.bundles(program), f"{program.name} holds no device code")


def take(program, target):
    """Without the host's debug information, which is most of a program and which nothing there reads."""
    strip = shutil.which("strip") or shutil.which("llvm-strip-22")
    if strip:
        subprocess.run([strip, "--strip-debug", program, "-o", target], check=True)
    else:
        shutil.copy(program, target)


def build(user, name, source, headers, variants, target):
    """Builds the project once per variant: (suffix, options, the images that its executable must have)."""
    project = user.project(name, source, arch="sm_90")
    for header in headers:
        shutil.copy(header, project / "src" / header.name)
    for suffix, options, images in variants:
        user.call("build", "-q", *options, cwd=project).expect()
        program = project / "target" / ("release" if "--release" in options else "dev") / name
        require_images(program, images)
        take(program, target / f"{name}{suffix}")
    shutil.rmtree(project)


def expect_line(source, name, target):
    if expected := re.match(r"// prints: (.*)\n", source):
        (target / f"{name}.expected").write_text(expected[1] + "\n")


def examples(user, options, images, target):
    for example in sorted((TESTS.parent / "examples").glob("*/gpuc.toml")):
        name = f"example_{example.parent.name}"
        if example.parent.name == "foreign_build":
            continue  # its programs are made by other compilers
        project = user.place / name
        shutil.copytree(example.parent, project, ignore=shutil.ignore_patterns("target", "compile_commands.json"))
        user.call("build", "-q", *options, cwd=project).expect()
        program = project / "target" / "release" / example.parent.name
        require_images(program, images)
        take(program, target / f"{name}.release")
        expect_line((project / "src" / "main.cpp").read_text(), name, target)
        shutil.rmtree(project)


def foreign(gpuc, target):
    """The program that nvcc builds, with a library of ours and cuBLAS."""
    example = TESTS.parent / "examples" / "foreign_build"
    program = target / "example_foreign_build.foreign"
    subprocess.run([sys.executable, TESTS / "programs" / "foreign.py", gpuc, example, shutil.which("g++"), program],
                   check=True, capture_output=True, text=True)
    said = re.search(r"target/app/with_cublas +# (.*)", (example / "README.md").read_text())[1]
    program.with_suffix(".expected").write_text(said + "\n")


def has_cases(user, test):
    """A project's own sources may hold no test; then no kernel runs."""
    return not user.run(test, "--count", GPUC_DEVICE="cpu").expect().stdout.rstrip().endswith(" 0")


def templates(user, options, images, target):
    for template in sorted((TESTS.parent / "templates").iterdir()):
        name = f"template_{template.name}"
        user.call("new", "-q", name, "--template", template.name).expect()
        project = user.place / name
        main = project / "src" / "main.cpp"
        if main.exists() and "PASSED" in main.read_text():
            user.call("build", "-q", *options, cwd=project).expect()
            require_images(project / "target" / "release" / name, images)
            take(project / "target" / "release" / name, target / f"{name}.release")
        user.call("test", "-q", "--no-run", *options, cwd=project).expect()
        for test in (project / "target" / "release" / "tests").iterdir():
            if test.is_file() and os.access(test, os.X_OK) and has_cases(user, test):
                take(test, target / f"{name}{test.name.removeprefix(name).removeprefix('tests')}.tests")
        shutil.rmtree(project)


def stage(gpuc, target):
    """Without the compiler and its precompiled headers, which are most of it."""
    prefix = gpuc.parent.parent
    shutil.copytree(prefix, target, ignore=lambda folder, names: {"gpuc-cc", "gpuc-opt", "pch"} & set(names))


def prepare(arguments):
    out = arguments.out.resolve()
    capability = int(arguments.arch.removeprefix("sm_"))
    other = "sm_80" if capability != 80 else "sm_75"
    variants = [
        (".dev", ["--arch", arguments.arch], {("ptx", capability), ("cubin", capability)}),
        (".release", ["--release", "--arch", arguments.arch], {("ptx", capability), ("cubin", capability)}),
        (".ptx", ["--release", "--arch", other], {("ptx", int(other.removeprefix("sm_")))}),
    ]
    shutil.rmtree(out, ignore_errors=True)
    (out / "programs").mkdir(parents=True)
    (out / "bench").mkdir()
    with staged.User(arguments.gpuc) as user:
        staged.require(staged.ptxas(user), "without ptxas there is no machine code to test")
        programs = variants[1:2] if arguments.matrix else variants  # of the matrix each is 10 MiB
        for name, source in (matrix(arguments.matrix) if arguments.matrix else sources()).items():
            started = time.monotonic()
            headers = (HERE / "programs").glob("*.h") if (HERE / "programs" / f"{name}.cpp").exists() else []
            build(user, name, source, headers, programs, out / "programs")
            expect_line(source, name, out / "programs")
            print(f"{name}: {time.monotonic() - started:.1f} s")
        release = [("", variants[1][1], variants[1][2])]
        if not arguments.matrix:
            started = time.monotonic()
            examples(user, *variants[1][1:], out / "programs")
            templates(user, *variants[1][1:], out / "programs")
            foreign(arguments.gpuc.resolve(), out / "programs")
            build(user, "planted", (HERE / "planted.cpp").read_text(), [], release, out)
            print(f"examples, templates, planted: {time.monotonic() - started:.1f} s")
        for file in sorted((TESTS / "bench" / "gpu").glob("*.cpp")):
            build(user, file.stem, file.read_text(), (TESTS / "bench" / "gpu").glob("*.h"), release, out / "bench")
            print(f"{file.stem} (benchmark)")
    stage(arguments.gpuc.resolve(), out / "stage")
    if arguments.tree:
        shutil.copy(arguments.tree / "tests/runtime/runtime_gpu_test", out)
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    print(f"{out}: {size / (1 << 20):.1f} MiB")
    staged.require(size <= LIMIT, f"that is more than {LIMIT >> 20} MiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gpuc", type=Path, help="the installed gpuc")
    parser.add_argument("--out", type=Path, default=TESTS.parent / "build-gpu")
    parser.add_argument("--arch", default="sm_90", help="the GPU that is there")
    parser.add_argument("--matrix", action="append", metavar="TYPE",
                        help="instead of all programs, only that of tests/tile for this element type")
    parser.add_argument("--tree", type=Path, help="a build tree of gpuc, for runtime_gpu_test")
    arguments = parser.parse_args()
    staged.main(lambda: prepare(arguments))


main()

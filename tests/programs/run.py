#!/usr/bin/env python3
"""Whole programs through the installed gpuc: run.py GPUC PROGRAM cpu|gpu|ptx

PROGRAM is a source file, or a script NAME.py that writes one.

cpu, gpu  the program, as src/main.cpp of a project, prints its `// prints:` line and no more, and exits with 0: in both
          profiles, on the CPU executor or on the GPU
ptx       its PTX assembles for every architecture that gpuc promises, and the executable holds what it should
"""
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import staged

PROFILES = {"dev": [], "release": ["--release"]}
MOST_INSPECTED = 10  # kernels


def runs(user, project, device, expected):
    for profile, options in PROFILES.items():
        user.call("build", *options, cwd=project).expect()
        ended = user.call("run", "-q", *options, "--device", device, cwd=project)
        ended.expect(stdout=expected + "\n")
        staged.require(ended.stderr == "", f"nothing was expected on stderr\n{ended}")
        # The executable alone, without gpuc, is the same program.
        program = project / "target" / profile / project.name
        user.run(program, cwd=project, GPUC_DEVICE=device).expect(stdout=expected + "\n")


def has_gpu(user):
    return user.call("doctor", "--require-gpu").status == 0


def assembles(user, project):
    """By gpuc itself, into cubins, and by ptxas alone on what `gpuc inspect` prints."""
    ptxas = staged.ptxas(user)
    if ptxas is None:
        staged.skip("there is no ptxas")
    wanted = [int(arch.removeprefix("sm_")) for arch in staged.ARCHS]
    for profile, options in PROFILES.items():
        user.call("build", *options, "--arch", ",".join(staged.ARCHS), cwd=project).expect()
        bundles = staged.bundles(project / "target" / profile / project.name)
        staged.require(len(bundles) == 1, f"{profile}: {len(bundles)} bundles are in the executable")
        images = [(image["kind"], image["capability"]) for image in bundles[0]["images"]]
        for image in [("ptx", wanted[0])] + [("cubin", capability) for capability in wanted]:
            staged.require(image in images, f"{profile}: the image {image} is missing; there are {images}")
        slot = any(b"__gpuc_report_slot" in image["bytes"] for image in bundles[0]["images"] if image["kind"] == "ptx")
        for image in bundles[0]["images"]:
            staged.require(image["reports"] == slot, f"{profile}: an image says {image['reports']} of its report slot")
        kernels = bundles[0]["kernels"]
        for kernel in kernels:
            staged.require(not kernel["missing"], f"{profile}: kernel {kernel['name']}: {kernel['missing']}")
        if len(kernels) > MOST_INSPECTED:
            continue  # every architecture would be another build, and ptxas has seen all of it
        for arch in staged.ARCHS:
            for kernel in kernels:
                inspected = user.call("inspect", "-q", *options, "--arch", arch, kernel["name"], cwd=project).expect()
                assembles_alone(user, ptxas, inspected.stdout, arch)


def assembles_alone(user, ptxas, text, arch):
    staged.require(f".target {arch}" in text, f"this is not PTX for {arch}:\n{text}")
    file = user.place / "inspected.ptx"
    file.write_text(text)
    ended = user.run(ptxas, f"-arch={arch}", file, "-o", "/dev/null").expect()
    # ptxas only warns where an undefined variable will read as zero.
    staged.require("warning" not in ended.stdout + ended.stderr, str(ended))


def test():
    gpuc, program, mode = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    source = program.read_text()
    if program.suffix == ".py":
        source = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True).stdout
    expected = re.match(r"// prints: (.*)\n", source)
    staged.require(expected, f"{program.name} does not begin with '// prints: '")
    with staged.User(gpuc) as user:
        project = user.project(program.stem, source)
        if mode == "ptx":
            assembles(user, project)
        elif mode == "cpu":
            runs(user, project, "cpu", expected[1])
        else:
            if not has_gpu(user):
                staged.skip("there is no GPU")
            runs(user, project, "cuda", expected[1])


staged.main(test)

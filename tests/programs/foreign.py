#!/usr/bin/env python3
"""examples/foreign_build, as someone builds it who has CMake and another compiler: foreign.py GPUC DIRECTORY COMPILER [OUT]

The program of that compiler gives what its README quotes on the CPU executor; a second build makes nothing, and one after
a change of the kernel makes what changed. With a CUDA toolkit the program of nvcc is built too, and copied to OUT.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import staged


def run(*command, **options):
    ended = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    staged.require(ended.returncode == 0, f"{command}: exit status {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def test():
    gpuc, example, compiler = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3]
    nvcc = shutil.which("nvcc") or next((str(p) for p in sorted(Path("/usr/local").glob("cuda*/bin/nvcc"))), None)
    with staged.User(gpuc) as user:
        project = user.place / "polish"
        shutil.copytree(example, project, ignore=shutil.ignore_patterns("target", "compile_commands.json"))
        app = project / "target/app"
        environment = {**os.environ, "GPUC_DEVICE": "cpu", "HOME": str(user.place)}
        options = ["-S", project / "app", "-B", app, f"-DCMAKE_PREFIX_PATH={gpuc.parent.parent}",
                   f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CUDA_COMPILER={nvcc or 'NOTFOUND'}"]
        run("cmake", "-G", "Ninja", *options, env=environment)
        run("cmake", "--build", app, env=environment)
        expected = re.search(r"target/app/foreign +# (.*)", (project / "README.md").read_text())[1]
        staged.require(run(app / "foreign", env=environment) == expected + "\n", "the program says something else")

        before = (app / "foreign").stat().st_mtime_ns
        run("cmake", "--build", app, env=environment)
        staged.require((app / "foreign").stat().st_mtime_ns == before, "a second build made the program again")
        source = project / "src/polish.cpp"
        source.write_text(source.read_text().replace("moved > 0 ? moved : 0", "moved"))
        run("cmake", "--build", app, env=environment)
        changed = subprocess.run([app / "foreign"], capture_output=True, text=True, env=environment)
        staged.require(changed.returncode == 1 and "FAILED: element 0" in changed.stderr,
                       f"the program did not follow the kernel\n{changed.stdout}{changed.stderr}")
        if nvcc:
            staged.require((app / "with_cublas").is_file(), "there is nvcc, and its program was not built")
        if len(sys.argv) > 4:
            staged.require(nvcc, "there is no nvcc")
            shutil.copytree(example, project, dirs_exist_ok=True)
            run("cmake", "--build", app, env=environment)
            shutil.copy(app / "with_cublas", sys.argv[4])


staged.main(test)

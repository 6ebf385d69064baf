#!/usr/bin/env python3
"""The benchmarks: bench.py NAME [--json] [options]; `all` runs those that need no GPU.

  build     cold `gpuc build --release` of vecadd_demo against nvcc of the same program in CUDA
  noop      `gpuc build` of a 100-file project where nothing changed against ninja on the same graph
  version   `gpuc --version` against `clang++ --version`
  vecadd    on a GPU: c = a + b on 2^28 floats against nvcc's kernel
  launch    on a GPU: a checked launch of a small kernel against the driver's own
  views     on a GPU: three kernels with safe views and a contract against the same with raw pointers

Every figure is a ratio of medians, measured in turns in one run on one machine, and the spread is that of the turns' own
ratios; there is no absolute number to keep, and nothing here passes or fails by time. Those on a GPU run programs that
tests/gpu/prepare.py made.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MISSING = 77  # the exit status where a tool to compare with is missing


def call(command, cwd=None, environment=None):
    """Seconds that the command takes; it must succeed."""
    words = [str(word) for word in command]
    started = time.perf_counter()
    ended = subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                           check=False)
    took = time.perf_counter() - started
    if ended.returncode != 0:
        sys.exit(f"bench.py: {' '.join(words)} ended with {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return took


def in_turns(contenders, repetitions):
    """The times of each contender. Each is a function that prepares, then returns seconds."""
    times = {name: [] for name in contenders}
    for name in contenders:  # once for the page cache
        contenders[name]()
    for _ in range(repetitions):
        for name, contender in contenders.items():
            times[name].append(contender())
    return times


def summary(values):
    """The median, and what the lowest and the highest tenth leave over."""
    ordered = sorted(values)
    return {"median": statistics.median(ordered), "low": ordered[len(ordered) // 10],
            "high": ordered[len(ordered) * 9 // 10]}


def ratio(name, ours, theirs, times, target):
    spread = summary(mine / other for mine, other in zip(times[ours], times[theirs]))
    return {"name": name, "ours": ours, "theirs": theirs, "target": target,
            "ratio": statistics.median(times[ours]) / statistics.median(times[theirs]),
            "low": spread["low"], "high": spread["high"]}


def tool(name, *others):
    for candidate in (name, *others):
        if found := shutil.which(candidate):
            return found
    print(f"bench.py: {name} is not on PATH", file=sys.stderr)
    sys.exit(MISSING)


class Home:
    """A user without a cache, and a place to build."""

    def __init__(self, arguments):
        self.gpuc = arguments.gpuc.resolve()
        self.temporary = tempfile.TemporaryDirectory(prefix="gpuc-bench-")
        self.place = Path(self.temporary.name)
        self.environment = dict(os.environ) | {"HOME": str(self.place / "home"), "GPUC_PREFIX": str(self.gpuc.parents[1])}
        self.environment.pop("XDG_CACHE_HOME", None)
        self.forget()

    def forget(self):
        shutil.rmtree(self.place / "home", ignore_errors=True)
        (self.place / "home").mkdir()

    def call(self, *words, cwd=None):
        return call([self.gpuc, *words], cwd or self.place, self.environment)


def build(arguments):
    home = Home(arguments)
    project = home.place / "vecadd_demo"
    home.call("new", "vecadd_demo")
    manifest = (project / "gpuc.toml").read_text()
    nvcc = tool("nvcc", "/usr/local/cuda/bin/nvcc")

    def ours(*options, standard="c++23", more=""):
        text = manifest.replace('std = "c++23"', f'std = "{standard}"') + more

        def once():
            shutil.rmtree(project / "target", ignore_errors=True)
            home.forget()
            (project / "gpuc.toml").write_text(text)
            return home.call("build", "-q", "--release", *options, cwd=project)
        return once

    def theirs():
        return call([nvcc, "-O3", "-arch=sm_90", "-o", home.place / "vecadd", HERE / "build" / "vecadd.cu"])

    measured = in_turns({
        "gpuc, sm_90": ours("--arch", "sm_90"),
        "gpuc, no toolkit": ours("--cuda", "none"),
        "gpuc, c++26": ours("--arch", "sm_90", standard="c++26"),
        # With a macro for every source, no header that was precompiled serves.
        "gpuc, nothing precompiled": ours("--arch", "sm_90", more='defines = ["BENCHMARK"]\n'),
        "nvcc": theirs,
    }, arguments.repetitions or 15)
    return measured, [
        ratio("cold build", "gpuc, sm_90", "nvcc", measured, 0.35),
        ratio("cold build, no toolkit", "gpuc, no toolkit", "nvcc", measured, 0.35),
        ratio("cold build, another std", "gpuc, c++26", "nvcc", measured, 0.35),
        ratio("cold build, nothing precompiled", "gpuc, nothing precompiled", "nvcc", measured, None),
    ]


def noop(arguments, count=100):
    home = Home(arguments)
    home.call("new", "many", "--template", "empty")
    project = home.place / "many"
    source = project / "src"
    for i in range(count - 1):
        (source / f"file_{i}.h").write_text(f"int value_{i}(int);\n")
        (source / f"file_{i}.cpp").write_text(f'#include "file_{i}.h"\nint value_{i}(int x) {{ return x + {i}; }}\n')
    (source / "main.cpp").write_text("int main() {}\n")
    home.call("build", "-q", cwd=project)

    # The same graph for ninja, with what gpuc made as its outputs: one edge per file, with the file's headers as the
    # depfile would have said, and the link.
    graph = home.place / "graph"
    graph.mkdir()
    compiler = tool("clang++-22", "clang++")
    rules = [f"rule cxx\n command = {compiler} -c $in -o $out -MD -MF $out.d\n depfile = $out.d\n deps = gcc\n",
             f"rule link\n command = {compiler} $in -o $out\n"]
    objects = []
    for file in sorted(source.glob("*.cpp")):
        objects.append(f"{file.stem}.o")
        rules.append(f"build {file.stem}.o: cxx {file}\n")
    (graph / "build.ninja").write_text("".join(rules) + f"build many: link {' '.join(objects)}\n")
    ninja = tool("ninja", "ninja-build")
    call([ninja, "-C", graph])

    measured = in_turns({
        "gpuc": lambda: home.call("build", "-q", cwd=project),
        "ninja": lambda: call([ninja, "-C", graph, "--quiet"]),
    }, arguments.repetitions or 50)
    return measured, [ratio(f"no-op build, {count} files", "gpuc", "ninja", measured, 2)]


def version(arguments):
    home = Home(arguments)
    compiler = tool("clang++-22", "clang++")
    measured = in_turns({
        "gpuc": lambda: home.call("--version"),
        "clang++": lambda: call([compiler, "--version"]),
    }, arguments.repetitions or 50)
    return measured, [ratio("--version", "gpuc", "clang++", measured, 0.5)]


def on_gpu(arguments, *words):
    ended = subprocess.run([str(word) for word in words], env=os.environ | {"GPUC_DEVICE": "cuda"}, capture_output=True,
                           text=True, check=False)
    if ended.returncode != 0:
        sys.exit(f"bench.py: {words[0]} ended with {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return json.loads(ended.stdout.splitlines()[-1])


def vecadd(arguments):
    """The library is vecadd_cuda.cu, compiled on the machine with the GPU."""
    library = arguments.built / "libvecadd_cuda.so"
    if not library.exists():
        call([tool("nvcc", "/usr/local/cuda/bin/nvcc"), "-O3", "-arch=native", "-shared", "-Xcompiler", "-fPIC", "-o",
              library, HERE / "gpu" / "vecadd_cuda.cu"])
    measured = on_gpu(arguments, arguments.built / "vecadd", library)
    # An addition moves three numbers where a copy moves two.
    copied = {name: [1.5 * took if name == "copy" else took for took in times] for name, times in measured.items()}
    return measured, [
        ratio("vecadd of 2^28 floats", "gpuc", "nvcc", measured, 1.02),
        ratio("with bounds checks", "gpuc_checked", "nvcc", measured, 1.02),
        ratio("noise", "nvcc_again", "nvcc", measured, None),
        ratio("bandwidth of a copy", "copy", "gpuc", copied, None),
    ]


def launch(arguments):
    measured = on_gpu(arguments, arguments.built / "launch")
    return measured, [
        ratio("checked launch", "safe", "raw", measured, 1.05),
        ratio("on two streams in turns", "two_streams", "raw", measured, None),
        ratio("noise", "raw_again", "raw", measured, None),
    ]


def views(arguments):
    measured, ratios = {}, []
    for kernel in ("vecadd", "sgemm", "stencil"):
        times = on_gpu(arguments, arguments.built / f"views_{kernel}")
        ratios += [
            ratio(f"{kernel} by views", "views", "pointers", times, 1.01),
            ratio(f"{kernel} by views, pointers with int", "views", "pointers_int", times, 1.01),
            ratio(f"{kernel}, noise", "views_again", "views", times, None),
        ]
        measured |= {f"{kernel} {name}": value for name, value in times.items()}
    return measured, ratios


BENCHMARKS = {"build": build, "noop": noop, "version": version, "vecadd": vecadd, "launch": launch, "views": views}


def show(name, measured, ratios):
    print(f"== {name}")
    for contender, value in measured.items():
        print(f"  {contender:24} {value['median'] * 1e6:12.1f} us  (80 % within {value['low'] * 1e6:.1f} to "
              f"{value['high'] * 1e6:.1f})")
    for row in ratios:
        target = "" if row["target"] is None else f"  target {row['target']}"
        print(f"  {row['ratio']:.3f} (80 % within {row['low']:.3f} to {row['high']:.3f})  {row['name']}: {row['ours']} / "
              f"{row['theirs']}{target}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=[*BENCHMARKS, "all"])
    parser.add_argument("--json", action="store_true", help="one object on stdout")
    parser.add_argument("--gpuc", type=Path, default=shutil.which("gpuc"), help="the installed gpuc")
    parser.add_argument("--built", type=Path, default=ROOT / "build-gpu" / "bench", help="what prepare.py made")
    parser.add_argument("--repetitions", type=int, help="how many turns")
    arguments = parser.parse_args()
    names = ["build", "noop", "version"] if arguments.name == "all" else [arguments.name]
    if arguments.gpuc is None and set(names) & {"build", "noop", "version"}:
        parser.error("gpuc is not on PATH: say --gpuc")
    results = {}
    for name in names:
        times, ratios = BENCHMARKS[name](arguments)
        measured = {contender: summary(values) for contender, values in times.items()}
        results[name] = {"seconds": measured, "ratios": ratios}
        if not arguments.json:
            show(name, measured, ratios)
    if arguments.json:
        print(json.dumps(results, indent=1))


main()

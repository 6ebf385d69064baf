#!/usr/bin/env python3
"""Every operation on tiles, for every element type, on shapes that do and do not divide their tiles: a generated
program that compares with a reference computed in double on the host.

    matrix.py --write FILE.cpp [--type float]     the program; FILE.cpp may be - for the standard output
    matrix.py --gpuc GPUC [--device cpu]          writes, builds and runs one program per element type
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

FLOATS = ["float", "double", "gpuc::half", "gpuc::bfloat16"]
INTEGERS = ["int", "unsigned", "long", "unsigned long"]
TYPES = FLOATS + INTEGERS

# Tile and tensor; the second and third do not divide.
SHAPES = [((128,), (1024,)), ((64,), (1000,)), ((512,), (77,)), ((4, 32), (8, 64)), ((16, 16), (33, 41)),
          ((1, 256), (5, 200)), ((32, 1), (70, 3)), ((64, 64), (64, 130)), ((2, 4, 32), (5, 7, 50))]

# name, tile expression of tiles a and b, reference of the doubles a and b, for which types.
ANY, FLOAT, INTEGER, SIGNED = "any", "float", "integer", "signed"
OPERATIONS = [
    ("add", "a + b", "a + b", ANY),
    ("sub", "a - b", "a - b", SIGNED),
    ("mul", "a * b", "a * b", ANY),
    ("div", "a / (b + one)", "quotient(a, b + 1)", ANY),
    ("scalar", "one + a * T(3)", "1 + a * 3", ANY),
    ("rem", "a % (b + one)", "std::fmod(a, b + 1)", INTEGER),
    ("bits", "(a & b) | (a ^ (b << one))", "double((long(a) & long(b)) | (long(a) ^ (long(b) << 1)))", INTEGER),
    ("shr", "a >> one", "double(long(a) >> 1)", INTEGER),
    ("minimum", "gpuc::min(a, b)", "std::fmin(a, b)", ANY),
    ("maximum", "gpuc::max(a, b)", "std::fmax(a, b)", ANY),
    ("negate", "-a", "-a", SIGNED),
    ("absolute", "gpuc::abs(-a)", "std::fabs(a)", SIGNED),
    ("choose", "gpuc::select(a < b, a, b + one)", "a < b ? a : b + 1", ANY),
    ("equal", "gpuc::select((a == b) | !(a >= b), b, a)", "a == b || !(a >= b) ? b : a", ANY),
    ("floor", "gpuc::floor(a * T(0.3f)) + gpuc::ceil(b * T(0.7f))",
     "std::floor(round_to(a * real(T(0.3f)))) + std::ceil(round_to(b * real(T(0.7f))))", FLOAT),
    ("sqrt", "gpuc::sqrt(a) + gpuc::rsqrt(b + one)", "std::sqrt(a) + 1 / std::sqrt(b + 1)", FLOAT),
    ("exp", "gpuc::exp(-a * T(0.25f)) + gpuc::exp2(-b * T(0.25f))", "std::exp(-a * 0.25) + std::exp2(-b * 0.25)", FLOAT),
    ("log", "gpuc::log(a + one) + gpuc::log2(b + one)", "std::log(a + 1) + std::log2(b + 1)", FLOAT),
    ("sine", "gpuc::sin(a) + gpuc::cos(b)", "std::sin(a) + std::cos(b)", FLOAT),
    ("tanh", "gpuc::tanh(a * T(0.25f)) + gpuc::erf(b * T(0.25f))", "std::tanh(a * 0.25) + std::erf(b * 0.25)", FLOAT),
    ("power", "gpuc::pow(a + one, T(0.5f)) + gpuc::atan2(a, b + one)", "std::sqrt(a + 1) + std::atan2(a, b + 1)", FLOAT),
    ("fma", "gpuc::fma(a, b, a)", "a * b + a", FLOAT),
    ("through_float", "gpuc::tile_cast<T>(gpuc::tile_cast<float>(a) + 0.0f)", "a", ANY),
    ("through_double", "gpuc::tile_cast<T>(gpuc::tile_cast<double>(a) * 2.0)", "a * 2", ANY),
    ("through_int", "gpuc::tile_cast<T>(gpuc::tile_cast<int>(a) + 1)", "double(long(a)) + 1", ANY),
    ("through_half", "gpuc::tile_cast<T>(gpuc::tile_cast<gpuc::half>(a))", "a", ANY),
    ("through_bool", "gpuc::tile_cast<T>(gpuc::tile_cast<bool>(a))", "a != 0 ? 1 : 0", ANY),
    ("reshaped", "gpuc::reshape<NUMBERS>(gpuc::reshape<SIZE>(a) + one)", "a + 1", ANY),
    ("loop", "repeated(a, b, 3)", "repeated(a, b, 3)", ANY),
]


def fits(kind, element):
    return (kind == ANY or (kind == FLOAT and element in FLOATS) or (kind == INTEGER and element in INTEGERS)
            or (kind == SIGNED and not element.startswith("unsigned")))


PRELUDE = """// Written by tests/tile/matrix.py.
#include <gpuc/gpuc.hpp>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

using T = %(element)s;
constexpr double epsilon = %(epsilon)s;

// What a value is in T, and what a division of T's gives.
inline double round_to(double value) { return %(round)s; }
inline double quotient(double a, double b) { return %(quotient)s; }
inline double repeated(double a, double b, int times) {
  for (int i = 0; i < times; ++i) {
    if (i & 1) a = round_to(a + b);
    else std::swap(a, b);
  }
  return a;
}

namespace [[gpuc::module]] kernels {

// A swap and an accumulation carried by a loop, under a condition.
template <class A>
A repeated(A a, A b, int times) {
  for (int i = 0; i < times; ++i) {
    if (i & 1) a += b;
    else std::swap(a, b);
  }
  return a;
}

"""

CHECKS = """}  // namespace kernels

int failures = 0, checks = 0;

inline void check(const char* name, std::size_t index, T found, double expected, double scale = 0) {
  ++checks;
  double got = double(%(to_float)s(found)), tolerance = epsilon * std::fmax(std::fmax(1, std::fabs(expected)), scale);
  if (std::fabs(got - expected) <= tolerance) return;
  if (++failures <= 20) std::printf("%%s at %%zu: %%g instead of %%g\\n", name, index, got, expected);
}

std::mt19937 generator(7);
std::vector<T> numbers(std::size_t count) {
  std::uniform_int_distribution<int> any(0, 32);
  std::vector<T> made(count);
  for (T& value : made) value = T(%(literal)s(any(generator))%(quarter)s);
  return made;
}
inline double real(T value) { return double(%(to_float)s(value)); }

"""


def product(numbers):
    total = 1
    for number in numbers:
        total *= number
    return total


def numbers(values):
    return ", ".join(str(value) for value in values)


class Program:
    def __init__(self, element):
        floating = element in FLOATS
        small = element in ("gpuc::half", "gpuc::bfloat16")
        self.element = element
        self.kernels, self.calls = [], []
        self.words = {
            "element": element,
            "epsilon": {"float": "2e-6", "double": "1e-13", "gpuc::half": "3e-3", "gpuc::bfloat16": "3e-2"}.get(
                element, "0"),
            "round": "double(float(T(float(value))))" if small else "double(T(value))",
            "quotient": "a / b" if floating else "std::trunc(a / b)",
            "to_float": "float" if small else "",
            "literal": "float" if floating else "",
            "quarter": " * 0.25f" if floating else "",
        }
        self.floating = floating

    def run(self, name, tile, tensor, inputs, arguments, check):
        """A launch with `inputs` tensors of the output's shape, and the loop that checks it."""
        count = product(tensor)
        text = f"  {{  // {name} of {tile} on {tensor}\n"
        for each in inputs:
            text += f"    auto h{each} = numbers({count});\n"
            text += f"    auto t{each} = gpuc::tensor<T>::from_host(h{each}, {{{numbers(tensor)}}});\n"
        text += (f"    auto z = gpuc::empty<T>({{{numbers(tensor)}}}).partition(gpuc::tile_shape<{numbers(tile)}>);\n"
                 f"    std::vector<T> got = kernels::{name}(std::move(z){''.join(', ' + a for a in arguments)})"
                 f".first().unpartition().to_host().sync_on(stream);\n{check}  }}\n")
        self.calls.append(text)

    def elementwise(self, name, expression, reference):
        for rank in (1, 2, 3):
            # Not each with each: an operation meets two shapes of a rank, the next one the next two.
            shapes = [pair for pair in SHAPES if len(pair[0]) == rank]
            shapes = (shapes * 3)[len(self.kernels) % len(shapes):][: 1 if rank == 3 else 2]
            heads = ", ".join(f"int N{axis}" for axis in range(rank))
            names = ", ".join(f"N{axis}" for axis in range(rank))
            dims = ", ".join(f'"d{axis}"' for axis in range(rank))
            text = expression.replace("NUMBERS", names).replace("SIZE", " * ".join(f"N{a}" for a in range(rank)))
            self.kernels.append(
                f"template <{heads}>\n[[tile_kernel]] void {name}_{rank}(gpuc::out<T, gpuc::shape<{names}>, "
                f"gpuc::dims<{dims}>> z, gpuc::in<T, gpuc::dims<{dims}>> x, gpuc::in<T, gpuc::dims<{dims}>> y) {{\n"
                f"  [[maybe_unused]] const T one = T(1);\n  auto a = gpuc::load_like(x, z);\n"
                f"  [[maybe_unused]] auto b = gpuc::load_like(y, z, gpuc::pad::one);\n  z.store({text});\n}}\n")
            check = ("    for (std::size_t i = 0; i < got.size(); ++i) {\n"
                     "      [[maybe_unused]] double a = real(hx[i]), b = real(hy[i]);\n"
                     f"      check(\"{name}\", i, got[i], {reference}, std::fabs(a) + std::fabs(b));\n    }}\n")
            for tile, tensor in shapes:
                self.run(f"{name}_{rank}", tile, tensor, "xy", ["tx", "ty"], check)

    def reductions(self):
        for operation, combine, start, pad in (("sum", "s + v", "0", "zero"), ("max", "std::fmax(s, v)", "-1e9", "lowest"),
                                               ("min", "std::fmin(s, v)", "1e9", "highest")):
            for axis in (0, 1):
                name = f"{operation}_{axis}"
                self.kernels.append(
                    f"template <int M, int N>\n[[tile_kernel]] void {name}(gpuc::out<T, gpuc::shape<M, N>, "
                    f'gpuc::dims<"r", "c">> z, gpuc::in<T, gpuc::dims<"r", "c">> x) {{\n'
                    f"  auto t = gpuc::load_like(x, z, gpuc::pad::{pad});\n"
                    f"  z.store(t - t + gpuc::reduce_{operation}<{axis}>(t));\n}}\n")
                # Of one tile, from its own elements inside of the tensor.
                along = "i" if axis == 0 else "j"
                for tile, tensor in [pair for pair in SHAPES if len(pair[0]) == 2]:
                    rows, columns = tensor
                    index = "(k * C + j)" if axis == 0 else "(i * C + k)"
                    limit, step = ("R", tile[0]) if axis == 0 else ("C", tile[1])
                    check = (f"    constexpr std::size_t R = {rows}, C = {columns};\n"
                             "    for (std::size_t i = 0; i < R; ++i)\n      for (std::size_t j = 0; j < C; ++j) {\n"
                             f"        double s = {start}, all = 0;\n"
                             f"        std::size_t first = {along} / {step} * {step};\n"
                             f"        for (std::size_t k = first; k < first + {step} && k < {limit}; ++k) {{\n"
                             f"          double v = real(hx[{index}]);\n          s = {combine};\n"
                             "          all += std::fabs(v);\n        }\n"
                             f"        check(\"{name}\", i * C + j, got[i * C + j], s, all);\n      }}\n")
                    self.run(name, tile, tensor, "x", ["tx"], check)

    def transposition(self):
        self.kernels.append(
            "template <int M, int N>\n[[tile_kernel]] void transposed(gpuc::out<T, gpuc::shape<M, N>, "
            'gpuc::dims<"r", "c">> z, gpuc::in<T, gpuc::dims<"c", "r">> x) {\n'
            "  auto [r, c] = z.index();\n  z.store(gpuc::transpose(gpuc::tiles<N, M>(x).load(c, r)));\n}\n")
        for tile, (rows, columns) in [pair for pair in SHAPES if len(pair[0]) == 2]:
            text = (f"  {{\n    auto hx = numbers({rows * columns});\n"
                    f"    auto tx = gpuc::tensor<T>::from_host(hx, {{{columns}, {rows}}});\n"
                    f"    auto z = gpuc::empty<T>({{{rows}, {columns}}}).partition(gpuc::tile_shape<{numbers(tile)}>);\n"
                    "    std::vector<T> got = kernels::transposed(std::move(z), tx).first().unpartition().to_host()"
                    f".sync_on(stream);\n    for (std::size_t i = 0; i < {rows}; ++i)\n"
                    f"      for (std::size_t j = 0; j < {columns}; ++j)\n"
                    f"        check(\"transposed\", i * {columns} + j, got[i * {columns} + j], real(hx[j * {rows} + i]));\n"
                    "  }\n")
            self.calls.append(text)

    def counting(self):
        self.kernels.append(
            "template <int M, int N>\n[[tile_kernel]] void counted(gpuc::out<T, gpuc::shape<M, N>> z, "
            "gpuc::out<T, gpuc::shape<M, N>> w) {\n"
            "  auto row = gpuc::reshape<M, 1>(gpuc::iota_tile<int, M>());\n"
            "  auto column = gpuc::reshape<1, N>(gpuc::iota_tile<int, N>());\n"
            "  z.store(gpuc::tile_cast<T>(row * 2 + column));\n  w.store(gpuc::tile_cast<T>(column));\n}\n")
        for tile, (rows, columns) in [pair for pair in SHAPES if len(pair[0]) == 2]:
            shape = f"({{{rows}, {columns}}}).partition(gpuc::tile_shape<{numbers(tile)}>)"
            self.calls.append(
                f"  {{\n    auto both = kernels::counted(gpuc::empty<T>{shape}, gpuc::empty<T>{shape}).sync_on(stream);\n"
                "    auto [z, w] = std::move(both);\n"
                "    std::vector<T> got = std::move(z).unpartition().to_host().sync_on(stream);\n"
                "    std::vector<T> second = std::move(w).unpartition().to_host().sync_on(stream);\n"
                f"    for (std::size_t i = 0; i < {rows}; ++i)\n      for (std::size_t j = 0; j < {columns}; ++j) {{\n"
                f"        check(\"counted\", i * {columns} + j, got[i * {columns} + j], "
                f"round_to(double(i % {tile[0]} * 2 + j % {tile[1]})));\n"
                f"        check(\"counted\", i * {columns} + j, second[i * {columns} + j], "
                f"round_to(double(j % {tile[1]})));\n      }}\n  }}\n")

    def products(self):
        self.kernels.append(
            "template <int M, int N, int K>\n[[tile_kernel]] void product(gpuc::out<float, gpuc::shape<M, N>, "
            'gpuc::dims<"m", "n">> c, gpuc::in<T, gpuc::dims<"m", "k">> a, gpuc::in<T, gpuc::dims<"k", "n">> b, '
            "gpuc::static_int<K>) {\n  auto pa = gpuc::tiles<M, K>(a);\n  auto pb = gpuc::tiles<K, N>(b);\n"
            "  auto [m, n] = c.index();\n  auto sum = gpuc::zeros_tile<float, M, N>();\n"
            "  for (auto k : gpuc::axis<1>(pa)) sum = gpuc::mma(pa.load(m, k), pb.load(k, n), sum);\n"
            "  c.store(sum);\n}\n")
        for (m, n, k), (rows, columns, depth) in (((16, 8, 16), (32, 24, 48)), ((64, 64, 32), (100, 70, 50)),
                                                  ((128, 32, 16), (130, 40, 33)), ((32, 128, 64), (40, 200, 100)),
                                                  ((128, 128, 32), (200, 150, 64))):
            self.calls.append(
                f"  {{\n    auto ha = numbers({rows * depth}), hb = numbers({depth * columns});\n"
                f"    auto ta = gpuc::tensor<T>::from_host(ha, {{{rows}, {depth}}});\n"
                f"    auto tb = gpuc::tensor<T>::from_host(hb, {{{depth}, {columns}}});\n"
                f"    auto tc = gpuc::empty<float>({{{rows}, {columns}}}).partition(gpuc::tile_shape<{m}, {n}>);\n"
                f"    std::vector<float> got = kernels::product(std::move(tc), ta, tb, gpuc::static_int<{k}>{{}})"
                ".first().unpartition().to_host().sync_on(stream);\n"
                f"    for (std::size_t i = 0; i < {rows}; ++i)\n      for (std::size_t j = 0; j < {columns}; ++j) {{\n"
                f"        double s = 0;\n        for (std::size_t q = 0; q < {depth}; ++q)\n"
                f"          s += real(ha[i * {depth} + q]) * real(hb[q * {columns} + j]);\n        ++checks;\n"
                f"        if (std::fabs(got[i * {columns} + j] - s) > 1e-5 * std::fmax(1, s) && ++failures <= 20)\n"
                f"          std::printf(\"product {m} x {n} x {k} at %zu, %zu: %g instead of %g\\n\", i, j, "
                f"double(got[i * {columns} + j]), s);\n      }}\n  }}\n")

    def text(self):
        for name, expression, reference, kind in OPERATIONS:
            if fits(kind, self.element):
                self.elementwise(name, expression, reference)
        self.reductions()
        self.transposition()
        self.counting()
        if self.element in ("gpuc::half", "gpuc::bfloat16"):
            self.products()
        main = ("int main() try {\n  gpuc::context ctx;\n  auto stream = ctx.new_stream();\n"
                + "".join(self.calls)
                + "  if (failures != 0) return std::printf(\"FAILED: %d of %d checks\\n\", failures, checks), 1;\n"
                  "  std::printf(\"PASSED: %d checks\\n\", checks);\n  return checks == 0;\n} catch (const gpuc::error& e) {\n  return gpuc::report(e);\n}\n")
        return PRELUDE % self.words + "\n".join(self.kernels) + CHECKS % self.words + main


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--type", choices=TYPES, action="append")
    parser.add_argument("--gpuc")
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    types = options.type or TYPES
    if options.write:
        text = Program(types[0]).text()
        print(text, end="") if str(options.write) == "-" else options.write.write_text(text)
        return 0
    failed = []
    for element in types:
        with tempfile.TemporaryDirectory(prefix="gpuc-tile-") as folder:
            source = pathlib.Path(folder, "matrix.cpp")
            source.write_text(Program(element).text())
            environment = dict(os.environ, GPUC_DEVICE=options.device)
            result = subprocess.run([os.path.abspath(options.gpuc), "run", str(source)], cwd=folder, env=environment, text=True,
                                    capture_output=True)
            print(f"{element}: {result.stdout.strip() or 'no output'}")
            if result.returncode != 0:
                failed.append(element)
                print(result.stderr[-4000:])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

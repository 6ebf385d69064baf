#!/usr/bin/env python3
"""Writes a program that passes structures of many layouts to kernels and has every byte of every member sent back.

A kernel's parameters do not travel as the x86 calling convention would send them; whether offsets, padding, bit-fields
and alignments agree between host and device is what the program finds out. Each structure goes
- by value, between two scalars: `echo`,
- through device memory, each thread copying an element member by member: `copy`,
- every third one as a capture of a closure: `apply`.
The expected bytes are computed here, not by the compiler under test. The same program is written every time.
"""
import random

SEED = 20240229
BLOCK = 64

# Type, bytes, how a value is made from its bits.
INTEGERS = [("signed char", 1), ("unsigned char", 1), ("char", 1), ("short", 2), ("unsigned short", 2), ("char16_t", 2),
            ("int", 4), ("unsigned", 4), ("wchar_t", 4), ("long long", 8), ("unsigned long", 8)]
ENUMS = [("small", 1), ("medium", 2), ("plain", 4), ("large", 8)]
FLOATS = [("_Float16", 2), ("__bf16", 2), ("float", 4), ("double", 8)]
OTHERS = [("bool", 1), ("__int128", 16), ("float4", 16), ("short2", 4), ("int2", 8)]
SCALARS = INTEGERS + ENUMS + FLOATS + OTHERS
BIT_FIELDS = [("unsigned char", 8), ("short", 16), ("int", 32), ("unsigned", 32), ("long long", 64), ("bool", 1),
              ("small", 8), ("medium", 16)]
SIGNED = {"short", "int", "long long"}
# Exponents of all ones are left out: a conversion on the way may change the bits of a NaN.
EXPONENT = {"_Float16": 0x0400, "__bf16": 0x0080, "float": 0x00800000, "double": 1 << 52}

PROLOGUE = """\
// Written by echo_structs.py: layouts of kernel parameters.
#include <gpuc/gpuc.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <vector>

enum class small : unsigned char {};
enum class medium : unsigned short {};
enum plain : int { first, last = 0x7fffffff };
enum class large : unsigned long long {};
typedef float float4 __attribute__((vector_size(16)));
typedef short short2 __attribute__((vector_size(4)));
typedef int int2 __attribute__((vector_size(8)));
struct nothing {};
struct nothing_else {};

// Writes the bytes of members one after another.
struct writer {
    unsigned char* to;

    template <class T>
    void add(T member) {      // by value: a bit-field or packed member cannot be referred to
        std::memcpy(to, &member, sizeof(T));
        to += sizeof(T);
    }
};
"""

MAIN = """\
// Counts what differs and says where the first difference is.
static bool same(const char* what, std::span<const unsigned char> expected, std::span<const unsigned char> got) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (expected[i] != got[i]) {
            std::fprintf(stderr, "%s: byte %zu is 0x%02x, not 0x%02x\\n", what, i, got[i], expected[i]);
            return false;
        }
    }
    return expected.size() == got.size();
}

"""


class Member:
    """A line of a structure, and the scalars in it: (path, type, value as bits, bits)."""

    def __init__(self, declaration, leaves):
        self.declaration, self.leaves = declaration, leaves


class Struct:
    def __init__(self, name, members=(), bases=(), attribute="", keyword="struct"):
        self.name, self.members, self.bases = name, list(members), list(bases)
        self.attribute, self.keyword = attribute, keyword

    def leaves(self):
        return [leaf for base in self.bases if isinstance(base, Struct) for leaf in base.leaves()] + \
               [leaf for member in self.members for leaf in member.leaves]

    def definition(self):
        bases = ", ".join(base.name if isinstance(base, Struct) else base for base in self.bases)
        lines = "".join(f"    {member.declaration}\n" for member in self.members)
        return f"{self.keyword} {self.attribute}{self.name}{' : ' if bases else ''}{bases} {{\n{lines}}};\n"


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.structs, self.names = [], 0

    def name(self):
        self.names += 1
        return f"m{self.names}"

    def bits(self, kind, size):
        """A value that the type has, as an unsigned number."""
        if kind == "bool":
            return self.random.randint(0, 1)
        if kind == "plain":
            return self.random.getrandbits(31)
        value = self.random.getrandbits(8 * size)
        return value & ~EXPONENT[kind] if kind in EXPONENT else value if kind != "float4" else \
            sum((value >> 32 * i & 0xFF7FFFFF) << 32 * i for i in range(4))

    def scalar(self, kind=None, before=""):
        kind, size = kind if kind else self.random.choice(SCALARS)
        name = self.name()
        return Member(f"{before}{kind} {name};", [(name, kind, self.bits(kind, size), 0)])

    def array(self, kind=None, counts=None):
        kind, size = kind or self.random.choice(SCALARS)
        counts = counts or self.random.choice([[1], [2], [3], [5], [7], [2, 3]])
        name, places = self.name(), [""]
        for count in counts:
            places = [f"{place}[{i}]" for place in places for i in range(count)]
        return Member(f"{kind} {name}{''.join(f'[{count}]' for count in counts)};",
                      [(name + place, kind, self.bits(kind, size), 0) for place in places])

    def standard_array(self):
        kind, size = self.random.choice(SCALARS)
        name, count = self.name(), self.random.randint(1, 4)
        return Member(f"std::array<{kind}, {count}> {name};",
                      [(f"{name}[{i}]", kind, self.bits(kind, size), 0) for i in range(count)])

    def bit_field(self):
        if self.random.random() < 0.1:
            return Member("int : 0;", [])
        kind, most = self.random.choice(BIT_FIELDS)
        width, name = self.random.randint(1, most), self.name()
        return Member(f"{kind} {name} : {width};", [(name, kind, self.random.getrandbits(width), width)])

    def nested(self, of=None):
        inner = of or self.random.choice(self.structs)
        name = self.name()
        # Values of its own.
        leaves = [(f"{name}.{path}", kind, self.random.getrandbits(bits) if bits else
                   self.bits(kind, dict(SCALARS)[kind]), bits) for path, kind, _, bits in inner.leaves()]
        return Member(f"{self.random.choice(['', '', '[[no_unique_address]] '])}{inner.name} {name};", leaves)

    def add(self, members=(), bases=(), attribute="", keyword="struct"):
        self.structs.append(Struct(f"s{len(self.structs):02}", members, bases, attribute, keyword))
        return self.structs[-1]

    def union(self):
        kind, size = self.random.choice([row for row in INTEGERS + FLOATS if row[1] > 1])
        name, raw = self.name(), self.name()
        leaves = [(f"{raw}[{i}]", "unsigned char", self.random.getrandbits(8), 0) for i in range(size)]
        return self.add([Member(f"{kind} {name};", []), Member(f"unsigned char {raw}[{size}];", leaves)],
                        keyword="union")

    def member(self):
        makers = [self.scalar] * 5 + [self.array, self.standard_array, self.nested] + [self.bit_field] * 2
        return self.random.choice(makers)()

    def packed_member(self):
        """No std::array: its operator[] would be called on an object that is not aligned as its type says."""
        makers = [self.scalar] * 3 + [self.array, self.bit_field, lambda: self.nested(self.structs[20])]
        return self.random.choice(makers)()

    def generate(self):
        # Every size from 1 to 17 bytes, and those that the calling convention treats differently.
        for size in list(range(1, 18)) + [24, 32, 33]:
            self.add([self.array(("unsigned char", 1), [size])])
        self.add([self.scalar(("float", 4)) for _ in range(3)])
        self.add([self.scalar(("int", 4)) for _ in range(2)])
        self.add([self.scalar(kind) for kind in [("char", 1), ("double", 8), ("short", 2), ("long long", 8)]] +
                 [self.array(("char", 1), [3])])
        self.add([self.scalar(("float", 4)), self.scalar(("int", 4)), self.scalar(("double", 8))])
        self.add([self.scalar(kind) for kind in [("_Float16", 2), ("__bf16", 2), ("_Float16", 2)]])
        self.add([])
        self.add([Member("nothing n;", []), self.scalar(("int", 4))], bases=["nothing"])
        self.add([self.scalar(("char", 1))], bases=["nothing", "nothing_else"])
        self.add([self.scalar(("__int128", 16)), self.scalar(("bool", 1))])
        self.add([self.array(("unsigned", 4), [1000])])
        for _ in range(4):
            union = self.union()
            self.add([self.scalar(), self.nested(union), self.scalar()])
        for alignment in (8, 16, 32, 64, 128):
            self.add([self.scalar(("char", 1)), self.scalar(before=f"alignas({alignment}) "), self.scalar()])
            self.add([self.scalar(), self.scalar()], attribute=f"alignas({alignment}) ")
        for _ in range(6):
            self.add([self.bit_field() for _ in range(self.random.randint(1, 9))])
        for _ in range(6):
            self.add([self.packed_member() for _ in range(self.random.randint(2, 5))], attribute="[[gnu::packed]] ")
        while len(self.structs) < 72:
            plain = [struct for struct in self.structs if struct.keyword == "struct" and not struct.bases]
            bases = self.random.sample(plain, self.random.choice([0, 0, 1, 2]))
            if self.random.random() < 0.3:
                bases.append(self.random.choice(["nothing", "nothing_else"]))
            self.add([self.member() for _ in range(self.random.randint(1, 8))], bases)
        return self.structs


def literal(kind, bits, width):
    """A C++ expression for the value."""
    if kind == "__int128":
        return f"static_cast<__int128>((static_cast<unsigned __int128>({bits >> 64:#x}) << 64) | {bits & 2**64 - 1:#x})"
    if width or kind == "bool":
        return f"static_cast<{kind}>({signed(kind, bits, width)})"
    if kind == "float4":
        words = ", ".join(f"{bits >> 32 * i & 0xFFFFFFFF:#x}u" for i in range(4))
        return f"std::bit_cast<float4>(std::array<unsigned, 4>{{{words}}})"
    size = dict(SCALARS)[kind]
    return f"std::bit_cast<{kind}>(std::uint{8 * size}_t{{{bits:#x}}})"


def signed(kind, bits, width):
    return bits - (1 << width) if kind in SIGNED and width and bits >> width - 1 else bits


def stored(kind, bits, width):
    """The bytes that the member has once it is read as its type."""
    size = dict(SCALARS)[kind]
    return (signed(kind, bits, width) & (1 << 8 * size) - 1).to_bytes(size, "little")


def listed(values):
    rows = [values[i:i + 24] for i in range(0, len(values), 24)]
    return "".join(f"\n        {', '.join(str(value) for value in row)}," for row in rows)


def for_each(leaves, line):
    """A line of C++ for each leaf; a loop for an array that is long."""
    if len(leaves) >= 1000:
        name = leaves[0][0].split("[")[0]
        return f"    for (unsigned i = 0; i < {len(leaves)}; ++i) {line((f'{name}[i]', *leaves[0][1:]))}\n"
    return "".join(f"    {line(leaf)}\n" for leaf in leaves)


def program():
    generator = Generator(SEED)
    structs = generator.generate()
    definitions, kernels, tests = "", "", ""
    around = {}
    for struct in structs:
        leaves = struct.leaves()
        definitions += f"\n{struct.definition()}static void collect(writer& to, const {struct.name}& v) {{\n"
        definitions += for_each(leaves, lambda leaf: f"to.add(static_cast<{leaf[1]}>(v.{leaf[0]}));")
        definitions += "}\n" if leaves else "    (void)to, (void)v;\n}\n"

        before, after = (generator.random.choice(SCALARS) for _ in range(2))
        scalars = [(kind, generator.bits(kind, size), 0) for kind, size in (before, after)]
        own = b"".join(stored(*leaf[1:]) for leaf in leaves)
        expected = stored(*scalars[0]) + own + stored(*scalars[1])
        number = struct.name[1:]
        kernels += f"""
[[kernel]] [[gpuc::launch_contract(gpuc::contract{{.domain = 1, .block = {{{BLOCK}}}}})]]
void echo{number}({before[0]} before, {struct.name} value, {after[0]} after, gpuc::disjoint_slice<unsigned char> out) {{
    auto idx = gpuc::thread::index_1d();
    if (auto slot = out.get_if(idx)) {{
        unsigned char all[{len(expected)}];
        writer to{{all}};
        to.add(before);
        collect(to, value);
        to.add(after);
        *slot = all[idx.get()];
    }}
}}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{{.domain = 1, .block = {{{BLOCK}}}}})]]
void copy{number}(gpuc::slice<const {struct.name}> in, gpuc::disjoint_slice<{struct.name}> out) {{
    auto idx = gpuc::thread::index_1d();
    if (auto slot = out.get_if(idx)) {{
        auto& from = in[idx.get()];
        auto& to = *slot;
        (void)from, (void)to;
{for_each(leaves, lambda leaf: f"    to.{leaf[0]} = from.{leaf[0]};")}    }}
}}
"""
        tests += f"""static bool test{number}(gpuc::stream& stream, kernels::module_type& module) {{
    static const unsigned char expected[] = {{{listed(list(expected))}
    }};
    {before[0]} before = {literal(*scalars[0])};
    {after[0]} after = {literal(*scalars[1])};
    {struct.name} value{{}};
{assignments(leaves)}    bool good = true;

    auto out = gpuc::device_buffer<unsigned char>::zeroed(stream, {len(expected)});
    module.echo{number}(stream, module.prepare_echo{number}(gpuc::covering(out)), before, value, after, out);
    good &= same("{struct.name} by value", expected, out.to_host(stream));

    std::vector<{struct.name}> three(3);
    three[1] = value;
    auto from = gpuc::device_buffer<{struct.name}>::from_host(stream, three);
    auto to = gpuc::device_buffer<{struct.name}>::zeroed(stream, 3);
    module.copy{number}(stream, module.prepare_copy{number}(gpuc::covering(to)), from, to);
    unsigned char copied[{len(expected)}];
    writer collected{{copied}};
    collected.add(before);
    collect(collected, to.to_host(stream)[1]);
    collected.add(after);
    good &= same("{struct.name} in memory", expected, copied);
"""
        if int(number) % 3 == 0:
            tests += f"""
    auto closure = [=] {{
        std::array<unsigned char, {len(expected)}> all;
        writer to{{all.data()}};
        to.add(before);
        collect(to, value);
        to.add(after);
        return all;
    }};
    auto captured = gpuc::device_buffer<unsigned char>::zeroed(stream, {len(expected)});
    auto prepared = module.prepare_apply(gpuc::covering(captured), closure, captured);
    module.apply(stream, prepared, closure, captured);
    good &= same("{struct.name} captured", expected, captured.to_host(stream));
"""
        tests += "    return good;\n}\n\n"
    kernels += f"""
template <class F>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{{.domain = 1, .block = {{{BLOCK}}}}})]]
void apply(F f, gpuc::disjoint_slice<unsigned char> out) {{
    auto idx = gpuc::thread::index_1d();
    if (auto slot = out.get_if(idx)) *slot = f()[idx.get()];
}}
"""
    calls = "".join(f"    passed += test{struct.name[1:]}(stream, module);\n" for struct in structs)
    return (f"// prints: PASSED: {len(structs)} structures, every byte of every member\n{PROLOGUE}{definitions}\n"
            f"namespace [[gpuc::module]] kernels {{\n{kernels}\n}}  // namespace kernels\n\n{MAIN}{tests}"
            "int main() try {\n    gpuc::context ctx;\n    auto stream = ctx.default_stream();\n"
            f"    auto module = kernels::load(ctx);\n    int passed = 0;\n{calls}"
            f"    if (passed != {len(structs)}) {{\n"
            "        std::fprintf(stderr, \"FAILED: only %d structures\\n\", passed);\n        return 1;\n    }\n"
            f"    std::printf(\"PASSED: {len(structs)} structures, every byte of every member\\n\");\n"
            "} catch (const gpuc::error& e) {\n    return gpuc::report(e);\n}\n")


def assignments(leaves):
    if len(leaves) >= 1000:
        name = leaves[0][0].split("[")[0]
        words = listed([f"{bits:#x}u" for _, _, bits, _ in leaves])
        return (f"    static const unsigned words[] = {{{words}\n    }};\n"
                f"    for (unsigned i = 0; i < {len(leaves)}; ++i) value.{name}[i] = words[i];\n")
    return "".join(f"    value.{path} = {literal(kind, bits, width)};\n" for path, kind, bits, width in leaves)


if __name__ == "__main__":
    print(program(), end="")

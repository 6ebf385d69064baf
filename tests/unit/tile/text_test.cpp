#include "tool/tile/ir.h"

#include <doctest/doctest.h>

using namespace gpuc::tool::tile;

namespace {

std::string body(const std::string& lines) { return "tile @f threads 128 {\nblock entry ->\n" + lines + "}\n"; }

// What the verifier says of a function that can be parsed.
std::string wrong(const std::string& lines) {
  Parsed parsed = parse(body(lines));
  REQUIRE_MESSAGE(parsed.function, parsed.error);
  return verify(*parsed.function);
}

}  // namespace

TEST_CASE("what is printed is parsed again") {
  std::string text = body("  %0 = load bf16[2,4,8] $x (0, $i, $j) of ($a, $b, $c) pad highest @ registers(0,5) "
                          "threads(1,2,3,4,-)\n"
                          "  %1 = permute order 36 bf16[2,4,8] %0\n"
                          "  %2 = convert bf16[2,4,8] %1 @ registers() threads(0,1,2,3,4,5) shared 16 + 64 barrier\n"
                          "  %3 = iota axis 1 i64[1,1]\n"
                          "  scalar i64[1,1] %3\n");
  Parsed parsed = parse(text);
  REQUIRE_MESSAGE(parsed.function, parsed.error);
  CHECK(print(*parsed.function) == text);
}

TEST_CASE("errors have a line") {
  CHECK(parse(body("  %0 = fill f32[4] 0\n")).error == "line 3: no operation 'fill'");
  CHECK(parse(body("  %0 = full f32[3] 0\n")).error == "line 3: an extent is a power of two");
  CHECK(parse(body("  %0 = full f16[4] 0\n  %1 = neg f16[4] %7\n")).error == "line 4: %7 is not defined");
  CHECK(parse(body("  store f32[4]\n")).error.starts_with("line 4: expected '%'"));
  CHECK(parse("tile @f threads 128 {\nblock a -> b\n}\n").error == "line 3: block 'b' is not defined");
}

TEST_CASE("the verifier") {
  CHECK(wrong("  %0 = full f32[4] 0\n  %1 = exp f32[4] %0\n").empty());
  CHECK(wrong("  %1 = exp f32[4] %0\n  %0 = full f32[4] 0\n") ==
        "exp in block entry: an operand is used before its definition");
  CHECK(wrong("  %0 = full f32[4] 0\n  %1 = broadcast f32[8] %0\n") ==
        "broadcast in block entry: only an axis of extent 1 is repeated");
  CHECK(wrong("  %0 = full f32[16,16] 0\n  %1 = mma f32[16,16] %0, %0, %0\n") ==
        "mma in block entry: mma multiplies half or bfloat16 and adds in float");
  CHECK(wrong("  %0 = full f32[4] 0 @ registers(0) threads(0)\n") ==
        "full in block entry: the layout does not cover the tile");
}

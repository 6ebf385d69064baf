#include "tool/base/hash.h"

#include <doctest/doctest.h>

namespace gpuc::tool {
namespace {

TEST_CASE("fields do not run together") {
  CHECK(Hasher().add("ab").add("c").digest() != Hasher().add("a").add("bc").digest());
  CHECK(Hasher().add("").digest() != Hasher().digest());
  CHECK(Hasher().add("a").add(1).digest() == Hasher().add("a").add(1).digest());
}

TEST_CASE("known values") {
  // XXH3, 64 bits, seed 0.
  CHECK(hashText(hashBytes("")) == "2d06800538d394c2");
  CHECK(hashText(0x123456789abcdef0) == "123456789abcdef0");
  CHECK(hashText(1) == "0000000000000001");
}

}  // namespace
}  // namespace gpuc::tool

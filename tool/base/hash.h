// The 64-bit content hash (XXH3) behind fingerprints, caches and generated names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gpuc::tool {

std::uint64_t hashBytes(std::string_view bytes);

// Hashes a sequence of fields; each is delimited, so that ("ab", "c") differs from ("a", "bc").
class Hasher {
 public:
  Hasher& add(std::string_view field);
  Hasher& add(std::uint64_t field);
  std::uint64_t digest() const { return hashBytes(bytes); }

 private:
  std::string bytes;
};

// 16 lower-case hexadecimal digits.
std::string hashText(std::uint64_t hash);

}  // namespace gpuc::tool

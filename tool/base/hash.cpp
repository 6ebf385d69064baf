#include "tool/base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace gpuc::tool {

std::uint64_t hashBytes(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

Hasher& Hasher::add(std::string_view field) {
  add(static_cast<std::uint64_t>(field.size()));
  bytes += field;
  return *this;
}

Hasher& Hasher::add(std::uint64_t field) {
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(field >> shift);
  return *this;
}

std::string hashText(std::uint64_t hash) {
  std::string text(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4) text[i] = "0123456789abcdef"[hash & 15];
  return text;
}

}  // namespace gpuc::tool

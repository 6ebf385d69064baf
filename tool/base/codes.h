// The diagnostic codes of codes.def as an enumeration, and what is known about each.
#pragma once

#include "tool/base/diagnostic.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gpuc::tool {

enum class Code : int {
#define GPUC_CODE(number, symbol, severity, title) symbol = number,
#include "tool/base/codes.def"
#undef GPUC_CODE
};

struct CodeInfo {
  Code code;
  Severity severity;
  const char* title;
};

// In the order of codes.def, which is ascending.
std::span<const CodeInfo> allCodes();

// Null for a number that no code has.
const CodeInfo* findCode(int number);

// "GPUC0221"
std::string codeName(int number);

// Accepts "GPUC0221", "gpuc221", "0221" and "221"; the number need not be a code.
std::optional<int> parseCodeNumber(std::string_view text);

}  // namespace gpuc::tool

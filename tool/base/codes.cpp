#include "tool/base/codes.h"

#include <algorithm>
#include <charconv>

namespace gpuc::tool {

namespace {

constexpr CodeInfo kCodes[] = {
#define GPUC_CODE(number, symbol, severity, title) {Code::symbol, Severity::severity, title},
#include "tool/base/codes.def"
#undef GPUC_CODE
};

static_assert(std::ranges::is_sorted(kCodes, std::ranges::less_equal{},
                                     [](const CodeInfo& info) { return static_cast<int>(info.code); }),
              "codes.def is in ascending order, without repetition");

}  // namespace

std::span<const CodeInfo> allCodes() { return kCodes; }

const CodeInfo* findCode(int number) {
  auto found = std::ranges::find(kCodes, static_cast<Code>(number), &CodeInfo::code);
  return found == std::end(kCodes) ? nullptr : found;
}

std::string codeName(int number) {
  std::string digits = std::to_string(number);
  return "GPUC" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

std::optional<int> parseCodeNumber(std::string_view text) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  constexpr std::string_view prefix = "gpuc";
  if (std::ranges::equal(text.substr(0, prefix.size()), prefix, {}, lower)) text.remove_prefix(prefix.size());
  int number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

}  // namespace gpuc::tool

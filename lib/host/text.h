// Messages are put together from pieces; <format> is not in this standard library.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace gpuc::detail {

inline void append(std::string& text, std::string_view piece) { text += piece; }
inline void append(std::string& text, char piece) { text += piece; }
template <std::integral I>
  requires(!std::same_as<I, char> && !std::same_as<I, bool>)
void append(std::string& text, I piece) {
  text += std::to_string(piece);
}

template <class... P>
std::string concat(const P&... pieces) {
  std::string text;
  (append(text, pieces), ...);
  return text;
}

/// "3 blocks", "1 block".
template <std::integral I>
std::string counted(I count, std::string_view noun) {
  return concat(count, ' ', noun, count == 1 ? "" : "s");
}

}  // namespace gpuc::detail

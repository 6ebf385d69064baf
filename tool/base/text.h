// Small helpers on text.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuc::tool {

namespace detail {
inline void append(std::string& out, std::string_view piece) { out += piece; }
inline void append(std::string& out, char piece) { out += piece; }
template <std::integral T>
void append(std::string& out, T piece) {
  out += std::to_string(piece);
}
}  // namespace detail

// The pieces (strings, characters, integers) joined.
template <class... Pieces>
std::string strCat(const Pieces&... pieces) {
  std::string out;
  (detail::append(out, pieces), ...);
  return out;
}

std::string join(std::span<const std::string> parts, std::string_view separator);
std::vector<std::string> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);

// Insertions, deletions, substitutions and transpositions of neighbours that lead from one to the other, letters
// compared without case.
std::size_t editDistance(std::string_view from, std::string_view to);

// The candidate that `word` was probably meant to be; empty when none is near.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

// "did you mean 'build'?", or empty when none is near.
std::string didYouMean(std::string_view word, std::span<const std::string> candidates);

// The 1-based line of a text, without its newline; empty when there is no such line.
std::string lineOf(std::string_view text, int line);

}  // namespace gpuc::tool

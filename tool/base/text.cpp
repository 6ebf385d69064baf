#include "tool/base/text.h"

#include <algorithm>
#include <utility>

namespace gpuc::tool {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string out;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) out += separator;
    out += part;
  }
  return out;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::size_t editDistance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> beforeLast, last(to.size() + 1), current(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      bool same = lower(from[i - 1]) == lower(to[j - 1]);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      bool swapped = i > 1 && j > 1 && lower(from[i - 1]) == lower(to[j - 2]) && lower(from[i - 2]) == lower(to[j - 1]);
      if (swapped) current[j] = std::min(current[j], beforeLast[j - 2] + 1);
    }
    beforeLast = std::exchange(last, current);
  }
  return last[to.size()];
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  // A third of the word may be wrong, at least one letter and at most three.
  std::size_t allowed = std::clamp<std::size_t>(word.size() / 3, 1, 3);
  std::string best;
  for (const std::string& candidate : candidates) {
    std::size_t distance = editDistance(word, candidate);
    if (distance > allowed || distance >= candidate.size()) continue;
    allowed = distance;
    if (best.empty() || distance < editDistance(word, best)) best = candidate;
  }
  return best;
}

std::string didYouMean(std::string_view word, std::span<const std::string> candidates) {
  std::string best = nearest(word, candidates);
  return best.empty() ? best : strCat("did you mean '", best, "'?");
}

std::string lineOf(std::string_view text, int line) {
  for (; line > 1; --line) {
    std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  std::string_view found = text.substr(0, text.find('\n'));
  if (found.ends_with('\r')) found.remove_suffix(1);
  return std::string(found);
}

}  // namespace gpuc::tool

// Looks at what an expression throws.
#pragma once

#include "gpuc/error.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace gpuc::testing {

/// The E that `action` throws must be of `kind` and `code` and mention all of `words`.
template <class E, class F>
void check_thrown(errc kind, std::string_view code, std::initializer_list<std::string_view> words, F&& action) {
  try {
    action();
  } catch (const E& e) {
    INFO(e.what());
    CHECK(e.kind() == kind);
    CHECK(e.code() == std::stoi(std::string(code.substr(4))));
    CHECK(std::string_view(e.what()).ends_with(std::string("(") + std::string(code) + ")"));
    for (std::string_view word : words) {
      INFO(std::string(word));
      CHECK(std::string_view(e.what()).find(word) != std::string_view::npos);
    }
    return;
  }
  FAIL_CHECK("nothing was thrown");
}

}  // namespace gpuc::testing

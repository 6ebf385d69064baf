// Errors as values: what every fallible function of tool/ returns. A class of its own rather than std::expected
// itself, so that dropping one is a warning and `return diag(...)` needs no std::unexpected.
#pragma once

#include "tool/base/codes.h"
#include "tool/base/diagnostic.h"

#include <expected>
#include <type_traits>
#include <utility>

namespace gpuc::tool {

template <class T>
class [[nodiscard]] Result : public std::expected<T, Diagnostic> {
  static_assert(!std::is_same_v<T, Diagnostic>, "a diagnostic would be both the value and the error");
  using Base = std::expected<T, Diagnostic>;

 public:
  using Base::Base;
  Result(Diagnostic diagnostic) : Base(std::unexpect, std::move(diagnostic)) {}

  // The value of a result that was looked at; for GPUC_TRY.
  T take() && {
    if constexpr (!std::is_void_v<T>) return *std::move(*this);
  }
};

// A diagnostic of `code`, with the severity that codes.def gives it.
Diagnostic diag(Code code, std::string message, std::string help = {});
Diagnostic diag(Code code, Place place, std::string message, std::string help = {});

}  // namespace gpuc::tool

// Evaluates to the value of a Result, or returns its diagnostic from the enclosing function.
#define GPUC_TRY(...)                                            \
  ({                                                             \
    auto gpucTryResult = (__VA_ARGS__);                          \
    if (!gpucTryResult) return std::move(gpucTryResult).error(); \
    std::move(gpucTryResult).take();                             \
  })

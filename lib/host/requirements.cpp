#include "lib/host/requirements.h"

#include "gpuc/error.hpp"
#include "lib/host/argument_fields.h"
#include "lib/host/text.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace gpuc::detail {

namespace {

// What the running body has said. Only the first failure matters; the body has no other effect.
struct findings {
  bool failed = false;
  bool failed_by_wrapping = false;
  bool wrapped = false;  // in the expression that is being evaluated
  std::uint32_t index = 0;
};

thread_local constinit findings current;

std::string integer_text(const abi::parameter& parameter, const void* object) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, object, parameter.size);
  if (parameter.integer == abi::integer_kind::unsigned_integer) return std::to_string(bits);
  unsigned unused = 64 - 8 * parameter.size;
  return std::to_string(static_cast<std::int64_t>(bits << unused) >> unused);
}

// "a.size() is 512", for each parameter that the requirement names and that has something to show.
std::string values_text(const abi::kernel& target, const abi::requirement& requirement, void* const* objects) {
  std::string text;
  auto add = [&](const auto&... pieces) { text += concat(text.empty() ? "" : ", ", pieces...); };
  for (std::uint32_t i = 0; i < target.parameter_count && i < 64; ++i) {
    if ((requirement.parameters >> i & 1) == 0) continue;
    const abi::parameter& parameter = target.parameters[i];
    if (is_matrix(parameter.kind)) {
      matrix_fields matrix = read_fields<matrix_fields>(objects[i]);
      add(parameter.name, ".rows() is ", matrix.rows);
      add(parameter.name, ".cols() is ", matrix.columns);
    } else if (is_view(parameter.kind)) {
      add(parameter.name, ".size() is ", read_fields<slice_fields>(objects[i]).size);
    } else if (parameter.integer != abi::integer_kind::none && parameter.size <= 8) {
      add(parameter.name, " is ", integer_text(parameter, objects[i]));
    }
  }
  return text;
}

[[noreturn]] void refuse(const abi::kernel& target, void* const* objects, const findings& found) {
  const abi::requirement& broken = target.requirements[std::min(found.index, target.requirement_count - 1)];
  errc kind = found.failed_by_wrapping ? errc::requirement_overflow : errc::size_requirement;
  const char* verdict = found.failed_by_wrapping ? "overflows" : "does not hold";
  std::string values = values_text(target, broken, objects);
  throw launch_error(kind, target.name,
                     concat("launch_requires(", broken.text, ") ", verdict, values.empty() ? "" : ": ", values, " (",
                            broken.file, ':', broken.line, ")",
                            found.failed_by_wrapping ? "; compute it in std::size_t" : ""));
}

}  // namespace

void check_requirements(const abi::kernel& target, void* const* objects) {
  if (target.requirement_count == 0) return;
  current = {};
  target.requirements_body(objects);
  if (current.failed) [[unlikely]]
    refuse(target, objects, current);
}

}  // namespace gpuc::detail

void __gpuc_requires(bool holds, std::uint32_t index) noexcept {
  using gpuc::detail::current;
  if (!current.failed && (!holds || current.wrapped)) {
    current.failed = true;
    current.failed_by_wrapping = current.wrapped;
    current.index = index;
  }
  current.wrapped = false;
}

void __gpuc_requirement_wrapped() noexcept { gpuc::detail::current.wrapped = true; }

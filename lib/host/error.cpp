#include "gpuc/error.hpp"

#include "gpuc/report.hpp"
#include "lib/host/text.h"

#include <cstdio>

namespace gpuc {

namespace {

std::string code_text(int code) {
  char text[16];
  std::snprintf(text, sizeof text, "GPUC%04d", code);
  return text;
}

std::string whole_message(int code, std::string_view kernel, std::string_view message) {
  return detail::concat(kernel, kernel.empty() ? "" : ": ", message, " (", code_text(code), ')');
}

}  // namespace

error::error(errc kind, int code, std::string_view kernel, std::string_view message)
    : runtime_error(whole_message(code, kernel, message)), kind_(kind), code_(code), kernel_length_(kernel.size()),
      message_length_(kernel.size() + (kernel.empty() ? 0 : 2) + message.size()) {}
error::~error() = default;

launch_error::launch_error(errc kind, std::string_view kernel, std::string_view message)
    : error(kind, 601, kernel, message) {}
launch_error::~launch_error() = default;

device_error::device_error(errc kind, std::string_view kernel, std::string_view message)
    : error(kind, 602, kernel, message) {}
device_error::~device_error() = default;

driver_error::driver_error(int result, std::string_view kernel, std::string_view message)
    : error(errc::driver, 603, kernel, message), result_(result) {}
driver_error::~driver_error() = default;

module_error::~module_error() = default;

out_of_memory::out_of_memory(std::size_t requested, std::size_t available, std::size_t total, std::string_view message)
    : error(errc::out_of_memory, 604, {}, message), requested_(requested), available_(available), total_(total) {}
out_of_memory::~out_of_memory() = default;

device_unavailable::~device_unavailable() = default;

int report(const error& e) noexcept {
  std::string_view message = e.message();
  std::fprintf(stderr, "error[GPUC%04d]: %.*s\n", e.code(), static_cast<int>(message.size()), message.data());
  return dynamic_cast<const device_unavailable*>(&e) != nullptr ? 3 : 1;
}

}  // namespace gpuc

// prints: PASSED: 9 checks
// What ends a program on the host is a report on the device, of the one thread: each with its reason and its line.
#include "check.h"

#include <array>
#include <climits>
#include <optional>
#include <string>

template <class F>
void reports(const char* name, const char* text, F f) {
  gpuc::context context;
  auto stream = context.default_stream();
  auto out = gpuc::device_buffer<int>::zeroed(stream, 100);
  auto module = check_kernels::load(context);
  module.each(stream, module.prepare_each(gpuc::covering(100, 48), f, out), f, out);
  std::string said;
  try {
    stream.synchronize();
  } catch (const gpuc::device_error& error) {
    said = error.what();
  }
  // The others went on, and the context can be used.
  expect(name, said.find(text) != said.npos && said.find("faults.cpp:") != said.npos && out.to_host(stream)[99] == 99);
}

int main() {
  reports("division", "division by zero: 100 / 0 (block (1,0,0), thread (22,0,0))",
          [](unsigned i) { return 100 / (static_cast<int>(i) - 70) * 0 + (int)i; });
  reports("remainder", "division by zero: 100 / 0",
          [](unsigned i) { return static_cast<int>(100u % (i - 70) * 0 + i); });
  reports("wide", "division by zero", [](unsigned i) {
    unsigned __int128 divisor = i - 70;
    return static_cast<int>(divisor * 5 / divisor - 5 + i);
  });
  reports("smallest", "a division overflows: -2147483648 / -1", [](unsigned i) {
    volatile int smallest = INT_MIN;
    return (smallest / (static_cast<int>(i) - 71)) * 0 + static_cast<int>(i);
  });
  reports("at", "std::out_of_range: array::at (", [](unsigned i) {
    std::array<int, 70> table{};
    return i < 99 ? table.at(i) : 99;
  });
  reports("optional", "bad_optional_access", [](unsigned i) {
    std::optional<int> value;
    if (i != 70) value = i;
    return value.value();
  });
  reports("nested", "exception thrown: int", [](unsigned i) {
    struct cleanup {
      int& value;
      ~cleanup() { value = 0; }
    };
    int value = static_cast<int>(i);
    cleanup last{value};
    if (i == 70) throw 1;
    return value;
  });
  reports("trap", "trap", [](unsigned i) {
    if (i == 70) __builtin_trap();
    return static_cast<int>(i);
  });
  check("printing", [](unsigned i) {
    if (i > 1000) std::putchar('x'), std::puts("y");
    return i;
  });
  return finish();
}

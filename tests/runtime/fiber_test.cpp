// Stacks and the switch between them.

#include "lib/cpu/fiber.h"

#include <doctest/doctest.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <sys/wait.h>
#include <unistd.h>

using namespace gpuc::cpu;

namespace {

saved_stack outside, inside;
double computed;
int steps;

void body() {
  // Locals in registers that a call preserves, and the alignment that vector code relies on.
  alignas(32) volatile double values[4] = {1, 2, 3, 4};
  double sum = 0;
  for (int round = 0; round < 4; ++round) {
    sum += values[round];
    ++steps;
    __gpuc_cpu_switch(&inside, outside);
  }
  computed = reinterpret_cast<std::uintptr_t>(&values) % 32 == 0 ? sum : -1;
  for (;;) __gpuc_cpu_switch(&inside, outside);
}

// Deeper than any stack of ours, but not without end.
void overflow(int depth) {
  volatile char large[4096];
  large[0] = static_cast<char>(depth);
  if (depth != 0) overflow(depth - 1);
  large[1] = 1;
}
void overflow_body() { overflow(1000); }

}  // namespace

TEST_CASE("a fiber keeps its place and its registers") {
  fiber_stacks stacks;
  stacks.reserve(2);
  steps = 0;
  inside = make_fiber(stacks.top(1), &body);
  for (int i = 1; i <= 4; ++i) {
    __gpuc_cpu_switch(&outside, inside);
    CHECK(steps == i);
  }
  __gpuc_cpu_switch(&outside, inside);
  CHECK(computed == 10);
}

TEST_CASE("stacks grow in number and stay where they are") {
  fiber_stacks stacks;
  stacks.reserve(3);
  char* first = stacks.top(0);
  stacks.reserve(100);
  stacks.reserve(50);
  CHECK(stacks.top(0) == first);
  for (std::size_t i = 0; i < 100; ++i) {
    stacks.top(i)[-1] = 1;
    stacks.top(i)[-static_cast<std::ptrdiff_t>(fiber_stacks::stack_bytes)] = 1;
    for (std::size_t k = 0; k < i; ++k) CHECK(stacks.top(i) != stacks.top(k));
  }
}

TEST_CASE("running out of stack is a fault at once") {
  pid_t child = fork();
  if (child == 0) {
    fiber_stacks stacks;
    stacks.reserve(2);
    signal(SIGSEGV, SIG_DFL);
    inside = make_fiber(stacks.top(1), &overflow_body);
    __gpuc_cpu_switch(&outside, inside);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGSEGV);
}

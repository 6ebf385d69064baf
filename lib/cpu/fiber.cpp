#include "lib/cpu/fiber.h"

#include "gpuc/error.hpp"
#include "lib/host/text.h"

#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

// What the System V ABI lets a callee not change: six registers and the floating-point control words. It ends in a jump
// because the processor predicts that a return goes to the latest call, which is never so here.
asm(R"(
	.pushsection .text.__gpuc_cpu_switch,"ax",@progbits
	.globl	__gpuc_cpu_switch
	.hidden	__gpuc_cpu_switch
	.type	__gpuc_cpu_switch,@function
	.p2align 4
__gpuc_cpu_switch:
	pushq	%rbp
	pushq	%rbx
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	subq	$8, %rsp
	stmxcsr	(%rsp)
	fnstcw	4(%rsp)
	movq	%rsp, (%rdi)
	movq	%rsi, %rsp
	fldcw	4(%rsp)
	ldmxcsr	(%rsp)
	addq	$8, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbx
	popq	%rbp
	popq	%rcx
	jmpq	*%rcx
	.size	__gpuc_cpu_switch, .-__gpuc_cpu_switch
	.popsection
)");

namespace gpuc::cpu {

namespace {

// Stacks a whole number of pages apart would meet in the same few lines of the cache.
constexpr std::size_t stack_colours = 16, colour_bytes = 256;

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
std::size_t slot_bytes() { return fiber_stacks::stack_bytes + stack_colours * colour_bytes + page_bytes(); }

}  // namespace

fiber_stacks::~fiber_stacks() {
  for (const region& each : regions_) munmap(each.memory, each.count * slot_bytes());
}

void fiber_stacks::reserve(std::size_t count) {
  if (count <= count_) return;
  std::size_t more = count - count_, bytes = more * slot_bytes();
  regions_.reserve(regions_.size() + 1);
  void* memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  bool guarded = memory != MAP_FAILED;
  for (std::size_t i = 0; i < more && guarded; ++i)
    guarded = mprotect(static_cast<char*>(memory) + i * slot_bytes(), page_bytes(), PROT_NONE) == 0;
  if (!guarded) {
    if (memory != MAP_FAILED) munmap(memory, bytes);
    throw out_of_memory(bytes, 0, 0,
                        detail::concat("the CPU executor cannot have stacks for ", count,
                                       " threads of a block; launch smaller blocks"));
  }
  regions_.push_back({static_cast<char*>(memory), count_, more});
  count_ = count;
}

char* fiber_stacks::top(std::size_t i) const noexcept {
  for (const region& each : regions_)
    if (i < each.first + each.count)
      return each.memory + (i - each.first + 1) * slot_bytes() - i % stack_colours * colour_bytes;
  __builtin_unreachable();
}

saved_stack make_fiber(char* stack_top, void (*body)()) noexcept {
  // As if __gpuc_cpu_switch had been called by a function without a caller, whose return address is `body`; a function
  // starts with the stack 8 below a multiple of 16.
  struct frame {
    std::uint32_t mxcsr;
    std::uint16_t control, unused;
    std::uint64_t registers[6];
    void (*body)();
    std::uint64_t no_caller;
  };
  static_assert(sizeof(frame) == 72);
  frame initial{0x1f80, 0x37f, 0, {}, body, 0};  // the control words that a process starts with
  char* place = stack_top - sizeof initial;
  std::memcpy(place, &initial, sizeof initial);
  return place;
}

}  // namespace gpuc::cpu

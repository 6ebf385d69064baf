// The checks of `prepare_*`, in the order in which their messages make sense: no dimension is zero, the configuration
// is of the contract's kind, the block is the contract's, and then what the device allows.

#include "lib/host/geometry_check.h"

#include "gpuc/error.hpp"
#include "lib/host/text.h"

#include <string>

namespace gpuc::detail {

namespace {

constexpr char axis_name[] = {'x', 'y', 'z'};

template <class Integer>
std::string extents(const Integer (&sizes)[3]) {
  if (sizes[1] == 1 && sizes[2] == 1) return concat(sizes[0]);
  return concat(sizes[0], " x ", sizes[1], " x ", sizes[2]);
}

class checker {
 public:
  checker(const abi::kernel& target, const abi::device_limits& limits, std::string_view device,
          const abi::geometry& shape)
      : target_(target), contract_(target.contract), limits_(limits), device_(device), shape_(shape) {}

  checked_shape run() {
    check_domain();
    choose_block();
    choose_grid();
    check_contract_block();
    check_dimensions("block", "thread", block_, limits_.block);
    threads_ = block_[0] * block_[1] * block_[2];  // each at most 1024 now
    check_threads();
    check_dimensions("grid", "block", grid_, limits_.grid);
    check_thread_count();
    check_dynamic_shared();
    check_shared_memory(target_, limits_, device_, target_.static_shared, shape_.dynamic_shared);
    check_capability();
    check_cooperative();

    checked_shape passed{};
    for (int axis = 0; axis < 3; ++axis) {
      passed.grid[axis] = static_cast<std::uint32_t>(grid_[axis]);
      passed.block[axis] = static_cast<std::uint32_t>(block_[axis]);
    }
    passed.dynamic_shared = static_cast<std::uint32_t>(shape_.dynamic_shared);
    passed.nothing = nothing_;
    return passed;
  }

 private:
  template <class... P>
  [[noreturn]] void refuse(errc kind, const P&... pieces) const {
    throw launch_error(kind, target_.name, concat(pieces...));
  }

  void check_domain() const {
    if (contract_.domain == 0 || contract_.domain == shape_.domain) return;
    refuse(errc::domain_mismatch, "a ", shape_.domain, "-dimensional configuration, but the contract's domain is ",
           contract_.domain, "; use launch_config_", contract_.domain, "d or cover ", contract_.domain,
           contract_.domain == 1 ? " extent" : " extents");
  }

  void choose_block() {
    if (!shape_.block_given && contract_.block[0] == 0)
      refuse(errc::block_not_given, "the configuration has no block, and the contract fixes none; give one, as in "
                                    "covering(n, 256)");
    for (int axis = 0; axis < 3; ++axis) {
      block_[axis] = shape_.block_given ? shape_.block[axis] : contract_.block[axis];
      if (block_[axis] == 0)
        refuse(errc::zero_dimension, "block of ", extents(shape_.block), " threads is 0 along ", axis_name[axis],
               "; a block has at least 1 thread along each axis");
    }
  }

  void choose_grid() {
    for (int axis = 0; axis < 3; ++axis) {
      if (shape_.extent_given) {
        std::uint64_t extent = shape_.extent[axis];
        grid_[axis] = extent / block_[axis] + (extent % block_[axis] != 0);
        nothing_ |= extent == 0;
      } else {
        grid_[axis] = shape_.grid[axis];
        if (grid_[axis] == 0)
          refuse(errc::zero_dimension, "grid of ", extents(shape_.grid), " blocks is 0 along ", axis_name[axis],
                 "; a launch needs at least 1 block along each axis, and covering(0) is the launch of nothing");
      }
    }
  }

  void check_contract_block() const {
    if (contract_.block[0] == 0) return;
    if (block_[0] == contract_.block[0] && block_[1] == contract_.block[1] && block_[2] == contract_.block[2]) return;
    refuse(errc::block_shape_mismatch, "block of ", extents(block_), " threads, but the contract requires ",
           extents(contract_.block), "; leave the block out to take the contract's");
  }

  void check_threads() const {
    if (contract_.max_threads != 0 && threads_ > contract_.max_threads)
      refuse(errc::threads_exceeded, "block of ", extents(block_), " has ", counted(threads_, "thread"),
             ", but launch_bounds allows ", contract_.max_threads, "; launch smaller blocks");
    if (threads_ > limits_.threads_per_block)
      refuse(errc::device_threads_exceeded, "block of ", extents(block_), " has ", counted(threads_, "thread"),
             ", but ", device_, " allows ", limits_.threads_per_block, "; launch smaller blocks");
  }

  void check_dimensions(std::string_view what, std::string_view unit, const std::uint64_t (&sizes)[3],
                        const std::uint64_t (&allowed)[3]) const {
    for (int axis = 0; axis < 3; ++axis)
      if (sizes[axis] > allowed[axis])
        refuse(errc::device_dimension_exceeded, what, " of ", extents(sizes), ' ', unit, "s has ", sizes[axis],
               " along ", axis_name[axis], ", but ", device_, " allows ", allowed[axis],
               axis == 0 ? "; let each thread do more"
                         : "; put the longest extent along x, or let each thread do more");
  }

  // Indices of threads are 64 bits wide.
  void check_thread_count() const {
    std::uint64_t count = threads_;
    for (std::uint64_t size : grid_)
      if (__builtin_mul_overflow(count, size, &count) && !nothing_)
        refuse(errc::thread_count_overflow, "grid of ", extents(grid_), " blocks of ", counted(threads_, "thread"),
               " has more than ", ~std::uint64_t{0}, " threads; let each thread do more");
  }

  void check_dynamic_shared() const {
    if (contract_.domain == 0 || contract_.dynamic_shared_least < 0) return;
    auto least = static_cast<std::uint64_t>(contract_.dynamic_shared_least);
    auto most = static_cast<std::uint64_t>(contract_.dynamic_shared_most);
    std::uint64_t given = shape_.dynamic_shared;
    if (given >= least && given <= most) return;
    if (least == most)
      refuse(errc::dynamic_shared_mismatch, given, " bytes of dynamic shared memory, but the contract requires ", least,
             given_by_launch);
    refuse(errc::dynamic_shared_range, given, " bytes of dynamic shared memory, but the contract allows ", least,
           " to ", most, given_by_launch);
  }

  void check_capability() const {
    if (contract_.min_capability <= limits_.capability) return;
    refuse(errc::capability_too_low, "the contract requires compute capability ", contract_.min_capability / 10, '.',
           contract_.min_capability % 10, ", but ", device_, " has ", limits_.capability / 10, '.',
           limits_.capability % 10, "; run on a newer GPU");
  }

  void check_cooperative() const {
    if (contract_.cooperative == 0 || limits_.cooperative) return;
    refuse(errc::cooperative_unsupported, "the kernel needs cooperative launch support 1, but ", device_,
           " has 0: it cannot run all blocks of a launch at the same time; use several kernels in place of grid::sync");
  }

  static constexpr std::string_view given_by_launch =
      "; give them with .dynamic_shared, or covering(...).with_dynamic_shared(...)";

  const abi::kernel& target_;
  const abi::contract_data& contract_;
  const abi::device_limits& limits_;
  std::string_view device_;
  const abi::geometry& shape_;
  std::uint64_t block_[3] = {}, grid_[3] = {}, threads_ = 0;
  bool nothing_ = false;
};

}  // namespace

checked_shape check_geometry(const abi::kernel& target, const abi::device_limits& limits, std::string_view device,
                             const abi::geometry& shape) {
  return checker(target, limits, device, shape).run();
}

void check_shared_memory(const abi::kernel& target, const abi::device_limits& limits, std::string_view device,
                         std::uint64_t static_shared, std::uint64_t dynamic_shared) {
  if (dynamic_shared > ~std::uint64_t{0} - static_shared)
    throw launch_error(errc::shared_memory_overflow, target.name,
                       concat(dynamic_shared, " bytes of dynamic and ", static_shared,
                              " bytes of static shared memory per block are more than ", ~std::uint64_t{0},
                              " bytes together; use smaller tiles"));
  if (static_shared <= limits.shared_per_block && dynamic_shared <= limits.shared_per_block - static_shared) return;
  throw launch_error(errc::shared_memory_exceeded, target.name,
                     concat(dynamic_shared, " bytes of dynamic and ", static_shared,
                            " bytes of static shared memory per block, but ", device, " has ", limits.shared_per_block,
                            "; use smaller tiles"));
}

void check_residency(const abi::kernel& target, std::string_view device, const checked_shape& shape,
                     std::uint64_t resident) {
  std::uint64_t blocks = std::uint64_t{shape.grid[0]} * shape.grid[1] * shape.grid[2];
  if (shape.nothing || blocks <= resident) return;
  throw launch_error(errc::cooperative_grid_exceeded, target.name,
                     concat("grid of ", counted(blocks, "block"), " of ", counted(shape.threads(), "thread"), " and ",
                            shape.dynamic_shared,
                            " bytes of dynamic shared memory, but a cooperative kernel "
                            "needs all of them at the same time, and ",
                            device, " runs ", resident,
                            "; launch fewer blocks, and let each thread do more (grid::stride)"));
}

}  // namespace gpuc::detail

/// What can go wrong at run time, as values to compare with.
#pragma once

namespace gpuc {

/// The reason of a gpuc::error. Several reasons share a GPUC code: the code says who found it, errc says what.
enum class errc {
  // A launch that was refused: gpuc::launch_error, GPUC0601.
  zero_dimension,             ///< a grid or block without threads
  thread_count_overflow,      ///< a grid with more than 2^64 - 1 threads
  domain_mismatch,            ///< a configuration with another number of dimensions than the contract
  block_not_given,            ///< neither the configuration nor the contract says how large a block is
  block_shape_mismatch,       ///< not the block that the contract fixes
  threads_exceeded,           ///< more threads per block than launch_bounds allows
  device_dimension_exceeded,  ///< an axis of the grid or block is longer than the device allows
  device_threads_exceeded,    ///< more threads per block than the device allows
  function_threads_exceeded,  ///< more threads per block than the kernel's registers allow
  shared_memory_exceeded,     ///< more shared memory per block than the device has
  shared_memory_overflow,     ///< static and dynamic shared memory together are more than 2^64 - 1 bytes
  dynamic_shared_mismatch,    ///< not the dynamic shared memory that the contract fixes
  dynamic_shared_range,       ///< less or more dynamic shared memory than the contract allows
  capability_too_low,         ///< the contract asks for a newer GPU
  cooperative_unsupported,    ///< a cooperative kernel on a device that cannot run one
  cooperative_grid_exceeded,  ///< more blocks than can run at the same time, which a cooperative kernel needs
  size_requirement,           ///< a launch_requires does not hold
  requirement_overflow,       ///< the arithmetic of a launch_requires wrapped
  overlapping_arguments,      ///< an exclusive argument shares memory with another one
  context_mismatch,           ///< a stream or buffer belongs to another context
  unchecked_kernel,           ///< a kernel with raw pointers has only the unchecked launch

  // A fault that a kernel reported: gpuc::device_error, GPUC0602.
  out_of_range,
  trap,
  assertion,
  exception,
  division_by_zero,   ///< of integers
  division_overflow,  ///< the smallest integer of a type divided by -1
  divergent_barrier,  ///< CPU executor: some threads wait where the others never arrive

  // The driver, memory and devices.
  driver,           ///< GPUC0603: a driver call failed
  out_of_memory,    ///< GPUC0604
  capture,          ///< GPUC0607: what a graph's capture cannot do
  forked,           ///< GPUC0608: the process was forked from one that used a device
  no_device,        ///< GPUC0606: there is no such GPU
  device_unusable,  ///< GPUC0705, GPUC0708: it is there, but gpuc cannot use it

  // The program's device code.
  no_image,          ///< GPUC0610: nothing in the program runs on this GPU
  image_refused,     ///< GPUC0611: the driver does not take it
  kernel_not_built,  ///< GPUC0612: the kernel exists for the CPU executor only
  abi_mismatch,      ///< GPUC0613: built for another version of the runtime

  // Arguments of host functions.
  size_mismatch,       ///< GPUC0605: two sizes that must agree do not, or a range leaves its buffer
  dimension_overflow,  ///< GPUC0605: rows times columns, or elements times their size, does not fit
  invalid_argument,    ///< GPUC0014: a value that means nothing, such as GPUC_DEVICE=gpu
};

}  // namespace gpuc

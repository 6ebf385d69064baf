// What the generated launchers call. A checked launch is to cost no more than the driver's own, so the way through it
// takes no lock, allocates nothing and calls the driver once.

#include "gpuc/abi/launch.h"

#include "gpuc/error.hpp"
#include "lib/host/allocation.h"
#include "lib/host/argument_fields.h"
#include "lib/host/capture.h"
#include "lib/host/context_state.h"
#include "lib/host/cpu_executor.h"
#include "lib/host/cpu_reports.h"
#include "lib/host/current_context.h"
#include "lib/host/geometry_check.h"
#include "lib/host/process.h"
#include "lib/host/reports.h"
#include "lib/host/requirements.h"
#include "lib/host/text.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace gpuc::abi {

namespace {

using namespace gpuc::detail;

enum class aliasing { checked, unchecked };

/// `count` uninitialised objects, on the stack unless a kernel has very many parameters.
template <class T, std::size_t Inline>
class scratch {
 public:
  explicit scratch(std::size_t count) : heap_(count > Inline ? new T[count] : nullptr) {}
  T* data() noexcept { return heap_ ? heap_.get() : inline_; }

 private:
  std::unique_ptr<T[]> heap_;
  T inline_[Inline];
};

void* object_of(const argument& given) noexcept { return const_cast<void*>(given.object); }

std::string parameter_name(const kernel& target, std::uint32_t i) {
  const char* name = target.parameters[i].name;
  return name != nullptr && *name != '\0' ? concat('\'', name, '\'') : concat("parameter ", i + 1);
}

[[noreturn, gnu::cold, gnu::noinline]] void foreign_stream(const kernel& target, const context_state& context,
                                                           const stream_state& stream) {
  throw launch_error(errc::context_mismatch, target.name,
                     concat("the stream belongs to another context (", stream.owner.name,
                            ") than the one the kernel was prepared for (", context.name,
                            "); use a stream of that context"));
}

[[noreturn, gnu::cold, gnu::noinline]] void foreign_argument(const kernel& target, const context_state& context,
                                                             std::uint32_t i, const argument& given) {
  if (given.context == nullptr)
    throw launch_error(errc::context_mismatch, target.name,
                       concat(parameter_name(target, i), " is a buffer that was moved from; pass the one it moved to"));
  throw launch_error(errc::context_mismatch, target.name,
                     concat(parameter_name(target, i), " belongs to another context (", given.context->name,
                            ") than the one the kernel was prepared for (", context.name,
                            "); copy it to a buffer of that context"));
}

void check_contexts(const kernel& target, const context_state& context, const stream_state& stream,
                    const argument* arguments) {
  if (&stream.owner != &context) [[unlikely]]
    foreign_stream(target, context, stream);
  for (std::uint32_t i = 0; i < target.parameter_count; ++i)
    if (is_view(target.parameters[i].kind) && arguments[i].context != &context) [[unlikely]]
      foreign_argument(target, context, i, arguments[i]);
}

struct range {
  std::uint64_t begin, end;
};

range range_of(const parameter& parameter, const argument& given) noexcept {
  if (is_tensor(parameter.kind)) {
    auto tensor = read_fields<tensor_fields>(given.object);
    std::uint64_t count = tensor.extents[0] * tensor.extents[1] * tensor.extents[2];
    return {tensor.data, tensor.data + count * parameter.element_size};
  }
  if (is_matrix(parameter.kind)) {
    auto matrix = read_fields<matrix_fields>(given.object);
    return {matrix.data, matrix.data + matrix.rows * matrix.columns * parameter.element_size};
  }
  auto slice = read_fields<slice_fields>(given.object);
  return {slice.data, slice.data + slice.size * parameter.element_size};
}

[[noreturn, gnu::cold, gnu::noinline]] void overlapping(const kernel& target, std::uint32_t first, std::uint32_t second,
                                                        std::uint64_t bytes) {
  std::uint32_t exclusive = target.parameters[first].exclusive != 0 ? first : second;
  std::uint32_t element = target.parameters[first].element_size;
  bool same = element == target.parameters[second].element_size && element != 0 && bytes % element == 0;
  throw launch_error(errc::overlapping_arguments, target.name,
                     concat(parameter_name(target, first), " and ", parameter_name(target, second), " share ",
                            same ? counted(bytes / element, "element") : counted(bytes, "byte"),
                            ", but the kernel has ", parameter_name(target, exclusive),
                            " to itself; pass buffers or views that do not overlap"));
}

// The kernel was compiled on the promise that nothing else reaches an exclusive argument's memory.
void check_overlap(const kernel& target, const argument* arguments) {
  for (std::uint32_t i = 0; i < target.parameter_count; ++i) {
    if (target.parameters[i].exclusive == 0) continue;
    range mine = range_of(target.parameters[i], arguments[i]);
    for (std::uint32_t k = 0; k < target.parameter_count; ++k) {
      const parameter& other = target.parameters[k];
      if (k == i || !is_view(other.kind) || (other.exclusive != 0 && k < i)) continue;
      range theirs = range_of(other, arguments[k]);
      std::uint64_t begin = std::max(mine.begin, theirs.begin), end = std::min(mine.end, theirs.end);
      if (begin < end) [[unlikely]]
        overlapping(target, std::min(i, k), std::max(i, k), end - begin);
    }
  }
}

driver::result call_driver(const prepared_state& prepared, const stream_state& stream, void** parameters) {
  const driver::table& calls = *prepared.context->calls;
  auto* function = static_cast<driver::function>(prepared.function);
  const auto &grid = prepared.grid, &block = prepared.block;
  if (prepared.target->contract.cooperative != 0)
    return calls.cuLaunchCooperativeKernel.attempt(function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                                   prepared.dynamic_shared, stream.handle, parameters);
  return calls.cuLaunchKernel.attempt(function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                      prepared.dynamic_shared, stream.handle, parameters, nullptr);
}

// The way of a launch that the driver did not take at first.
[[gnu::cold, gnu::noinline]] void launch_again(const prepared_state& prepared, const stream_state& stream,
                                               void** parameters, driver::result code) {
  // The thread has another context current, or none: then nothing was launched.
  if (code == driver::invalid_context || code == driver::invalid_handle) {
    current_context scope(*prepared.context);
    code = call_driver(prepared, stream, parameters);
    if (code == driver::success) return;
  }
  const driver::table& calls = *prepared.context->calls;
  bool cooperative = prepared.target->contract.cooperative != 0;
  const char* name = cooperative ? calls.cuLaunchCooperativeKernel.name : calls.cuLaunchKernel.name;
  throw driver_error(code, prepared.target->name, driver::failure_text(name, code));
}

void launch_on_gpu(const prepared_state& prepared, const stream_state& stream, const argument* arguments) {
  const kernel& target = *prepared.target;
  check_not_forked();
  // The image's parameters are a view's fields, one by one, and any other object as it is.
  scratch<void*, 64> parameters(4 * std::size_t{target.parameter_count});
  void** next = parameters.data();
  for (std::uint32_t i = 0; i < target.parameter_count; ++i) {
    const argument& given = arguments[i];
    auto* field = static_cast<std::uint64_t*>(object_of(given));
    *next++ = field;
    if (!is_view(target.parameters[i].kind)) continue;
    *next++ = field + 1;
    if (is_matrix(target.parameters[i].kind) || is_tensor(target.parameters[i].kind)) *next++ = field + 2;
    if (is_tensor(target.parameters[i].kind)) *next++ = field + 3;
    if (given.allocation != nullptr)
      static_cast<allocation*>(given.allocation)->used_on(const_cast<stream_state&>(stream));
  }
  // Without asking which context is current: the function and the stream say which, and a driver that minds says so.
  driver::result code = call_driver(prepared, stream, parameters.data());
  if (code != driver::success) [[unlikely]]
    launch_again(prepared, stream, parameters.data(), code);
}

void launch_on_cpu(const prepared_state& prepared, void* const* objects) {
  check_not_forked();
  cpu::grid_launch launched{*prepared.target,  objects,         {}, {}, prepared.dynamic_shared,
                            &record_cpu_fault, prepared.context};
  std::copy_n(prepared.grid, 3, launched.grid);
  std::copy_n(prepared.block, 3, launched.block);
  cpu::run(launched);
}

// GPUC_LAUNCH_BLOCKING: what goes wrong from here to the kernel's end is this kernel's doing.
[[gnu::cold, gnu::noinline]] void wait_for_launch(const prepared_state& prepared, const stream_state& stream) {
  context_state& context = *prepared.context;
  if (!context.is_cpu()) {
    current_context scope(context);
    const auto& wait = context.calls->cuStreamSynchronize;
    if (driver::result code = wait.attempt(stream.handle); code != driver::success)
      throw driver_error(code, prepared.target->name, driver::failure_text(wait.name, code));
  }
  throw_reports(context);
}

// A launch in the capture of a graph on the CPU executor: its arguments live in the caller only until it returns.
[[gnu::cold, gnu::noinline]] void capture_on_cpu(const prepared_state& prepared, const stream_state& stream,
                                                 const argument* arguments) {
  const kernel& target = *prepared.target;
  struct kept {
    std::vector<std::unique_ptr<unsigned char[], decltype(&std::free)>> memory;
    std::vector<void*> objects;
  };
  auto made = std::make_shared<kept>();
  for (std::uint32_t i = 0; i < target.parameter_count; ++i) {
    const parameter& shape = target.parameters[i];
    std::size_t alignment = std::max<std::size_t>(shape.alignment, sizeof(void*));
    std::size_t bytes = (std::max<std::size_t>(shape.size, 1) + alignment - 1) / alignment * alignment;
    auto* copy = static_cast<unsigned char*>(std::aligned_alloc(alignment, bytes));
    if (copy == nullptr) throw std::bad_alloc();
    made->memory.emplace_back(copy, &std::free);
    std::memcpy(copy, arguments[i].object, shape.size);
    made->objects.push_back(copy);
    if (arguments[i].allocation != nullptr)
      static_cast<allocation*>(arguments[i].allocation)->used_on(const_cast<stream_state&>(stream));
  }
  add_step(*stream.capture, [prepared, made] { launch_on_cpu(prepared, made->objects.data()); });
}

void run(const prepared_state& prepared, const stream_state& stream, const argument* arguments, aliasing mode) {
  const kernel& target = *prepared.target;
  check_contexts(target, *prepared.context, stream, arguments);
  scratch<void*, 16> objects(target.parameter_count);
  for (std::uint32_t i = 0; i < target.parameter_count; ++i) objects.data()[i] = object_of(arguments[i]);
  check_requirements(target, objects.data());
  if (mode == aliasing::checked) check_overlap(target, arguments);
  bool capturing = is_capturing(stream);
  if (prepared.nothing) return;
  if (!prepared.context->is_cpu())
    launch_on_gpu(prepared, stream, arguments);
  else if (capturing)
    capture_on_cpu(prepared, stream, arguments);
  else
    launch_on_cpu(prepared, objects.data());
  if (prepared.context->blocking && !capturing) [[unlikely]]
    wait_for_launch(prepared, stream);
}

prepared_state prepare_any(const kernel& target, context_state& context, const geometry& shape) {
  check_version(target);
  checked_shape checked = check_geometry(target, context.limits, context.name, shape);
  prepared_state prepared{.target = &target, .context = &context};
  std::copy_n(checked.grid, 3, prepared.grid);
  std::copy_n(checked.block, 3, prepared.block);
  prepared.dynamic_shared = checked.dynamic_shared;
  prepared.nothing = checked.nothing;

  std::lock_guard lock(context.mutex);
  loaded_module& module = load_module(context, target.bundle);
  if (context.is_cpu()) {
    if (target.contract.cooperative != 0)
      check_residency(target, context.name, checked, cpu::resident_blocks(checked.threads()));
    return prepared;
  }

  current_context scope(context);
  loaded_function& function = find_function(context, module, target);
  if (checked.threads() > function.max_threads)
    throw launch_error(errc::function_threads_exceeded, target.name,
                       concat("block of ", checked.threads(), " threads, but the kernel's registers allow ",
                              function.max_threads, " on ", context.name,
                              "; launch smaller blocks, or bound them with [[gpuc::launch_bounds]]"));
  check_shared_memory(target, context.limits, context.name, function.static_shared, checked.dynamic_shared);
  if (checked.dynamic_shared > function.dynamic_limit) {
    // Never lowered: other tokens of the kernel may stand on it.
    context.calls->cuFuncSetAttribute(function.handle, driver::function_max_dynamic_shared,
                                      static_cast<int>(checked.dynamic_shared));
    function.dynamic_limit = checked.dynamic_shared;
  }
  if (target.contract.cooperative != 0) {
    int per_multiprocessor = 0;
    context.calls->cuOccupancyMaxActiveBlocksPerMultiprocessor(
        &per_multiprocessor, function.handle, static_cast<int>(checked.threads()), checked.dynamic_shared);
    check_residency(target, context.name, checked,
                    context.limits.multiprocessors * static_cast<std::uint64_t>(per_multiprocessor));
  }
  prepared.function = function.handle;
  return prepared;
}

}  // namespace

void load(const kernel& target, context_state& context) {
  check_version(target);
  std::lock_guard lock(context.mutex);
  load_module(context, target.bundle);
}

prepared_state prepare(const kernel& target, context_state& context, const geometry& shape) {
  if (target.checked == 0 && target.name != nullptr)
    throw launch_error(errc::unchecked_kernel, target.name,
                       "a pointer reaches the kernel outside of a view, so it has only the unchecked launch");
  return prepare_any(target, context, shape);
}

void launch(const prepared_state& prepared, const stream_state& stream, const argument* arguments) {
  run(prepared, stream, arguments, aliasing::checked);
}

void launch_unchecked(const kernel& target, context_state& context, const stream_state& stream, const geometry& shape,
                      const argument* arguments) {
  run(prepare_any(target, context, shape), stream, arguments, aliasing::unchecked);
}

}  // namespace gpuc::abi

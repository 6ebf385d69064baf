#include "tests/runtime/fake_driver.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace gpuc::testing {

namespace {

using namespace gpuc::driver;

fake_driver* active = nullptr;
thread_local context current = nullptr;

// Handles are numbers; a destroyed one is not reused, so the log tells them apart.
template <class H>
H handle(int number) {
  return reinterpret_cast<H>(static_cast<std::uintptr_t>(number));
}
template <class H>
std::string number(H object) {
  return std::to_string(reinterpret_cast<std::uintptr_t>(object));
}

// Calls that take an object away do so even when they fail: the driver reports earlier, asynchronous errors there.
#define ENTER(...) \
  if (result code = active->enter(__func__ __VA_OPT__(, ) __VA_ARGS__); code != success) return code

namespace fake {

result cuInit(unsigned) {
  ENTER();
  return active->init;
}
result cuDriverGetVersion(int* version) {
  ENTER();
  *version = active->version;
  return success;
}
result cuGetErrorName(result code, const char** name) {
  ENTER();
  *name = static_cast<int>(code) == 911 ? "CUDA_ERROR_EXTERNAL_DEVICE" : nullptr;
  return *name != nullptr ? success : invalid_value;
}
result cuDeviceGetCount(int* count) {
  ENTER();
  *count = static_cast<int>(active->gpus.size());
  return success;
}
result cuDeviceGet(device* found, int ordinal) {
  ENTER();
  *found = ordinal;
  return success;
}
result cuDeviceGetName(char* name, int capacity, device of) {
  ENTER();
  std::strncpy(name, active->gpus[static_cast<std::size_t>(of)].name.c_str(), static_cast<std::size_t>(capacity));
  return success;
}
result cuDeviceGetAttribute(int* value, device_attribute what, device of) {
  ENTER();
  const fake_gpu& gpu = active->gpus[static_cast<std::size_t>(of)];
  switch (static_cast<int>(what)) {
    case max_threads_per_block:
    case max_block_dim_x:
    case max_block_dim_x + 1: *value = 1024; break;
    case max_block_dim_x + 2: *value = 64; break;
    case max_grid_dim_x: *value = 0x7fffffff; break;
    case max_grid_dim_x + 1:
    case max_grid_dim_x + 2: *value = 65535; break;
    case capability_major: *value = gpu.major; break;
    case capability_minor: *value = gpu.minor; break;
    case max_shared_memory_per_block_optin: *value = 232448; break;
    case memory_pools_supported: *value = gpu.pools; break;
    case cooperative_launch: *value = gpu.cooperative; break;
    case multiprocessor_count: *value = gpu.multiprocessors; break;
    default: return invalid_value;
  }
  return success;
}
result cuDevicePrimaryCtxRetain(context* made, device of) {
  ENTER();
  if (result code = active->gpus[static_cast<std::size_t>(of)].retain; code != success) return code;
  ++active->live["context"];
  *made = handle<context>(1000 + of);
  return success;
}
result cuDevicePrimaryCtxRelease(device) {
  --active->live["context"];
  ENTER();
  return success;
}
result cuCtxGetCurrent(context* now) {
  ENTER();
  *now = current;
  return success;
}
result cuCtxSetCurrent(context next) {
  ENTER();
  current = next;
  return success;
}
thread_local std::vector<context> stack;
result cuCtxPushCurrent(context next) {
  ENTER();
  stack.push_back(current);
  current = next;
  return success;
}
result cuCtxPopCurrent(context* popped) {
  *popped = current;
  current = stack.back();
  stack.pop_back();
  ENTER();
  return success;
}
// Every other call needs a current context, as in the real driver.
#define NEEDS_CONTEXT() \
  if (current == nullptr) return static_cast<result>(201)
result cuCtxSynchronize() {
  ENTER();
  NEEDS_CONTEXT();
  for (auto& [stream, capture] : active->captures) capture.valid = false;
  return active->captures.empty() ? success : static_cast<result>(900);
}
fake_stream& at(stream which) { return active->streams[number(which)]; }

// What a stream in a capture may not do, as the real driver has it.
#define NOT_CAPTURING(which)                           \
  if (!at(which).capture.empty()) {                    \
    active->captures[at(which).capture].valid = false; \
    return static_cast<result>(900);                   \
  }
// Work for a stream: done at once, or a node of the graph that it is captured into.
template <class F>
result enqueue(stream on, F work) {
  if (at(on).capture.empty()) {
    work();
  } else {
    active->captures[at(on).capture].nodes.push_back(work);
  }
  return success;
}

result cuStreamCreate(stream* made, unsigned flags) {
  ENTER();
  NEEDS_CONTEXT();
  if (flags != stream_non_blocking) return invalid_value;
  ++active->live["stream"];
  *made = handle<stream>(active->next_object++);
  return success;
}
result cuStreamDestroy(stream dying) {
  NEEDS_CONTEXT();
  --active->live["stream"];
  active->streams.erase(number(dying));
  ENTER(number(dying));
  return success;
}
result cuStreamSynchronize(stream awaited) {
  ENTER(number(awaited));
  NEEDS_CONTEXT();
  NOT_CAPTURING(awaited);
  return success;
}
result cuStreamQuery(stream asked) {
  ENTER(number(asked));
  NEEDS_CONTEXT();
  NOT_CAPTURING(asked);
  return active->busy ? not_ready : success;
}
result cuStreamWaitEvent(stream waiting, event awaited, unsigned) {
  ENTER(number(waiting) + " " + number(awaited));
  NEEDS_CONTEXT();
  std::string of_event = active->event_captures[number(awaited)];
  fake_stream& on = at(waiting);
  if (on.capture != of_event) {
    if (!on.capture.empty()) return static_cast<result>(905);
    on.capture = of_event;  // joins
  }
  return success;
}
result cuStreamBeginCapture(stream captured, capture_mode mode) {
  ENTER(number(captured));
  NEEDS_CONTEXT();
  if (mode != capture_relaxed || !at(captured).capture.empty()) return invalid_value;
  at(captured).capture = number(captured);
  active->captures[number(captured)] = {};
  return success;
}
result cuStreamEndCapture(stream captured, graph* made) {
  NEEDS_CONTEXT();
  std::string name = at(captured).capture;
  fake_graph ended = active->captures[name];
  active->captures.erase(name);
  for (auto& [each, state] : active->streams)
    if (state.capture == name) state.capture.clear();
  ENTER(number(captured));
  if (name.empty()) return invalid_value;
  if (!ended.valid) return static_cast<result>(901);
  ++active->live["graph"];
  int id = active->next_object++;
  active->graphs[id] = ended;
  *made = handle<graph>(id);
  return success;
}
int id_of(auto object) { return std::stoi(number(object)); }
result cuGraphInstantiateWithFlags(graph_exec* made, graph of, unsigned long long) {
  ENTER();
  NEEDS_CONTEXT();
  ++active->live["executable graph"];
  int id = active->next_object++;
  active->graphs[id] = active->graphs.at(id_of(of));
  *made = handle<graph_exec>(id);
  return success;
}
result cuGraphLaunch(graph_exec launched, stream on) {
  ENTER(number(on));
  NEEDS_CONTEXT();
  NOT_CAPTURING(on);
  for (const auto& node : active->graphs.at(id_of(launched)).nodes) node();
  return success;
}
result cuGraphExecUpdate(graph_exec changed, graph to, graph_update_result*) {
  ENTER();
  NEEDS_CONTEXT();
  fake_graph &before = active->graphs.at(id_of(changed)), &after = active->graphs.at(id_of(to));
  if (before.nodes.size() != after.nodes.size()) return graph_update_failure;
  before = after;
  return success;
}
result cuGraphDestroy(graph dying) {
  --active->live["graph"];
  active->graphs.erase(id_of(dying));
  ENTER();
  return success;
}
result cuGraphExecDestroy(graph_exec dying) {
  --active->live["executable graph"];
  active->graphs.erase(id_of(dying));
  ENTER();
  return success;
}
result cuLaunchHostFunc(stream on, void (*called)(void*), void* data) {
  ENTER(number(on));
  NEEDS_CONTEXT();
  return enqueue(on, [=] {
    active->in_host_call = true;
    called(data);
    active->in_host_call = false;
  });
}
result cuEventCreate(event* made, unsigned flags) {
  ENTER();
  NEEDS_CONTEXT();
  if (flags != event_disable_timing && flags != event_default) return invalid_value;
  ++active->live["event"];
  *made = handle<event>(active->next_object++);
  return success;
}
result cuEventRecord(event recorded, stream on) {
  ENTER(number(recorded) + " " + number(on));
  NEEDS_CONTEXT();
  active->event_captures[number(recorded)] = at(on).capture;
  return success;
}
result cuEventQuery(event asked) {
  ENTER(number(asked));
  NEEDS_CONTEXT();
  return active->busy ? not_ready : success;
}
result cuEventSynchronize(event awaited) {
  ENTER(number(awaited));
  NEEDS_CONTEXT();
  return success;
}
result cuEventElapsedTime(float* milliseconds, event, event) {
  ENTER();
  NEEDS_CONTEXT();
  *milliseconds = 1.5f;
  return success;
}
result cuEventDestroy(event dying) {
  NEEDS_CONTEXT();
  --active->live["event"];
  active->event_captures.erase(number(dying));
  ENTER(number(dying));
  return success;
}
result cuMemPoolCreate(memory_pool* made, const pool_properties* properties) {
  ENTER();
  NEEDS_CONTEXT();
  if (properties->allocation_type != 1 || properties->location_type != 1) return invalid_value;
  ++active->live["pool"];
  *made = handle<memory_pool>(active->next_object++);
  return success;
}
result cuMemPoolDestroy(memory_pool) {
  --active->live["pool"];
  ENTER();
  return success;
}
result cuMemPoolTrimTo(memory_pool, std::size_t least) {
  ENTER(std::to_string(least));
  return success;
}
result cuMemPoolGetAttribute(memory_pool, pool_attribute what, void* value) {
  ENTER();
  if (what != pool_reserved_bytes) return invalid_value;
  *static_cast<std::uint64_t*>(value) = active->used + 4096;
  return success;
}
result cuMemPoolSetAttribute(memory_pool, pool_attribute what, void* value) {
  ENTER(std::to_string(*static_cast<std::uint64_t*>(value)));
  return what == pool_release_threshold ? success : invalid_value;
}
result allocate(device_pointer* address, std::size_t bytes) {
  NEEDS_CONTEXT();
  if (bytes == 0) return invalid_value;
  if (bytes > active->gpus[0].memory - active->used) return out_of_device_memory;
  *address = reinterpret_cast<device_pointer>(std::malloc(bytes));
  std::memset(reinterpret_cast<void*>(*address), 0xAB, bytes);
  active->memory[*address] = bytes;
  active->used += bytes;
  ++active->live["memory"];
  return success;
}
result deallocate(device_pointer address) {
  auto found = active->memory.find(address);
  if (found == active->memory.end()) return invalid_value;
  active->used -= found->second;
  active->memory.erase(found);
  std::free(reinterpret_cast<void*>(address));
  --active->live["memory"];
  return success;
}
result cuMemAlloc(device_pointer* address, std::size_t bytes) {
  ENTER();
  return allocate(address, bytes);
}
result cuMemAllocFromPoolAsync(device_pointer* address, std::size_t bytes, memory_pool from, stream on) {
  ENTER(number(on));
  if (from == nullptr) return invalid_value;
  NOT_CAPTURING(on);
  return allocate(address, bytes);
}
result cuMemFree(device_pointer address) {
  NEEDS_CONTEXT();
  result freed = deallocate(address);
  ENTER();
  return freed;
}
result cuMemFreeAsync(device_pointer address, stream on) {
  NEEDS_CONTEXT();
  NOT_CAPTURING(on);
  result freed = deallocate(address);
  ENTER(number(on));
  return freed;
}
result cuMemGetInfo(std::size_t* available, std::size_t* total) {
  NEEDS_CONTEXT();
  ENTER();
  *total = active->gpus[0].memory;
  *available = *total - active->used;
  return success;
}
result cuMemHostAlloc(void** address, std::size_t bytes, unsigned flags) {
  ENTER();
  NEEDS_CONTEXT();
  if ((flags & host_alloc_portable) == 0 || bytes == 0) return invalid_value;
  if (bytes > active->host_memory) return out_of_device_memory;
  *address = std::malloc(bytes);
  std::memset(*address, 0xAB, bytes);
  ++active->live["host memory"];
  return success;
}
result cuMemFreeHost(void* address) {
  NEEDS_CONTEXT();
  std::free(address);
  --active->live["host memory"];
  ENTER();
  return success;
}
result cuMemHostGetDevicePointer(device_pointer* address, void* of, unsigned) {
  NEEDS_CONTEXT();
  ENTER();
  *address = reinterpret_cast<device_pointer>(of);
  return success;
}
result cuMemcpyHtoDAsync(device_pointer target, const void* source, std::size_t bytes, stream on) {
  ENTER(number(on));
  NEEDS_CONTEXT();
  return enqueue(on, [=] { std::memcpy(reinterpret_cast<void*>(target), source, bytes); });
}
result cuMemcpyDtoHAsync(void* target, device_pointer source, std::size_t bytes, stream on) {
  ENTER(number(on));
  NEEDS_CONTEXT();
  return enqueue(on, [=] { std::memcpy(target, reinterpret_cast<void*>(source), bytes); });
}
result cuMemcpyDtoDAsync(device_pointer target, device_pointer source, std::size_t bytes, stream on) {
  NEEDS_CONTEXT();
  ENTER(number(on));
  if (target < source + bytes && source < target + bytes) return invalid_value;
  return enqueue(on, [=] { std::memcpy(reinterpret_cast<void*>(target), reinterpret_cast<void*>(source), bytes); });
}
result cuMemcpyPeerAsync(device_pointer target, context to, device_pointer source, context from, std::size_t bytes,
                         stream on) {
  NEEDS_CONTEXT();
  ENTER(number(to) + " " + number(from) + " " + number(on));
  return enqueue(on, [=] { std::memcpy(reinterpret_cast<void*>(target), reinterpret_cast<void*>(source), bytes); });
}
template <class T>
void set(device_pointer target, T value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) std::memcpy(reinterpret_cast<T*>(target) + i, &value, sizeof value);
}
result cuMemsetD8Async(device_pointer target, unsigned char value, std::size_t count, stream on) {
  NEEDS_CONTEXT();
  ENTER(number(on));
  return enqueue(on, [=] { set(target, value, count); });
}
result cuMemsetD16Async(device_pointer target, unsigned short value, std::size_t count, stream on) {
  NEEDS_CONTEXT();
  ENTER(number(on));
  return enqueue(on, [=] { set(target, value, count); });
}
result cuMemsetD32Async(device_pointer target, unsigned value, std::size_t count, stream on) {
  NEEDS_CONTEXT();
  ENTER(number(on));
  return enqueue(on, [=] { set(target, value, count); });
}
result cuModuleLoadDataEx(module* made, const void* image, unsigned count, jit_option* options, void** values) {
  ENTER();
  NEEDS_CONTEXT();
  active->last_image = static_cast<const char*>(image);
  if (active->on_load)
    if (result code = active->on_load(static_cast<const char*>(image)); code != success) {
      for (unsigned i = 0; i < count; ++i)
        if (options[i] == jit_error_log) std::strcpy(static_cast<char*>(values[i]), "ptxas says no\n");
      return code;
    }
  ++active->live["module"];
  int id = active->next_object++;
  active->slots_[id] = std::make_unique<abi::report_slot>();
  *made = handle<module>(id);
  return success;
}
result cuModuleUnload(module dying) {
  NEEDS_CONTEXT();
  --active->live["module"];
  active->slots_.erase(std::stoi(number(dying)));
  ENTER();
  return success;
}
result cuModuleGetFunction(function* found, module, const char* name) {
  NEEDS_CONTEXT();
  ENTER();
  active->functions.push_back(name);
  *found = handle<function>(static_cast<int>(active->functions.size()));
  return success;
}
result cuModuleGetGlobal(device_pointer* address, std::size_t* bytes, module in, const char* name) {
  NEEDS_CONTEXT();
  ENTER();
  if (std::strcmp(name, abi::report_slot_symbol) != 0) return not_found;
  *address = reinterpret_cast<device_pointer>(active->slots_.at(std::stoi(number(in))).get());
  *bytes = sizeof(abi::report_slot);
  return success;
}
const std::string& name_of(function which) { return active->functions[std::stoul(number(which)) - 1]; }
result cuFuncGetAttribute(int* value, function_attribute what, function) {
  NEEDS_CONTEXT();
  ENTER();
  switch (what) {
    case function_max_threads: *value = active->function_max_threads; break;
    case function_static_shared: *value = active->function_static_shared; break;
    case function_max_dynamic_shared: *value = 49152 - active->function_static_shared; break;
  }
  return success;
}
result cuFuncSetAttribute(function which, function_attribute what, int value) {
  NEEDS_CONTEXT();
  ENTER();
  if (what != function_max_dynamic_shared) return invalid_value;
  active->max_dynamic_shared[name_of(which)] = value;
  return success;
}
result launch(fake_launch launched) {
  if (!at(launched.on).capture.empty()) launched.parameters = nullptr;  // the caller's again when a replay comes
  return enqueue(launched.on, [=] {
    if (active->on_launch) active->on_launch(launched);
  });
}
result cuLaunchKernel(function which, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                      unsigned dynamic_shared, stream on, void** parameters, void** extra) {
  ENTER(number(on));
  NEEDS_CONTEXT();
  if (extra != nullptr) return invalid_value;
  return launch({name_of(which), {gx, gy, gz}, {bx, by, bz}, dynamic_shared, on, parameters});
}

result cuLaunchCooperativeKernel(function which, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                 unsigned bz, unsigned dynamic_shared, stream on, void** parameters) {
  ENTER(number(on));
  NEEDS_CONTEXT();
  return launch({name_of(which), {gx, gy, gz}, {bx, by, bz}, dynamic_shared, on, parameters, true});
}
result cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, function, int, std::size_t) {
  ENTER();
  NEEDS_CONTEXT();
  *blocks = active->blocks_per_multiprocessor;
  return success;
}

}  // namespace fake

table make_table() {
  table calls;
#define GPUC_DRIVER_CALL(name, symbol, parameters) calls.name.function = &fake::name;
#include "lib/host/driver_table.def"
#undef GPUC_DRIVER_CALL
  return calls;
}

}  // namespace

fake_driver::fake_driver() : real_(detail::this_machine()) {
  static const table calls = make_table();
  library = {.calls = &calls, .found = true, .problem = ""};
  active = this;
  current = nullptr;
  detail::this_machine() = {[]() -> const driver::library& { return active->library; },
                            [] { return active->gpu_trace; },
                            [] { return active->device_choice; },
                            [] { return active->launch_blocking; },
                            [] { return active->missing_cpu_features; },
                            [](const char* line) { active->notices.push_back(line); }};
}

fake_driver::~fake_driver() {
  for (const auto& [address, bytes] : memory) std::free(reinterpret_cast<void*>(address));  // what the runtime lost
  detail::this_machine() = real_;
  active = nullptr;
}

int fake_driver::total_live() const {
  int total = 0;
  for (const auto& [kind, count] : live) total += count;
  return total;
}

int fake_driver::calls_of(const std::string& name) const {
  return static_cast<int>(std::count_if(
      log.begin(), log.end(), [&](const std::string& line) { return line == name || line.starts_with(name + " "); }));
}

driver::result fake_driver::enter(const char* name, const std::string& detail) {
  log.push_back(detail.empty() ? name : std::string(name) + " " + detail);
  if (in_host_call) ++calls_in_host_calls;
  auto found = failing_.find(name);
  if (found == failing_.end() || found->second.skipped-- > 0) return driver::success;
  driver::result code = found->second.code;
  failing_.erase(found);
  return code;
}

std::vector<std::string> driver_calls() {
  return {
#define GPUC_DRIVER_CALL(name, symbol, parameters) #name,
#include "lib/host/driver_table.def"
#undef GPUC_DRIVER_CALL
  };
}

}  // namespace gpuc::testing

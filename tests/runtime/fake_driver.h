// A CUDA driver made of ordinary memory, and a machine to go with it. While one exists, the runtime runs on it. Every
// call can be made to fail once; what was made and not destroyed is counted.
#pragma once

#include "gpuc/abi/bundle.h"
#include "lib/host/machine.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace gpuc::testing {

struct fake_gpu {
  std::string name = "Fake H100";
  int major = 9, minor = 0;
  bool pools = true;
  bool cooperative = true;
  int multiprocessors = 132;
  driver::result retain = driver::success;
  std::size_t memory = std::size_t{1} << 30;
};

/// One cuLaunchKernel.
struct fake_launch {
  std::string function;
  unsigned grid[3], block[3], dynamic_shared;
  driver::stream on;
  void** parameters;
  bool cooperative = false;
};

/// What a stream is captured into, "" if it is not.
struct fake_stream {
  std::string capture;
};
struct fake_graph {
  std::vector<std::function<void()>> nodes;
  bool valid = true;
};

class fake_driver {
 public:
  fake_driver();
  ~fake_driver();
  fake_driver(const fake_driver&) = delete;
  fake_driver& operator=(const fake_driver&) = delete;

  // The machine.
  std::vector<fake_gpu> gpus{fake_gpu{}};
  int version = 12040;
  driver::result init = driver::success;
  driver::library library;  // what opening it gives; the fake's table unless changed
  std::string gpu_trace = "/dev/nvidiactl";
  std::string device_choice;
  bool launch_blocking = false;
  std::string missing_cpu_features;
  std::vector<std::string> notices;

  // What the program's images and kernels do.
  std::function<driver::result(const char* image)> on_load;
  std::function<void(const fake_launch&)> on_launch;
  int function_max_threads = 1024;
  int function_static_shared = 0;
  int blocks_per_multiprocessor = 2;  // of any function
  bool busy = false;                  // streams and events are not done
  std::size_t host_memory = std::size_t{1} << 30;

  /// The next call of `name`, or the one behind `skipped` others, fails with `code`.
  void fail_once(const std::string& name, driver::result code, int skipped = 0) { failing_[name] = {code, skipped}; }
  bool failure_happened(const std::string& name) const { return !failing_.contains(name); }

  /// Objects that are alive: contexts retained, streams, events, modules, device and host allocations.
  std::map<std::string, int> live;
  int total_live() const;

  /// Calls in their order, with what the tests look at: "cuEventRecord event1 stream2".
  std::vector<std::string> log;
  int calls_of(const std::string& name) const;

  /// The report slot of the module that was loaded last.
  abi::report_slot& last_slot() { return *slots_.rbegin()->second; }
  std::string last_image;

  // For the table's functions. Names are the numbers of handles.
  std::map<std::string, fake_stream> streams;
  std::map<std::string, fake_graph> captures;  // by the stream that began
  std::map<std::string, std::string> event_captures;
  std::map<int, fake_graph> graphs;  // and executable ones
  bool in_host_call = false;
  int calls_in_host_calls = 0;  // the driver's thread may not call the driver
  driver::result enter(const char* name, const std::string& detail = {});
  std::map<driver::device_pointer, std::size_t> memory;
  std::map<int, std::unique_ptr<abi::report_slot>> slots_;
  std::vector<std::string> functions;
  std::map<std::string, int> max_dynamic_shared;
  int next_object = 1;
  std::size_t used = 0;

 private:
  struct failure {
    driver::result code;
    int skipped;
  };
  std::map<std::string, failure> failing_;
  detail::machine real_;
};

/// Every name in driver_table.def.
std::vector<std::string> driver_calls();

}  // namespace gpuc::testing

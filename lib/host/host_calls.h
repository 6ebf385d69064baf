// Functions of the program that streams call when they get there.
#pragma once

#include <exception>
#include <memory>
#include <mutex>
#include <vector>

namespace gpuc::detail {

struct host_call;  // gpuc/stream.hpp

/// The calls of a context's streams.
class host_calls {
 public:
  host_calls() noexcept;
  ~host_calls();

  /// Makes the call; what it throws waits for `rethrow`. Threads: from any, also the driver's own.
  void make(host_call& call) noexcept;

  /// Takes a call that was made. It dies in `destroy_finished`, on a thread that may call the driver, which the one
  /// that makes calls may not: what the call holds can be the last handle to a buffer.
  void finish(std::unique_ptr<host_call> call) noexcept;
  void destroy_finished() noexcept;

  /// Throws what the first call that failed since the last time threw.
  void rethrow();

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::vector<std::unique_ptr<host_call>> finished_;
};

/// A call on its way through the driver, which takes a pointer to it.
struct call_in_flight {
  std::unique_ptr<host_call> call;
  host_calls& calls;  // of a context, which waits for its device before it goes
};

}  // namespace gpuc::detail

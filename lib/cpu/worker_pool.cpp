#include "lib/cpu/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <sched.h>
#include <system_error>
#include <thread>

namespace gpuc::cpu {

namespace {

std::atomic<unsigned> chosen_threads{0};

class worker_pool {
 public:
  void run(unsigned wanted, void (*work)(void*) noexcept, void* data) {
    std::unique_lock launch(launch_mutex_, std::try_to_lock);
    if (!launch.owns_lock()) {
      work(data);
      return;
    }
    {
      std::lock_guard lock(mutex_);
      start_workers(wanted - 1);
      work_ = work;
      data_ = data;
      open_places_ = std::min(wanted - 1, workers_);
    }
    wake_.notify_all();
    work(data);
    std::unique_lock lock(mutex_);
    open_places_ = 0;  // who has not come yet would find nothing left
    done_.wait(lock, [&] { return busy_ == 0; });
  }

 private:
  void start_workers(unsigned count) {
    for (; workers_ < count; ++workers_) {
      try {
        std::thread(&worker_pool::serve, this).detach();
      } catch (const std::system_error&) {
        return;  // the process may have no more threads; the launch does with those it has
      }
    }
  }

  void serve() noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return open_places_ != 0; });
      --open_places_;
      ++busy_;
      auto* work = work_;
      auto* data = data_;
      lock.unlock();
      work(data);
      lock.lock();
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::mutex launch_mutex_;  // held by the thread whose launch has the workers
  std::mutex mutex_;         // guards everything below
  std::condition_variable wake_, done_;
  void (*work_)(void*) noexcept = nullptr;
  void* data_ = nullptr;
  unsigned workers_ = 0;
  unsigned open_places_ = 0;  // workers that may still join the running launch
  unsigned busy_ = 0;
};

// Never destroyed: its threads wait in it until the process ends.
worker_pool& pool() {
  static worker_pool* shared = new worker_pool;
  return *shared;
}

}  // namespace

void run_in_parallel(unsigned wanted, void (*work)(void* data) noexcept, void* data) {
  if (wanted <= 1)
    work(data);
  else
    pool().run(wanted, work, data);
}

unsigned available_threads() noexcept {
  if (unsigned chosen = chosen_threads.load(std::memory_order_relaxed)) return chosen;
  // Not std::thread::hardware_concurrency: a container or taskset may allow fewer than the machine has.
  static const unsigned allowed = [] {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set))
                                                       : std::max(1u, std::thread::hardware_concurrency());
  }();
  return allowed;
}

void set_available_threads(unsigned count) noexcept { chosen_threads.store(count, std::memory_order_relaxed); }

}  // namespace gpuc::cpu

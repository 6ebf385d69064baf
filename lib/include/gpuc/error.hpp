/// The exceptions of the library. All derive from gpuc::error.
#pragma once

#include "gpuc/errc.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gpuc {

/// An error of the library: `what()` is "kernel: what happened, both values, a way out (GPUCnnnn)".
/// Threads: plain data.
class error : public std::runtime_error {
 public:
  /// `kernel` may be empty; the message then starts with `message`.
  error(errc kind, int code, std::string_view kernel, std::string_view message);
  ~error() override;

  errc kind() const noexcept { return kind_; }
  /// The number N of the code GPUCN, for `gpuc explain`.
  int code() const noexcept { return code_; }
  /// Name of the kernel concerned, empty if none is.
  std::string_view kernel() const noexcept { return {what(), kernel_length_}; }
  /// `what()` without its code.
  std::string_view message() const noexcept { return {what(), message_length_}; }

 private:
  errc kind_;
  int code_;
  std::size_t kernel_length_;
  std::size_t message_length_;
};

/// A launch did not fit its contract, its device or its arguments (GPUC0601). Nothing reached the device.
class launch_error : public error {
 public:
  launch_error(errc kind, std::string_view kernel, std::string_view message);
  ~launch_error() override;
};

/// A kernel reported a fault (GPUC0602): thrown by the next synchronising call. The context stays usable; what the
/// faulting thread would have written later is missing.
class device_error : public error {
 public:
  device_error(errc kind, std::string_view kernel, std::string_view message);
  ~device_error() override;
};

/// A call of the CUDA driver failed (GPUC0603).
class driver_error : public error {
 public:
  driver_error(int result, std::string_view kernel, std::string_view message);
  ~driver_error() override;
  /// The CUresult.
  int result() const noexcept { return result_; }

 private:
  int result_;
};

/// The device code of the program cannot be used in a context (GPUC0610 to GPUC0613, GPUC0403).
class module_error : public error {
 public:
  using error::error;
  ~module_error() override;
};

/// Device memory is exhausted (GPUC0604).
class out_of_memory : public error {
 public:
  out_of_memory(std::size_t requested, std::size_t available, std::size_t total, std::string_view message);
  ~out_of_memory() override;
  /// Bytes that were asked for, that were free, and that the device has.
  std::size_t requested() const noexcept { return requested_; }
  std::size_t available() const noexcept { return available_; }
  std::size_t total() const noexcept { return total_; }

 private:
  std::size_t requested_, available_, total_;
};

/// There is no device to run on (GPUC0606), or it is there and cannot be used (GPUC0705, GPUC0708).
class device_unavailable : public error {
 public:
  using error::error;
  ~device_unavailable() override;
};

}  // namespace gpuc

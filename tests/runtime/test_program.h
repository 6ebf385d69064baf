// What the compiler would have put into a program: bundles and kernel descriptors, written by hand.
#pragma once

#include "gpuc/abi/bundle.h"
#include "gpuc/abi/kernel.h"
#include "gpuc/abi/launch.h"
#include "gpuc/device_view.hpp"
#include "gpuc/matrix_view.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gpuc::testing {

struct test_image {
  abi::image_kind kind;
  std::uint32_t capability;
  std::uint32_t ptx_version;
  std::string text;
  bool reports = true;
};

struct test_kernel_row {
  std::string name, symbol, missing;
};

struct test_site {
  abi::report_kind kind;
  std::uint32_t kernel, line;
  std::string file, text;
};

/// A bundle in memory. The copy that `address` gives lives as long as this object.
class test_bundle {
 public:
  test_bundle(const std::vector<test_image>& images, const std::vector<test_kernel_row>& kernels,
              const std::vector<test_site>& sites);
  const void* address() const { return words_.data(); }
  abi::bundle_header& header() { return *reinterpret_cast<abi::bundle_header*>(words_.data()); }
  char* bytes() { return reinterpret_cast<char*>(words_.data()); }

 private:
  std::vector<std::uint64_t> words_;
};

/// PTX 8.0 for compute_80 called "PTX", and what vecadd-like kernels need besides.
test_bundle plain_bundle();

// Parameters.
abi::parameter slice_of(const char* name, std::uint32_t element_size);
abi::parameter disjoint_slice_of(const char* name, std::uint32_t element_size);
abi::parameter matrix_of(const char* name, std::uint32_t element_size);
abi::parameter value_of(const char* name, std::uint32_t size, abi::integer_kind integer = abi::integer_kind::none);

/// A descriptor of a 1-D kernel without a fixed block; the tests change what they are about.
abi::kernel kernel_of(const char* name, const test_bundle& bundle, const std::vector<abi::parameter>& parameters);

// The objects that launchers pass, and what they pack of them.
struct slice_object {
  const void* data;
  std::size_t size;
};
struct matrix_object {
  const void* data;
  std::size_t rows, columns;
};
template <class T>
slice_object object_of(device_view<T> view) {
  return {view.data(), view.size()};
}
template <class T>
matrix_object object_of(matrix_view<T> view) {
  return {view.data(), view.rows(), view.cols()};
}
template <class View, class Object>
abi::argument pack(const View& view, const Object& object) {
  return {&object, view.context(), view.allocation()};
}

}  // namespace gpuc::testing

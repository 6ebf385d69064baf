#include "tests/runtime/test_program.h"

#include <cstring>

namespace gpuc::testing {

namespace {

class writer {
 public:
  std::uint64_t append(const void* data, std::size_t bytes) {
    std::uint64_t offset = bytes_.size();
    bytes_.append(static_cast<const char*>(data), bytes);
    return offset;
  }
  std::uint64_t text(const std::string& text) { return text.empty() ? 0 : append(text.c_str(), text.size() + 1); }
  template <class T>
  std::uint64_t table(const std::vector<T>& rows) {
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
    return append(rows.data(), rows.size() * sizeof(T));
  }
  std::string bytes_;
};

}  // namespace

test_bundle::test_bundle(const std::vector<test_image>& images, const std::vector<test_kernel_row>& kernels,
                         const std::vector<test_site>& sites) {
  writer out;
  abi::bundle_header head{};
  std::memcpy(head.magic, abi::bundle_magic, sizeof head.magic);
  out.append(&head, sizeof head);

  std::vector<abi::bundle_image> image_rows;
  for (const test_image& image : images)
    image_rows.push_back(
        {image.kind, image.capability, image.ptx_version, image.reports, out.text(image.text), image.text.size()});
  std::vector<abi::bundle_kernel> kernel_rows;
  for (const test_kernel_row& kernel : kernels)
    kernel_rows.push_back({out.text(kernel.name), out.text(kernel.symbol), out.text(kernel.missing)});
  std::vector<abi::bundle_site> site_rows;
  for (const test_site& site : sites)
    site_rows.push_back({site.kind, site.kernel, site.line, 1, out.text(site.file), out.text(site.text)});

  head.version = abi::version;
  head.image_count = static_cast<std::uint32_t>(images.size());
  head.kernel_count = static_cast<std::uint32_t>(kernels.size());
  head.site_count = static_cast<std::uint32_t>(sites.size());
  head.images = out.table(image_rows);
  head.kernels = out.table(kernel_rows);
  head.sites = out.table(site_rows);
  head.size = out.bytes_.size();
  head.checksum = 0xcbf29ce484222325u;
  for (std::size_t i = sizeof head; i < out.bytes_.size(); ++i)
    head.checksum = (head.checksum ^ static_cast<unsigned char>(out.bytes_[i])) * 0x100000001b3u;
  std::memcpy(out.bytes_.data(), &head, sizeof head);
  words_.resize((out.bytes_.size() + 7) / 8);
  std::memcpy(words_.data(), out.bytes_.data(), out.bytes_.size());
}

test_bundle plain_bundle() {
  return test_bundle({{abi::image_kind::ptx, 80, 80, "PTX"}}, {{"kernels::copy<float>", "copy_0123", ""}},
                     {{abi::report_kind::out_of_range, 0, 17, "src/main.cpp", ""},
                      {abi::report_kind::assertion, 0, 21, "src/main.cpp", "i < n"},
                      {abi::report_kind::divergent_barrier, 0, 30, "src/main.cpp", ""},
                      {abi::report_kind::trap, abi::any_kernel, 4, "src/shared.hpp", ""},
                      {abi::report_kind::row_out_of_range, 0, 40, "src/main.cpp", ""},
                      {abi::report_kind::exception, 0, 41, "src/main.cpp", "std::out_of_range"},
                      {abi::report_kind::column_out_of_range, 0, 42, "src/main.cpp", ""},
                      {abi::report_kind::division_by_zero, 0, 43, "src/main.cpp", ""},
                      {abi::report_kind::division_overflow, 0, 44, "src/main.cpp", ""}});
}

abi::parameter slice_of(const char* name, std::uint32_t element_size) {
  return {name, 16, 8, element_size, abi::parameter_kind::slice, 0, abi::integer_kind::none, 0};
}
abi::parameter disjoint_slice_of(const char* name, std::uint32_t element_size) {
  return {name, 16, 8, element_size, abi::parameter_kind::disjoint_slice, 1, abi::integer_kind::none, 0};
}
abi::parameter matrix_of(const char* name, std::uint32_t element_size) {
  return {name, 24, 8, element_size, abi::parameter_kind::matrix, 0, abi::integer_kind::none, 0};
}
abi::parameter value_of(const char* name, std::uint32_t size, abi::integer_kind integer) {
  return {name, size, size, 0, abi::parameter_kind::value, 0, integer, 0};
}

abi::kernel kernel_of(const char* name, const test_bundle& bundle, const std::vector<abi::parameter>& parameters) {
  abi::kernel made{};
  made.version = abi::version;
  made.parameter_count = static_cast<std::uint32_t>(parameters.size());
  made.name = name;
  made.qualified = name;
  made.symbol = "copy_0123";
  made.bundle = bundle.address();
  made.parameters = parameters.data();
  made.checked = 1;
  made.contract.domain = 1;
  made.contract.dynamic_shared_least = made.contract.dynamic_shared_most = -1;
  made.contract.min_capability = 80;
  return made;
}

}  // namespace gpuc::testing

/// The device bundle: the images of one object file, the kernels in them and the places that can report a fault.
/// One contiguous, little-endian block; every offset counts from its first byte. Written by `tool/bundle`,
/// read by `lib/host` at run time and by `gpuc inspect`.
#pragma once

#include <cstdint>

namespace gpuc::abi {

inline constexpr char bundle_magic[8] = {'G', 'P', 'U', 'C', 'B', 'N', 'D', 'L'};

struct bundle_header {
  char magic[8];
  std::uint32_t version;  ///< abi::version
  std::uint32_t image_count;
  std::uint32_t kernel_count;
  std::uint32_t site_count;
  std::uint64_t images;    ///< offset of bundle_image[image_count]
  std::uint64_t kernels;   ///< offset of bundle_kernel[kernel_count]
  std::uint64_t sites;     ///< offset of bundle_site[site_count]
  std::uint64_t size;      ///< of the whole bundle, bytes
  std::uint64_t checksum;  ///< FNV-1a 64 of everything behind the header
};

enum class image_kind : std::uint32_t { ptx = 1, cubin = 2 };

struct bundle_image {
  image_kind kind;
  std::uint32_t capability;   ///< compute capability times ten, e.g. 90
  std::uint32_t ptx_version;  ///< times ten, e.g. 78; 0 for a cubin
  std::uint32_t reports;      ///< 1: a kernel can report a fault, so the image has the slot below
  std::uint64_t offset;
  std::uint64_t size;  ///< bytes; PTX is followed by a NUL that is not counted
};

struct bundle_kernel {
  std::uint64_t name;     ///< offset of the qualified name, NUL-terminated
  std::uint64_t symbol;   ///< offset of the entry name
  std::uint64_t missing;  ///< offset of why no image has this kernel ("GPUC0410: ..."), 0: it is there
};

/// What a fault was; the two values of the report mean what is said here.
enum class report_kind : std::uint32_t {
  out_of_range = 1,         ///< index, size
  row_out_of_range = 2,     ///< row, rows
  column_out_of_range = 3,  ///< column, columns
  trap = 4,                 ///< no values; the site's text, if there is one, says why
  assertion = 5,            ///< no values; the site's text is the condition
  exception = 6,            ///< no values; the site's text says what would have been thrown
  divergent_barrier = 7,    ///< CPU executor only: threads wait at different barriers; waiting, threads
  division_by_zero = 8,     ///< the dividend, 1 if it is signed
  division_overflow = 9,    ///< dividend, divisor: both signed
};

inline constexpr std::uint32_t any_kernel = 0xffffffffu;

/// A place in the user's source that can report a fault.
struct bundle_site {
  report_kind kind;
  std::uint32_t kernel;  ///< index of the kernel, any_kernel: code shared by several
  std::uint32_t line;    ///< 1-based
  std::uint32_t column;
  std::uint64_t file;  ///< offset of the path, relative to the project
  std::uint64_t text;  ///< offset of the kind's text, 0: none
};

/// What a faulting thread writes; one per loaded image, in memory that the host can read.
struct report_record {
  std::uint32_t ready;  ///< 1 once the rest is valid
  std::uint32_t site;
  std::uint64_t values[2];
  std::uint32_t block[3];
  std::uint32_t thread[3];
};

/// The global `__gpuc_report_slot` of an image that can report: the host stores the record's device address in `record`
/// after loading and clears `claimed` when it has read a report; the first faulting thread sets `claimed`.
struct report_slot {
  std::uint64_t record;
  std::uint32_t claimed;
  std::uint32_t reserved;
};

inline constexpr char report_slot_symbol[] = "__gpuc_report_slot";

}  // namespace gpuc::abi

// A kernel as the stages behind the frontend know it: one launchable instantiation.
#pragma once

#include "lib/include/gpuc/abi/kernel.h"
#include "tool/base/diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gpuc::tool {

struct KernelParameter {
  std::string name;
  abi::parameter_kind kind = abi::parameter_kind::value;
  bool exclusive = false;
  abi::integer_kind integer = abi::integer_kind::none;
  std::uint32_t size = 0;
  std::uint32_t alignment = 0;
  std::uint32_t elementSize = 0;
};

struct KernelRequirement {
  std::string text;
  std::string file;
  std::uint32_t line = 0;
  std::uint64_t parameters = 0;
};

struct Kernel {
  std::string name;        // "vecadd"
  std::string qualified;   // "kernels::map<float>"
  std::string symbol;      // entry name in PTX: ASCII letters, digits, '_'
  std::string function;    // mangled name of the kernel function itself
  std::string run;         // mangled name of entry<&K>::run, which calls it
  std::string descriptor;  // mangled name of entry<&K>::descriptor
  Place place;             // of the kernel's name
  bool checked = true;
  bool noChecks = false;  // [[gpuc::no_kernel_checks]]: no check of the library's may be left in the device code
  bool tile = false;      // [[tile_kernel]]: its code is for a whole block
  std::vector<KernelParameter> parameters;
  std::vector<KernelRequirement> requirements;
  abi::contract_data contract{};
};

}  // namespace gpuc::tool

// CPU entries are compiled for x86-64-v3, whatever this library is compiled for.

#include "lib/host/cpu_executor.h"

namespace gpuc::cpu {

std::string missing_features() {
  std::string missing;
  auto need = [&](bool present, const char* name) {
    if (!present) missing += (missing.empty() ? "" : ", ") + std::string(name);
  };
  __builtin_cpu_init();
  need(__builtin_cpu_supports("avx2"), "AVX2");
  need(__builtin_cpu_supports("fma"), "FMA");
  need(__builtin_cpu_supports("bmi"), "BMI1");
  need(__builtin_cpu_supports("bmi2"), "BMI2");
  need(__builtin_cpu_supports("f16c"), "F16C");
  need(__builtin_cpu_supports("lzcnt"), "LZCNT");
  return missing;
}

}  // namespace gpuc::cpu

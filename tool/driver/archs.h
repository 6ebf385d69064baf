// What `native` and the architectures of gpuc.toml or --arch mean on this machine.
#pragma once

#include <string>
#include <vector>

namespace gpuc::tool::driver {

struct Archs {
  std::vector<std::string> names;  // ascending, each once, never empty
  bool required = false;           // the user named them: a kernel that cannot be built for them is an error
  bool cubins = true;              // false: PTX alone, there is no GPU to make a cubin for
};

// `native` is each GPU's architecture. Without a GPU it is PTX for the lowest that gpuc knows, which every later one
// can run.
Archs resolveArchs(const std::vector<std::string>& written, const std::vector<std::string>& native);

}  // namespace gpuc::tool::driver

#include "lib/host/driver_api.h"

#include "gpuc/abi/driver_library.h"
#include "lib/host/text.h"

#include <dlfcn.h>

namespace gpuc::driver {

namespace {

// Fills `calls`; the name of the first entry that is missing, or null.
const char* resolve(void* handle, table& calls) {
#define GPUC_DRIVER_CALL(name, symbol, parameters)                                     \
  calls.name.function = reinterpret_cast<result(*) parameters>(dlsym(handle, symbol)); \
  if (calls.name.function == nullptr) return symbol;
#include "lib/host/driver_table.def"
#undef GPUC_DRIVER_CALL
  return nullptr;
}

library open() {
  library opened;
  for (const char* name : abi::driver_library_names) {
    // Never closed: the driver's own threads and exit handlers live in it.
    void* handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
      if (opened.problem.empty()) opened.problem = dlerror();
      continue;
    }
    opened.found = true;
    static table calls;
    if (const char* missing = resolve(handle, calls))
      opened.problem = detail::concat(name, " has no ", missing);
    else
      opened.calls = &calls;
    break;
  }
  return opened;
}

}  // namespace

const library& open_library() {
  static const library opened = open();
  return opened;
}

std::string version_text(int version) { return detail::concat(version / 1000, '.', version % 1000 / 10); }

int newest_ptx(int version) noexcept {
  // CUDA and PTX versions do not advance in step: 12.5 and 12.6 both take 8.5.
  static constexpr int known[][2] = {{12000, 80}, {12010, 81}, {12020, 82}, {12030, 83}, {12040, 84}, {12050, 85},
                                     {12060, 85}, {12070, 86}, {12080, 87}, {12090, 88}, {13000, 90}};
  for (const auto& row : known)
    if (row[0] == version / 10 * 10) return row[1];
  return 0;
}

}  // namespace gpuc::driver

// Prints the hash of a file as gpuc and gpuc-cc compute it; for fake_gpuc_cc.py.
#include "tool/base/file_hash.h"

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  auto hash = gpuc::tool::hashFile(argv[1]);
  if (!hash) return 1;
  std::printf("%llu\n", static_cast<unsigned long long>(*hash));
}

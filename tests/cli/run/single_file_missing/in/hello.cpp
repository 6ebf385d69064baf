#include <cstdio>
#include <cstdlib>

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) std::puts(words[i]);
  const char* device = std::getenv("GPUC_DEVICE");
  std::printf("device %s\n", device ? device : "unset");
  return count;
}

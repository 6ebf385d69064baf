#include <cstdio>
#include <unistd.h>

int main() {
  char buffer[4096];
  std::puts(getcwd(buffer, sizeof buffer));
}

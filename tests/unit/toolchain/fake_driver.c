/* A libcuda.so.1 that answers what the environment tells it to. */
#include <stdlib.h>
#include <string.h>

static int number(const char* name, int otherwise) {
  const char* text = getenv(name);
  return text ? atoi(text) : otherwise;
}

int cuInit(unsigned flags) { return number("FAKE_INIT", 0); }

int cuDriverGetVersion(int* version) {
  *version = number("FAKE_VERSION", 13000);
  return 0;
}

int cuDeviceGetCount(int* count) {
  *count = number("FAKE_COUNT", 1);
  return 0;
}

int cuDeviceGetName(char* name, int length, int device) {
  strncpy(name, device == 0 ? "First GPU" : "Second GPU", (size_t)length);
  return 0;
}

/* The second GPU is one generation older. */
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  int capability = number("FAKE_CAPABILITY", 90) - 10 * device;
  *value = attribute == 75 ? capability / 10 : capability % 10;
  return 0;
}

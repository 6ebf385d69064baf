#include "tests/unit/toolchain/fake_host.h"
#include "tool/toolchain/gpu.h"

#include <doctest/doctest.h>

using namespace gpuc::tool;

namespace {

constexpr const char* kLibrary = "/usr/lib/x86_64-linux-gnu/libcuda.so.1";

// A machine whose driver library is the fake of fake_driver.c.
struct DriverHost : FakeHost {
  explicit DriverHost(const char* place = kLibrary) {
    for (const char* name : {"FAKE_INIT", "FAKE_VERSION", "FAKE_COUNT", "FAKE_CAPABILITY"}) unsetenv(name);
    if (place) copy(place, GPUC_FAKE_DRIVER);
  }
  void say(const char* name, int value) { setenv(name, std::to_string(value).c_str(), 1); }
};

}  // namespace

TEST_CASE("a driver with two GPUs") {
  DriverHost fake;
  fake.say("FAKE_COUNT", 2);
  GpuDriver driver = probeDriver(fake.host);
  CHECK(driver.state == DriverState::Ready);
  CHECK(driver.library == kLibrary);
  CHECK(driver.version == 13000);
  REQUIRE(driver.gpus.size() == 2);
  CHECK(driver.gpus[0].name == "First GPU");
  CHECK(driver.gpus[0].capability == 90);
  CHECK(driver.gpus[1].index == 1);
  CHECK(nativeArchs(driver) == std::vector<std::string>{"sm_80", "sm_90"});
}

TEST_CASE("a GPU that is too old is listed, and is no architecture to build for") {
  DriverHost fake;
  fake.say("FAKE_COUNT", 2);
  fake.say("FAKE_CAPABILITY", 86);
  GpuDriver driver = probeDriver(fake.host);
  CHECK(driver.gpus.size() == 2);
  CHECK(nativeArchs(driver) == std::vector<std::string>{"sm_86"});
}

TEST_CASE("two GPUs of one kind are one architecture") {
  GpuDriver driver;
  driver.gpus = {{0, "a", 90}, {1, "b", 90}, {2, "c", 100}};
  CHECK(nativeArchs(driver) == std::vector<std::string>{"sm_90", "sm_100"});
}

TEST_CASE("no driver") {
  DriverHost fake(nullptr);
  GpuDriver driver = probeDriver(fake.host);
  CHECK(driver.state == DriverState::Absent);
  CHECK(probed(driver.probes, kLibrary));
  CHECK(probed(driver.probes, "/proc/driver/nvidia/version"));
}

TEST_CASE("a container that has the device but not the library") {
  DriverHost fake(nullptr);
  fake.file("/dev/nvidiactl");
  CHECK(probeDriver(fake.host).state == DriverState::NotMounted);
}

TEST_CASE("a library that cannot be loaded is not taken for a driver") {
  DriverHost fake(nullptr);
  fake.file(kLibrary, "not a shared library");
  fake.file("/proc/driver/nvidia/version", "NVRM version: 580\n");
  GpuDriver driver = probeDriver(fake.host);
  CHECK(driver.state == DriverState::NotMounted);
  CHECK(remarks(driver.probes, kLibrary) != "\n");
}

TEST_CASE("the toolkit's stub says so itself") {
  DriverHost fake;
  fake.say("FAKE_INIT", 34);
  CHECK(probeDriver(fake.host).state == DriverState::Stub);
}

TEST_CASE("a driver for a CUDA before 12.0") {
  DriverHost fake;
  fake.say("FAKE_VERSION", 11080);
  GpuDriver driver = probeDriver(fake.host);
  CHECK(driver.state == DriverState::TooOld);
  CHECK(driver.version == 11080);
  CHECK(driver.gpus.empty());
}

TEST_CASE("WSL2's place") {
  DriverHost there("/usr/lib/wsl/lib/libcuda.so.1");
  there.file("/dev/dxg");
  GpuDriver driver = probeDriver(there.host);
  CHECK(driver.state == DriverState::Ready);
  CHECK(driver.library == "/usr/lib/wsl/lib/libcuda.so.1");

  DriverHost missing(nullptr);
  missing.file("/proc/version", "Linux version 5.15.0-microsoft-standard-WSL2\n");
  CHECK(probeDriver(missing.host).state == DriverState::WslMissing);
}

TEST_CASE("a driver without a visible GPU is ready, with none") {
  DriverHost fake;
  fake.say("FAKE_INIT", 100);
  GpuDriver driver = probeDriver(fake.host);
  CHECK(driver.state == DriverState::Ready);
  CHECK(driver.gpus.empty());
}

TEST_CASE("any other error of cuInit is kept") {
  DriverHost fake;
  fake.say("FAKE_INIT", 803);
  GpuDriver driver = probeDriver(fake.host);
  CHECK(driver.state == DriverState::Failed);
  CHECK(driver.error == 803);
}

TEST_CASE("the fingerprint moves with the driver, the GPUs and their visibility") {
  FakeHost fake;
  CHECK(gpuFingerprint(fake.host).empty());
  fake.file("/proc/driver/nvidia/version", "NVRM version: 580\n");
  std::string none = gpuFingerprint(fake.host);
  CHECK_FALSE(none.empty());
  fake.file("/proc/driver/nvidia/gpus/0000:01:00.0/information", "Model: First GPU\n");
  std::string one = gpuFingerprint(fake.host);
  CHECK(one != none);
  CHECK(gpuFingerprint(fake.host) == one);
  fake.host.variables["CUDA_VISIBLE_DEVICES"] = "";
  std::string hidden = gpuFingerprint(fake.host);
  CHECK(hidden != one);
  fake.host.variables["CUDA_VISIBLE_DEVICES"] = "1";
  CHECK(gpuFingerprint(fake.host) != one);
  CHECK(gpuFingerprint(fake.host) != hidden);
}

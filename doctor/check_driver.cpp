// Each way in which the driver can be missing needs another remedy, so each is an answer of its own.
#include "doctor/checks.h"

namespace gpuc::tool::doctor {

namespace {

// A machine without NVIDIA hardware is a normal place to work; a driver that is there and unusable is not.
void problem(Finding& finding, const Facts& facts, Code code, std::string summary, std::string help) {
  finding.verdict = facts.gpuProblem();
  finding.code = code;
  finding.summary = std::move(summary);
  finding.help = std::move(help);
}

}  // namespace

Finding checkDriver(const Facts& facts) {
  Finding finding;
  const GpuDriver& driver = facts.driver;
  finding.probes = driver.probes;
  switch (driver.state) {
    case DriverState::Ready: finding.summary = driver.library + ", for CUDA " + cudaVersionText(driver.version); break;
    case DriverState::Absent:
      problem(finding, facts, Code::NoGpu, "none: this machine has no NVIDIA driver",
              "nothing is wrong where there is no NVIDIA GPU: programs run on the CPU executor. Where there is one, "
              "install its driver (on Debian: nvidia-driver)");
      break;
    case DriverState::NotMounted:
      problem(finding, facts, Code::DriverUnusable,
              "the kernel's part is there, but libcuda.so.1 cannot be loaded: in a container, the driver's libraries "
              "are not mounted",
              "start the container with `--gpus all` (and NVIDIA_DRIVER_CAPABILITIES=compute,utility); outside of "
              "one, install the package that has libcuda.so.1 (on Debian: libcuda1)");
      break;
    case DriverState::Stub:
      problem(finding, facts, Code::DriverUnusable,
              "the CUDA toolkit's stub was loaded in place of the driver: " + driver.library,
              "take the toolkit's stubs directory out of LD_LIBRARY_PATH; it is for linking only");
      break;
    case DriverState::TooOld:
      problem(finding, facts, Code::DriverUnusable,
              "too old: it is for CUDA " + cudaVersionText(driver.version) + ", and gpuc's PTX needs " +
                  cudaVersionText(kMinDriverVersion) + " (driver 525) or later",
              "install a newer driver");
      break;
    case DriverState::WslMissing:
      problem(finding, facts, Code::NoGpu, "this is WSL2, and Windows offers no driver in /usr/lib/wsl/lib",
              "install NVIDIA's driver in Windows, then run `wsl --shutdown`; install none inside WSL");
      break;
    case DriverState::Failed:
      problem(finding, facts, Code::DriverUnusable,
              "loaded from " + driver.library + ", but cuInit returns error " + std::to_string(driver.error),
              driver.error == 803 || driver.error == 804
                  ? "its library and its kernel module are of different versions: restart the machine or the container"
                  : "see `nvidia-smi` and the kernel's log (`dmesg`) for the driver's own report");
      break;
  }
  return finding;
}

}  // namespace gpuc::tool::doctor

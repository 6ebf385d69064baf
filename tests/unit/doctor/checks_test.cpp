// Each check alone, on facts made by hand: every answer that it can give.
#include "doctor/checks.h"
#include "tests/unit/toolchain/fake_host.h"

#include <doctest/doctest.h>

using namespace gpuc::tool;
using namespace gpuc::tool::doctor;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Whatever is wrong, there is a way out and a page to read.
void checkProblem(const Finding& finding, Verdict verdict, const std::string& code) {
  CHECK(finding.verdict == verdict);
  REQUIRE(finding.code);
  CHECK(codeName(static_cast<int>(*finding.code)) == code);
  CHECK_FALSE(finding.help.empty());
  CHECK_FALSE(finding.summary.empty());
}

}  // namespace

TEST_CASE("system") {
  FakeHost fake;
  fake.file("/etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  Facts facts{.host = fake.host, .machine = {"Linux", "6.1", "x86_64"}};
  Finding good = checkSystem(facts);
  CHECK(good.verdict == Verdict::Ok);
  CHECK(good.summary == "Linux 6.1 on x86_64, Debian GNU/Linux 12 (bookworm)");
  facts.machine.architecture = "aarch64";
  CHECK(checkSystem(facts).verdict == Verdict::Failure);
  facts.machine = {"Darwin", "23", "x86_64"};
  CHECK(checkSystem(facts).verdict == Verdict::Failure);
}

TEST_CASE("the processor has to have what the CPU executor is compiled for") {
  FakeHost fake;
  Facts facts{.host = fake.host, .machine = {"Linux", "6.1", "x86_64"}};
  fake.file("/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu avx avx2 fma bmi2\nprocessor\t: 1\n");
  CHECK(checkSystem(facts).verdict == Verdict::Ok);
  fake.file("/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu avx fma\nprocessor\t: 1\n");
  Finding old = checkSystem(facts);
  checkProblem(old, Verdict::Failure, "GPUC0708");
  CHECK(contains(old.summary, "avx2, bmi2"));
}

TEST_CASE("runtime") {
  FakeHost fake;
  auto check = [&] {
    return checkRuntime({.host = fake.host, .installation = findInstallation(fake.host, "/p/bin/gpuc")});
  };
  checkProblem(check(), Verdict::Failure, "GPUC0703");
  CHECK(contains(check().summary, "4 of its parts are missing below /p"));
  for (const char* part :
       {"libexec/gpuc/gpuc-cc", "include/gpuc/gpuc.hpp", "lib/gpuc/libgpuc.a", "lib/gpuc/libgpuc_test_main.a"})
    fake.file(std::string("/p/") + part);
  CHECK(check().verdict == Verdict::Warning);
  CHECK(contains(check().summary, "without the precompiled headers, the templates and the error pages"));
  fake.file("/p/lib/gpuc/pch/c++23-release.pch");
  fake.file("/p/share/gpuc/templates/vecadd/gpuc.toml");
  fake.file("/p/share/gpuc/errors/0001.md");
  CHECK(check().verdict == Verdict::Ok);
  CHECK(check().probes.size() == 7);
}

TEST_CASE("compiler") {
  FakeHost fake;
  Facts facts{.host = fake.host, .installation = findInstallation(fake.host, "/p/bin/gpuc")};
  auto printing = [&](const std::string& text) {
    fake.program("/p/libexec/gpuc/gpuc-cc", text);
    return checkCompiler(facts);
  };
  checkProblem(checkCompiler(facts), Verdict::Failure, "GPUC0701");
  CHECK(printing("gpuc-cc 0.1.0 (LLVM 22.1.8; targets: X86 NVPTX)").verdict == Verdict::Ok);
  Finding noGpu = printing("gpuc-cc 0.1.0 (LLVM 22.1.8; targets: X86)");
  checkProblem(noGpu, Verdict::Failure, "GPUC0701");
  CHECK(contains(noGpu.summary, "without the NVPTX target"));
  checkProblem(printing("gpuc-cc 0.1.0 (LLVM 21.1.0; targets: X86 NVPTX)"), Verdict::Failure, "GPUC0701");
  fake.file("/p/libexec/gpuc/gpuc-cc", "#!/bin/sh\nexit 127\n");
  Finding broken = checkCompiler(facts);
  checkProblem(broken, Verdict::Failure, "GPUC0701");
  CHECK(contains(broken.summary, "does not start"));
}

TEST_CASE("clang") {
  checkProblem(checkClang({}), Verdict::Failure, "GPUC0709");
  Facts facts;
  facts.clang.resourceDir = "/usr/lib/llvm-22/lib/clang/22";
  Finding headersOnly = checkClang(facts);
  CHECK(headersOnly.verdict == Verdict::Ok);
  CHECK(headersOnly.details.size() == 1);
  facts.clang.program = "/usr/bin/clang-22";
  CHECK(checkClang(facts).details.empty());
}

TEST_CASE("stdlib") {
  checkProblem(checkStdlib({}), Verdict::Failure, "GPUC0707");
  Facts facts;
  facts.clang.gcc.directory = "/usr/lib/gcc/x86_64-linux-gnu/13";
  facts.clang.gcc.version = "13";
  facts.clang.gcc.otherWithHeaders = "12";
  Finding trap = checkStdlib(facts);
  checkProblem(trap, Verdict::Failure, "GPUC0707");
  CHECK(contains(trap.summary, "Clang picks GCC 13"));
  CHECK(contains(trap.summary, "those of GCC 12 are"));
  CHECK(trap.help == "apt-get install libstdc++-13-dev");
  facts.clang.gcc.includes = {"/usr/include/c++/13"};
  CHECK(checkStdlib(facts).help == "apt-get install libc6-dev");
  facts.clang.gcc.startFiles = "/usr/lib/x86_64-linux-gnu";
  CHECK(checkStdlib(facts).verdict == Verdict::Ok);
}

TEST_CASE("linker") {
  checkProblem(checkLinker({}), Verdict::Failure, "GPUC0702");
  Facts facts;
  facts.linker.program = "/usr/bin/ld.lld-22";
  CHECK(checkLinker(facts).verdict == Verdict::Ok);
}

TEST_CASE("toolkit, ptxas and libdevice only warn, unless a GPU is required") {
  Facts facts;
  checkProblem(checkToolkit(facts), Verdict::Warning, "GPUC0704");
  checkProblem(checkPtxas(facts), Verdict::Warning, "GPUC0402");
  checkProblem(checkLibdevice(facts), Verdict::Warning, "GPUC0316");
  facts.requireGpu = true;
  CHECK(checkToolkit(facts).verdict == Verdict::Failure);
  CHECK(checkPtxas(facts).verdict == Verdict::Failure);
  CHECK(checkLibdevice(facts).verdict == Verdict::Failure);
}

TEST_CASE("a whole toolkit, and one that lacks a part") {
  FakeHost fake;
  fake.toolkit("/usr/local/cuda", 13000);
  Facts facts{.host = fake.host, .cuda = findCuda(fake.host)};
  Finding toolkit = checkToolkit(facts);
  CHECK(toolkit.verdict == Verdict::Ok);
  CHECK(toolkit.summary == "13.0 in /usr/local/cuda (from /usr/local)");
  CHECK(checkPtxas(facts).summary == "/usr/local/cuda/bin/ptxas");
  CHECK(checkLibdevice(facts).verdict == Verdict::Ok);

  std::filesystem::remove(fake.host.root + "/usr/local/cuda/nvvm/libdevice/libdevice.10.bc");
  facts.cuda = findCuda(fake.host);
  Finding libdevice = checkLibdevice(facts);
  checkProblem(libdevice, Verdict::Warning, "GPUC0316");
  CHECK(probed(libdevice.probes, "/usr/local/cuda/nvvm/libdevice/libdevice.10.bc"));
}

TEST_CASE("variables that disagree are a warning") {
  FakeHost fake;
  fake.toolkit("/opt/a", 13000);
  fake.host.variables["CUDA_HOME"] = "/opt/a";
  fake.host.variables["CUDA_PATH"] = "/opt/b";
  Finding finding = checkToolkit({.host = fake.host, .cuda = findCuda(fake.host)});
  CHECK(finding.verdict == Verdict::Warning);
  CHECK(finding.details.size() == 1);
  CHECK_FALSE(finding.help.empty());
}

TEST_CASE("driver: every state has an answer of its own") {
  struct Case {
    DriverState state;
    const char* code;
    const char* summary;
  };
  for (const Case& c :
       {Case{DriverState::Absent, "GPUC0706", "no NVIDIA driver"},
        Case{DriverState::NotMounted, "GPUC0705", "not mounted"}, Case{DriverState::Stub, "GPUC0705", "stub"},
        Case{DriverState::TooOld, "GPUC0705", "for CUDA 11.8, and gpuc's PTX needs 12.0"},
        Case{DriverState::WslMissing, "GPUC0706", "WSL2"}, Case{DriverState::Failed, "GPUC0705", "error 803"}}) {
    CAPTURE(c.summary);
    Facts facts;
    facts.driver.state = c.state;
    facts.driver.version = 11080;
    facts.driver.error = 803;
    Finding finding = checkDriver(facts);
    checkProblem(finding, Verdict::Warning, c.code);
    CHECK(contains(finding.summary, c.summary));
    facts.requireGpu = true;
    CHECK(checkDriver(facts).verdict == Verdict::Failure);
  }
  Facts facts;
  facts.driver.state = DriverState::Ready;
  facts.driver.version = 12080;
  facts.driver.library = "/usr/lib/libcuda.so.1";
  CHECK(checkDriver(facts).verdict == Verdict::Ok);
  CHECK(checkDriver(facts).summary == "/usr/lib/libcuda.so.1, for CUDA 12.8");
}

TEST_CASE("gpu") {
  checkProblem(checkGpu({}), Verdict::Warning, "GPUC0706");
  Facts facts;
  facts.driver.state = DriverState::Ready;
  checkProblem(checkGpu(facts), Verdict::Warning, "GPUC0706");
  facts.host.variables["CUDA_VISIBLE_DEVICES"] = "";
  CHECK(contains(checkGpu(facts).help, "CUDA_VISIBLE_DEVICES"));
  facts.driver.gpus = {{0, "Old", 75}};
  Finding old = checkGpu(facts);
  checkProblem(old, Verdict::Warning, "GPUC0705");
  CHECK(contains(remarks(old.probes, "GPU 0, Old"), "compute capability 7.5, but gpuc needs 8.0"));
  facts.driver.gpus.push_back({1, "New", 90});
  CHECK(checkGpu(facts).verdict == Verdict::Ok);
  CHECK(checkGpu(facts).summary == "1 usable of 2");
}

TEST_CASE("project") {
  CHECK(checkProject({}).verdict == Verdict::Note);
  Facts facts;
  facts.project.manifest = "/p/gpuc.toml";
  facts.project.name = "demo 0.1.0";
  CHECK(checkProject(facts).verdict == Verdict::Ok);
  Diagnostic warning;
  warning.code = 5;
  warning.severity = Severity::Warning;
  warning.place = {"gpuc.toml", 3, 1, 1, ""};
  warning.message = "unknown key 'nmae'";
  facts.project.diagnostics = {warning};
  Finding unknown = checkProject(facts);
  checkProblem(unknown, Verdict::Warning, "GPUC0005");
  CHECK(unknown.details == std::vector<std::string>{"gpuc.toml:3: unknown key 'nmae'"});
  Diagnostic error = warning;
  error.severity = Severity::Error;
  facts.project.diagnostics.push_back(error);
  CHECK(checkProject(facts).verdict == Verdict::Failure);
}

TEST_CASE("tools are never a problem") {
  FakeHost fake;
  Finding none = checkTools({.host = fake.host});
  CHECK(none.verdict == Verdict::Note);
  fake.toolkit("/usr/local/cuda", 13000);
  fake.program("/usr/local/cuda/bin/compute-sanitizer");
  fake.program("/usr/bin/ncu");
  Facts facts{.host = fake.host, .cuda = findCuda(fake.host)};
  CHECK(checkTools(facts).summary == "compute-sanitizer, ncu; not cuda-gdb");
  fake.program("/usr/bin/cuda-gdb");
  CHECK(checkTools(facts).verdict == Verdict::Ok);
}

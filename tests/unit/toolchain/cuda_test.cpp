#include "tests/unit/toolchain/fake_host.h"
#include "tool/toolchain/cuda.h"

#include <doctest/doctest.h>

using namespace gpuc::tool;

TEST_CASE("the order of the places") {
  FakeHost fake;
  auto origin = [&](const std::string& option = {}) { return findCuda(fake.host, option).origin; };
  CHECK(origin() == "");
  fake.file("/usr/include/cuda.h", "#define CUDA_VERSION 12040\n");
  fake.program("/usr/lib/nvidia-cuda-toolkit/bin/ptxas");
  CHECK(origin() == "Debian's packages");
  fake.toolkit("/usr/local/cuda", 13000);
  CHECK(origin() == "/usr/local");
  fake.toolkit("/opt/cuda", 12020);
  fake.link("/usr/bin/nvcc", "../../opt/cuda/bin/nvcc");
  CHECK(origin() == "PATH");
  CHECK(findCuda(fake.host).root == "/opt/cuda");
  fake.host.variables["CONDA_PREFIX"] = "/home/u/conda";
  fake.toolkit("/home/u/conda", 12050);
  CHECK(origin() == "CONDA_PREFIX");
  fake.host.variables["VIRTUAL_ENV"] = "/home/u/venv";
  fake.toolkit("/home/u/venv/lib/python3.11/site-packages/nvidia/cu13", 13010);
  CHECK(origin() == "VIRTUAL_ENV");
  fake.host.variables["CUDA_PATH"] = "/opt/path";
  fake.toolkit("/opt/path", 12060);
  CHECK(origin() == "CUDA_PATH");
  fake.host.variables["CUDA_HOME"] = "/opt/home";
  fake.toolkit("/opt/home", 12060);
  CHECK(origin() == "CUDA_HOME");
  fake.host.variables["GPUC_CUDA"] = "/opt/gpuc";
  fake.toolkit("/opt/gpuc", 12060);
  CHECK(origin() == "GPUC_CUDA");
  fake.toolkit("/opt/option", 12060);
  CHECK(origin("/opt/option") == "--cuda");
}

TEST_CASE("the installer's layout") {
  FakeHost fake;
  fake.toolkit("/usr/local/cuda", 13000);
  CudaToolkit cuda = findCuda(fake.host);
  CHECK(cuda.version == 13000);
  CHECK(cuda.ptxas == "/usr/local/cuda/bin/ptxas");
  CHECK(cuda.libdevice == "/usr/local/cuda/nvvm/libdevice/libdevice.10.bc");
  CHECK(cuda.warnings.empty());
}

TEST_CASE("the newest of several versions, by number") {
  FakeHost fake;
  fake.toolkit("/usr/local/cuda-12.9", 12090);
  fake.toolkit("/usr/local/cuda-12.10", 12100);
  fake.toolkit("/usr/local/cuda-9.2", 9020);
  CHECK(findCuda(fake.host).root == "/usr/local/cuda-12.10");
}

TEST_CASE("a toolkit before 12.0 is passed over and named") {
  FakeHost fake;
  fake.toolkit("/usr/local/cuda", 11080);
  CudaToolkit none = findCuda(fake.host);
  CHECK_FALSE(none.found());
  CHECK(remarks(none.probes, "/usr/local/cuda").find("CUDA 11.8, but gpuc needs 12.0 or later") != std::string::npos);
  fake.toolkit("/usr/local/cuda-12.0", 12000);
  CHECK(findCuda(fake.host).root == "/usr/local/cuda-12.0");
}

TEST_CASE("pip wheels of CUDA 12, one directory per component") {
  FakeHost fake;
  fake.host.variables["VIRTUAL_ENV"] = "/venv";
  const std::string wheels = "/venv/lib/python3.12/site-packages/nvidia";
  fake.file(wheels + "/cuda_runtime/include/cuda.h", "#define CUDA_VERSION 12080\n");
  fake.program(wheels + "/cuda_nvcc/bin/ptxas");
  fake.file(wheels + "/cuda_nvcc/nvvm/libdevice/libdevice.10.bc");
  CudaToolkit cuda = findCuda(fake.host);
  CHECK(cuda.root == wheels);
  CHECK(cuda.version == 12080);
  CHECK(cuda.ptxas == wheels + "/cuda_nvcc/bin/ptxas");
  CHECK(cuda.libdevice == wheels + "/cuda_nvcc/nvvm/libdevice/libdevice.10.bc");
}

TEST_CASE("conda keeps the headers below targets/") {
  FakeHost fake;
  fake.host.variables["CONDA_PREFIX"] = "/conda";
  fake.file("/conda/targets/x86_64-linux/include/cuda.h", "#define CUDA_VERSION 12060\n");
  fake.program("/conda/bin/ptxas");
  CudaToolkit cuda = findCuda(fake.host);
  CHECK(cuda.origin == "CONDA_PREFIX");
  CHECK(cuda.version == 12060);
  CHECK(cuda.libdevice.empty());
}

TEST_CASE("Debian's packages, with everything below /usr") {
  FakeHost fake;
  fake.file("/usr/include/cuda.h", "#define CUDA_VERSION   12040\n");
  fake.program("/usr/bin/ptxas");
  fake.file("/usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc");
  CudaToolkit cuda = findCuda(fake.host);
  CHECK(cuda.root == "/usr");
  CHECK(cuda.version == 12040);
  CHECK(cuda.libdevice == "/usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc");
}

TEST_CASE("without cuda.h, ptxas is asked") {
  FakeHost fake;
  fake.program("/usr/local/cuda/bin/ptxas", "ptxas: NVIDIA (R) Ptx optimizing assembler\n"
                                            "Cuda compilation tools, release 12.9, V12.9.86");
  CHECK(findCuda(fake.host).version == 12090);
}

TEST_CASE("a header without ptxas and libdevice is no toolkit") {
  FakeHost fake;
  fake.file("/usr/include/cuda.h", "#define CUDA_VERSION 12040\n");
  CHECK_FALSE(findCuda(fake.host).found());
}

TEST_CASE("a place that was named is the only one that is tried") {
  FakeHost fake;
  fake.toolkit("/usr/local/cuda", 13000);
  CudaToolkit cuda = findCuda(fake.host, "/nowhere");
  CHECK_FALSE(cuda.found());
  CHECK(cuda.explicitRoot);
  REQUIRE(cuda.warnings.size() == 1);
  CHECK(cuda.warnings[0] == "--cuda names /nowhere, which is not a usable toolkit");
  CHECK_FALSE(probed(cuda.probes, "/usr/local/cuda"));
}

TEST_CASE("`none` switches the toolkit off") {
  FakeHost fake;
  fake.toolkit("/usr/local/cuda", 13000);
  fake.host.variables["GPUC_CUDA"] = kNoCuda;
  CudaToolkit cuda = findCuda(fake.host);
  CHECK_FALSE(cuda.found());
  CHECK(cuda.warnings.empty());
}

TEST_CASE("CUDA_HOME and CUDA_PATH that disagree") {
  FakeHost fake;
  fake.toolkit("/opt/a", 12000);
  fake.toolkit("/opt/b", 13000);
  fake.host.variables["CUDA_HOME"] = "/opt/a";
  fake.host.variables["CUDA_PATH"] = "/opt/b";
  CudaToolkit cuda = findCuda(fake.host);
  CHECK(cuda.root == "/opt/a");
  REQUIRE(cuda.warnings.size() == 1);
  CHECK(cuda.warnings[0] == "CUDA_HOME is /opt/a and CUDA_PATH is /opt/b: the first is used");

  fake.link("/opt/link", "a");
  fake.host.variables["CUDA_PATH"] = "/opt/link";
  CHECK(findCuda(fake.host).warnings.empty());
}

TEST_CASE("a variable that leads nowhere is passed over with a warning") {
  FakeHost fake;
  fake.toolkit("/usr/local/cuda", 13000);
  fake.host.variables["CUDA_HOME"] = "/gone";
  CudaToolkit cuda = findCuda(fake.host);
  CHECK(cuda.root == "/usr/local/cuda");
  REQUIRE(cuda.warnings.size() == 1);
  CHECK(cuda.warnings[0] == "CUDA_HOME names /gone, which is not a usable toolkit");
  CHECK(remarks(cuda.probes, "/gone") == "CUDA_HOME: no such directory\n");
}

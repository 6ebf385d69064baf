#include "tool/cc/compile.h"

#include "tool/base/disk.h"
#include "tool/bundle/bundle.h"
#include "tool/bundle/ptxas.h"
#include "tool/cpu/cpu.h"
#include "tool/device/device.h"
#include "tool/device/sites.h"
#include "tool/frontend/frontend.h"
#include "tool/ir/native_code.h"
#include "tool/ir/optimise.h"
#include "tool/launchers/launchers.h"
#include "tool/lowering/lowering.h"
#include "tool/split/split.h"
#include "tool/tile/tile.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <algorithm>
#include <iterator>
#include <thread>

namespace gpuc::tool {

namespace {

using Bytes = llvm::SmallVector<char, 0>;

std::string_view view(const Bytes& bytes) { return {bytes.data(), bytes.size()}; }

Bytes writeBitcode(const llvm::Module& module) {
  Bytes bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
  return bytes;
}

// Device code moves to a context of its own, so that it is compiled beside the host's.
std::unique_ptr<llvm::Module> readBitcode(const Bytes& bytes, llvm::LLVMContext& context) {
  auto module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(llvm::StringRef(bytes.data(), bytes.size()), "device"), context);
  if (!module) llvm::report_fatal_error(module.takeError());  // what we wrote ourselves
  return std::move(*module);
}

void dump(const Request& request, const char* stage, const llvm::Module& module) {
  if (request.dumpDirectory.empty()) return;
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  (void)writeFile(joinPath(request.dumpDirectory, std::string(stage) + ".ll"), text);
}

unsigned capabilityOf(const std::string& arch) { return static_cast<unsigned>(std::atoi(arch.c_str() + 3)); }

// The architecture that PTX is made for: the lowest of those asked for, whose PTX all others can run.
std::string lowestArch(const std::vector<std::string>& archs) {
  auto lowest = std::min_element(archs.begin(), archs.end(),
                                 [](const auto& a, const auto& b) { return capabilityOf(a) < capabilityOf(b); });
  return lowest == archs.end() ? "sm_80" : *lowest;
}

struct DeviceResult {
  std::vector<Diagnostic> diagnostics;
  std::string bundle;
  Bytes object;
  bool ok = false;
};

void append(std::vector<Diagnostic>& to, std::vector<Diagnostic> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

// PTX for the lowest architecture, a cubin for each where ptxas is there.
bool makeImages(llvm::Module& device, const Request& request, Bundle& bundle, std::vector<Diagnostic>& diagnostics) {
  LoweringOptions options{
      .arch = lowestArch(request.archs), .libdevice = request.libdevice, .gpuRequired = request.gpuRequired};
  if (!request.dumpDirectory.empty())
    options.trace = [&](std::string_view pass, const llvm::Module& module) {
      dump(request, ("gpu-" + std::string(pass)).c_str(), module);
    };
  LoweringResult lowered = lowerToPtx(device, options);
  append(diagnostics, std::move(lowered.diagnostics));
  if (!lowered.ok) return false;
  for (const MissingKernel& missing : lowered.ptx.missing) bundle.kernels[missing.kernel].missing = missing.reason;
  bool any = lowered.ptx.missing.size() < bundle.kernels.size();
  if (!any) return true;
  // Not whether there are sites: the checks of some are proven later, and the slot goes with the last.
  bool reports = lowered.ptx.text.find(abi::report_slot_symbol) != std::string::npos;
  bundle.images.push_back(
      {abi::image_kind::ptx, capabilityOf(options.arch), lowered.ptx.ptxVersion, reports, lowered.ptx.text});
  if (request.ptxas.empty() || request.mode == RequestMode::Check) return true;
  for (const std::string& arch : request.archs) {
    Result<std::string> cubin = assemble(request.ptxas, lowered.ptx.text, arch);
    if (!cubin) {
      diagnostics.push_back(cubin.error());
      return false;
    }
    bundle.images.push_back({abi::image_kind::cubin, capabilityOf(arch), 0, reports, *cubin});
  }
  return true;
}

DeviceResult compileDevice(const Bytes& bitcode, const Request& request, const std::vector<Kernel>& kernels,
                           const std::vector<KernelFacts>& facts) {
  DeviceResult result;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> device = readBitcode(bitcode, context);
  dump(request, "device", *device);
  DeviceContext checks;
  bool fine = prepareDevice(*device, checks) && prepareTiles(*device, checks);
  append(result.diagnostics, std::move(checks.diagnostics));
  if (!fine) return result;
  dump(request, "prepared", *device);

  Bundle bundle;
  bundle.sites = readSites(*device);
  for (const Kernel& kernel : kernels) bundle.kernels.push_back({kernel.qualified, kernel.symbol, {}});
  CpuOptions cpu{.bundleSymbol = bundleSymbol(request), .optLevel = request.optLevel};
  for (std::size_t i = 0; i < kernels.size(); ++i)
    cpu.kernels.push_back({cpuSymbol(request, kernels[i]), facts[i].fibers});

  bool code = request.mode == RequestMode::Build;
  std::unique_ptr<llvm::Module> entries = code ? llvm::CloneModule(*device) : nullptr;
  lowerTilesForGpu(*device);
  if (!makeImages(*device, request, bundle, result.diagnostics)) return result;
  result.bundle = packBundle(bundle);
  if (code) {
    lowerTilesForCpu(*entries);
    lowerForCpu(*entries, cpu);
    dump(request, "cpu", *entries);
    result.object = emitCpuObject(*entries, result.bundle, cpu);
  }
  result.ok = true;
  return result;
}

Bytes compileHost(llvm::Module& host, const Request& request) {
  auto machine = nativeMachine("x86-64", request.optLevel);
  optimise(host, *machine, std::min(request.optLevel, 2));
  return emitObject(host, *machine);
}

bool anyError(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity >= Severity::Error; });
}

void writeOutput(const std::string& path, std::string_view bytes, Response& response) {
  if (path.empty()) return;
  if (auto written = writeFile(path, bytes); !written) response.diagnostics.push_back(written.error());
}

}  // namespace

Response compileUnit(const Request& request) {
  Response response;
  if (request.mode == RequestMode::Precompile) {
    response.diagnostics = precompile(request);
    response.ok = !anyError(response.diagnostics);
    return response;
  }

  // One parse: host code, kernels and their launchers.
  llvm::LLVMContext context;
  FrontendResult parsed = compile(request, context, emitLaunchers);
  response.diagnostics = std::move(parsed.diagnostics);
  response.dependencies = std::move(parsed.dependencies);
  response.hasMain = parsed.hasMain;
  for (const Kernel& kernel : parsed.kernels) response.kernels.push_back({kernel.qualified, kernel.symbol});
  // Editors want their declarations most while the file does not compile.
  if (!request.editorStub.empty())
    if (auto written = writeFileIfChanged(request.editorStub, emitEditorStub(parsed.modules)); !written)
      response.diagnostics.push_back(written.error());
  if (request.mode == RequestMode::Editor) {
    response.diagnostics.clear();
    response.ok = true;
    return response;
  }
  if (!parsed.ok) return response;

  // Two modules from here on, compiled beside each other.
  llvm::Module& host = *parsed.module;
  dump(request, "parsed", host);
  std::vector<KernelFacts> facts;
  Bytes bitcode;
  if (!parsed.kernels.empty()) {
    auto device = extractDevice(host, parsed.kernels, request, parsed.systemDirectories, facts);
    bitcode = writeBitcode(*device);
  }
  DeviceResult device;
  device.ok = parsed.kernels.empty();
  std::thread deviceThread;
  if (!parsed.kernels.empty())
    deviceThread = std::thread([&] { device = compileDevice(bitcode, request, parsed.kernels, facts); });
  Bytes object;
  if (request.mode == RequestMode::Build) {
    rewriteHost(host, parsed.kernels, facts, request);
    if (request.test) setMainAside(host);
    dump(request, "host", host);
    object = compileHost(host, request);
  }
  if (deviceThread.joinable()) deviceThread.join();
  append(response.diagnostics, std::move(device.diagnostics));
  if (!device.ok || anyError(response.diagnostics)) return response;

  // Everything is there, so everything is written.
  if (request.mode == RequestMode::Build) {
    writeOutput(request.object, view(object), response);
    if (!parsed.kernels.empty()) {
      writeOutput(request.deviceObject, view(device.object), response);
      response.hasDevice = !request.deviceObject.empty();
    }
  }
  if (!parsed.kernels.empty()) writeOutput(request.bundle, device.bundle, response);
  response.ok = !anyError(response.diagnostics);
  return response;
}

}  // namespace gpuc::tool

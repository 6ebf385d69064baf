// Debian's static libclangCodeGen refers to Polly's plugin, which gpuc does not use. The callback must exist and do
// nothing: an empty one would be called.
#include "llvm/Plugins/PassPlugin.h"

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "polly", LLVM_VERSION_STRING, [](llvm::PassBuilder&) {}};
}

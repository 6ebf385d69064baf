// A kernel's host body: its requirements and nothing else, in arithmetic that notices when it wraps.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace gpuc::tool {

// Cuts `kernel` behind its last gpuc::launch_requires (all of it where it has none) and checks what is left of its
// unsigned arithmetic: an operation that wraps calls __gpuc_requirement_wrapped.
void keepRequirementsOnly(llvm::Function& kernel);

}  // namespace gpuc::tool

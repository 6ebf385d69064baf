// The values of launch_contract, launch_bounds and cooperative, and whether any GPU could launch what they ask for.
#pragma once

#include "lib/include/gpuc/abi/kernel.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace gpuc::tool {

struct KernelAttributes;
struct Session;

// What a domain is called that depends on template parameters: any of 1 to 3.
constexpr unsigned kAnyDomain = 4;

// Whether the contract or the bounds can only be judged with template arguments in place.
bool dependsOnTemplate(const KernelAttributes& attributes);

// The contract's dimensions: 0 without a contract, kAnyDomain while it depends on template parameters.
unsigned declaredDomain(const Session& session, const KernelAttributes& attributes);

// The attributes of a kernel as values; those of an instantiation with its template arguments in place. What is not
// constant counts as not given: `checkContract` has said so.
abi::contract_data evaluateContract(Session& session, const clang::FunctionDecl& function);

// Reports what is not a constant or fits no GPU: on the attribute, or for an instantiation where it is launched.
bool checkContract(Session& session, const clang::FunctionDecl& function);

}  // namespace gpuc::tool

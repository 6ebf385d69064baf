// What a kernel parameter is: a view, a value, or something that no launch can check.
#pragma once

#include "tool/model/kernel.h"

#include <string>

namespace clang {
class ASTContext;
class QualType;
}  // namespace clang

namespace gpuc::tool {

struct ParameterClass {
  abi::parameter_kind kind = abi::parameter_kind::value;
  bool exclusive = false;
  bool unchecked = false;  // a pointer reaches the kernel that the launch cannot see
  std::string pointer;     // where: "", "member 'p'", "its element type"
};

ParameterClass classifyParameter(clang::ASTContext& context, clang::QualType type);

// A complete description of a parameter of an instantiated kernel.
KernelParameter describeParameter(clang::ASTContext& context, clang::QualType type, std::string name);

}  // namespace gpuc::tool

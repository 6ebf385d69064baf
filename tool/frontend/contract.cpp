#include "tool/frontend/contract.h"

#include "tool/base/text.h"
#include "tool/frontend/session.h"

#include <optional>

namespace gpuc::tool {

using namespace clang;

namespace {

constexpr unsigned kMaxThreads = 1024;
constexpr unsigned kMaxBlocks = 32;                     // per multiprocessor
constexpr std::int64_t kMaxDynamicShared = 227 * 1024;  // bytes per block, of the GPUs that have most
constexpr unsigned kMaxBlock[3] = {1024, 1024, 64};

// A member of a constant struct by name, so that the order of gpuc::contract's members is not repeated here.
const APValue* member(const APValue& value, QualType type, llvm::StringRef name) {
  const RecordDecl* record = type->getAsRecordDecl();
  if (!record || !value.isStruct()) return nullptr;
  for (const FieldDecl* field : record->fields())
    if (field->getName() == name) return &value.getStructField(field->getFieldIndex());
  return nullptr;
}

QualType memberType(QualType type, llvm::StringRef name) {
  for (const FieldDecl* field : type->getAsRecordDecl()->fields())
    if (field->getName() == name) return field->getType();
  return {};
}

std::optional<std::int64_t> integerMember(const APValue& value, QualType type, llvm::StringRef name) {
  const APValue* found = member(value, type, name);
  if (!found || !found->isInt()) return std::nullopt;
  return found->getInt().getExtValue();
}

struct Evaluated {
  APValue value;
  QualType type;
};

std::optional<Evaluated> evaluate(const Session& session, const Expr* expression) {
  if (!expression || expression->isValueDependent() || expression->containsErrors()) return std::nullopt;
  QualType type = expression->getType().getCanonicalType().getUnqualifiedType();
  const RecordDecl* record = type->getAsRecordDecl();
  if (!record || record->getQualifiedNameAsString() != "gpuc::contract") return std::nullopt;
  Expr::EvalResult result;
  if (!expression->EvaluateAsRValue(result, session.context()) || result.HasSideEffects) return std::nullopt;
  return Evaluated{result.Val, type};
}

std::optional<std::uint32_t> evaluateCount(const Session& session, const Expr* expression) {
  Expr::EvalResult result;
  if (!expression || expression->isValueDependent() || !expression->EvaluateAsInt(result, session.context()))
    return std::nullopt;
  if (result.Val.getInt().isNegative() || result.Val.getInt().getActiveBits() > 31) return std::nullopt;
  return static_cast<std::uint32_t>(result.Val.getInt().getExtValue());
}

void refuse(Session& session, SourceLocation place, Code code, const std::string& message, const std::string& help) {
  reportCode(session.ci->getDiagnostics(), place, code, message, help);
}

bool checkBlock(Session& session, const KernelAttributes& attributes, const abi::contract_data& contract) {
  const std::uint32_t* block = contract.block;
  if (block[0] == 0 && block[1] == 0 && block[2] == 0) return true;
  std::string shape = strCat(block[0], " x ", block[1], " x ", block[2]);
  for (int axis = 0; axis < 3; ++axis) {
    if (block[axis] == 0) {
      refuse(session, attributes.contractPlace, Code::ContractBlock, "block of " + shape + " threads has an empty axis",
             "give every axis at least 1");
      return false;
    }
    if (static_cast<unsigned>(axis) >= contract.domain && block[axis] != 1) {
      refuse(session, attributes.contractPlace, Code::ContractBlock,
             strCat("block of ", shape, " threads has more axes than the domain, ", contract.domain),
             "raise .domain or make the block flat");
      return false;
    }
    if (block[axis] > kMaxBlock[axis]) {
      refuse(session, attributes.contractPlace, Code::ContractBlock,
             strCat("block of ", shape, " threads: ", block[axis], " along ", "xyz"[axis], ", the hardware allows ",
                    kMaxBlock[axis]),
             "use a smaller block and more of them");
      return false;
    }
  }
  std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
  std::uint64_t most = contract.max_threads != 0 ? contract.max_threads : kMaxThreads;
  if (threads <= most) return true;
  refuse(session, attributes.contractPlace, Code::ContractBlock,
         strCat("block of ", shape, " = ", threads, " threads, but ", most, " is the most that ",
                contract.max_threads != 0 ? "the kernel's launch_bounds allow" : "the hardware allows"),
         "use a smaller block and more of them");
  return false;
}

bool checkBounds(Session& session, const KernelAttributes& attributes) {
  if (!attributes.maxThreads) return true;
  auto threads = evaluateCount(session, attributes.maxThreads);
  auto blocks = attributes.minBlocks ? evaluateCount(session, attributes.minBlocks) : std::optional<std::uint32_t>(0);
  bool fits = threads && blocks && *threads >= 1 && *threads <= kMaxThreads;
  if (fits && *blocks <= kMaxBlocks) return true;
  if (attributes.maxThreads->isValueDependent() || (attributes.minBlocks && attributes.minBlocks->isValueDependent()))
    refuse(session, attributes.boundsPlace, Code::UnsupportedKernel,
           "launch_bounds that depend on template parameters are not supported yet", "use numbers");
  else
    refuse(session, attributes.boundsPlace, Code::ContractBlock,
           fits ? strCat("launch_bounds of ", *blocks, " blocks: a multiprocessor has at most ", kMaxBlocks)
           : threads && blocks ? strCat("launch_bounds of ", *threads, " threads: a block has 1 to ", kMaxThreads)
                               : strCat("launch_bounds must be constants: 1 to ", kMaxThreads, " threads, and 1 to ",
                                        kMaxBlocks, " blocks"),
           "write: [[gpuc::launch_bounds(256)]]");
  return false;
}

}  // namespace

abi::contract_data evaluateContract(const Session& session, const KernelAttributes& attributes) {
  abi::contract_data contract{};
  contract.dynamic_shared = -1;
  contract.max_threads = evaluateCount(session, attributes.maxThreads).value_or(0);
  contract.min_blocks = evaluateCount(session, attributes.minBlocks).value_or(0);
  auto evaluated = evaluate(session, attributes.contract);
  if (!evaluated) return contract;
  const auto& [value, type] = *evaluated;
  contract.domain = static_cast<std::uint32_t>(integerMember(value, type, "domain").value_or(0));
  if (const APValue* block = member(value, type, "block")) {
    QualType blockType = memberType(type, "block");
    const char* axes[] = {"x", "y", "z"};
    for (int axis = 0; axis < 3; ++axis)
      contract.block[axis] = static_cast<std::uint32_t>(integerMember(*block, blockType, axes[axis]).value_or(0));
  }
  contract.dynamic_shared = integerMember(value, type, "dynamic_shared").value_or(-1);
  contract.min_capability = static_cast<std::uint32_t>(integerMember(value, type, "min_capability").value_or(0));
  return contract;
}

bool checkContract(Session& session, const KernelAttributes& attributes) {
  if (!checkBounds(session, attributes)) return false;
  if (!attributes.contract) return true;
  if (attributes.contract->containsErrors()) return false;
  if (attributes.contract->isValueDependent()) {
    refuse(session, attributes.contractPlace, Code::UnsupportedKernel,
           "a contract that depends on template parameters is not supported yet",
           "use constants that do not depend on them");
    return false;
  }
  if (!evaluate(session, attributes.contract)) {
    refuse(session, attributes.contractPlace, Code::ContractConstant, "the contract is not a constant gpuc::contract",
           "write: [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]");
    return false;
  }
  abi::contract_data contract = evaluateContract(session, attributes);
  if (contract.domain < 1 || contract.domain > 3) {
    refuse(session, attributes.contractPlace, Code::ContractDomain,
           strCat("a domain has 1 to 3 dimensions, not ", static_cast<std::int32_t>(contract.domain)),
           "write: .domain = 1");
    return false;
  }
  if (contract.dynamic_shared < -1 || contract.dynamic_shared > kMaxDynamicShared) {
    refuse(session, attributes.contractPlace, Code::SharedSpace,
           strCat("the contract asks for ", contract.dynamic_shared,
                  " bytes of dynamic shared memory; a block has 0 to ", kMaxDynamicShared),
           "write how many bytes each block needs, or leave .dynamic_shared out");
    return false;
  }
  return checkBlock(session, attributes, contract);
}

}  // namespace gpuc::tool

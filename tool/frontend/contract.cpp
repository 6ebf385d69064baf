#include "tool/frontend/contract.h"

#include "tool/base/text.h"
#include "tool/frontend/session.h"
#include "tool/frontend/template_contract.h"

#include <bit>
#include <optional>

namespace gpuc::tool {

using namespace clang;

namespace {

// What no GPU exceeds: the CUDA programming guide's table of technical specifications.
constexpr unsigned kMaxThreads = 1024;
constexpr unsigned kMaxBlock[3] = {1024, 1024, 64};
constexpr unsigned kMaxResidentThreads = 2048, kMaxResidentBlocks = 32;  // per multiprocessor
constexpr std::int64_t kMaxShared = 227 * 1024;
constexpr unsigned kMinAlign = 16, kMaxAlign = 1024;

const FieldDecl* fieldOf(QualType type, llvm::StringRef name) {
  const RecordDecl* record = type->getAsRecordDecl();
  if (!record) return nullptr;
  for (const FieldDecl* field : record->fields())
    if (field->getName() == name) return field;
  return nullptr;
}

struct Value {
  const APValue* value = nullptr;
  QualType type;

  // A member of a constant struct by name, so that the order of gpuc::contract's members is not repeated here.
  Value member(llvm::StringRef name) const {
    const FieldDecl* field = value && value->isStruct() ? fieldOf(type, name) : nullptr;
    return field ? Value{&value->getStructField(field->getFieldIndex()), field->getType()} : Value{};
  }

  std::int64_t integer() const { return value && value->isInt() ? value->getInt().getExtValue() : 0; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(integer()); }
};

bool isContract(QualType type) {
  const RecordDecl* record = type.getCanonicalType().getUnqualifiedType()->getAsRecordDecl();
  return record && record->getQualifiedNameAsString() == "gpuc::contract";
}

std::optional<APValue> evaluate(const Session& session, const Expr* expression) {
  if (!expression || expression->isValueDependent() || expression->containsErrors() ||
      !isContract(expression->getType()))
    return std::nullopt;
  Expr::EvalResult result;
  if (!expression->EvaluateAsRValue(result, session.context()) || result.HasSideEffects) return std::nullopt;
  return result.Val;
}

std::optional<std::uint32_t> evaluateCount(const Session& session, const Expr* expression) {
  Expr::EvalResult result;
  if (!expression || expression->isValueDependent() || !expression->EvaluateAsInt(result, session.context()))
    return std::nullopt;
  if (result.Val.getInt().isNegative() || result.Val.getInt().getActiveBits() > 31) return std::nullopt;
  return static_cast<std::uint32_t>(result.Val.getInt().getExtValue());
}

// The initialiser of one member in `gpuc::contract{...}`; null where another expression makes the contract.
const Expr* initialiserOf(const Expr* contract, llvm::StringRef name) {
  while (contract) {
    contract = contract->IgnoreUnlessSpelledInSource();
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(contract))
      contract = cast->getSubExpr();
    else
      break;
  }
  const auto* list = dyn_cast_or_null<InitListExpr>(contract);
  if (!list) return nullptr;
  if (const InitListExpr* semantic = list->isSemanticForm() ? list : list->getSemanticForm())
    if (const FieldDecl* field = fieldOf(semantic->getType(), name);
        field && field->getFieldIndex() < semantic->getNumInits())
      return semantic->getInit(field->getFieldIndex());
  for (const Expr* init : list->inits())
    if (const auto* designated = dyn_cast<DesignatedInitExpr>(init);
        designated && designated->size() == 1 && designated->getDesignator(0)->isFieldDesignator() &&
        designated->getDesignator(0)->getFieldName()->getName() == name)
      return designated->getInit();
  return nullptr;
}

class Checker {
 public:
  Checker(Session& session, const FunctionDecl& function)
      : session(session), function(function), attributes(attributesFor(session, function)),
        contract(evaluateContract(session, function)) {}

  bool run() {
    if (!checkBounds()) return false;
    if (attributes.contractPlace.isInvalid()) return true;
    if (!attributes.contract || attributes.contract->containsErrors()) return false;  // Clang has said so
    if (!evaluate(session, attributes.contract))
      return refuse(attributes.contractPlace, Code::ContractConstant, "the contract is not a constant gpuc::contract",
                    "write: [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]");
    if (contract.domain < 1 || contract.domain > 3)
      return refuse(attributes.contractPlace, Code::ContractDomain,
                    strCat("a domain has 1 to 3 dimensions, not ", static_cast<std::int32_t>(contract.domain)),
                    "write: .domain = 1");
    return checkBlock() && checkShared() && checkCapability();
  }

 private:
  // An instantiation is refused where the user asks for it, by its name.
  bool refuse(SourceLocation place, Code code, std::string message, const std::string& help) {
    DiagnosticsEngine& engine = session.ci->getDiagnostics();
    SourceLocation launch;
    if (function.isTemplateInstantiation()) {
      launch = placeOfLaunch(session, function);
      std::string name;
      llvm::raw_string_ostream stream(name);
      function.getNameForDiagnostic(stream, PrintingPolicy(session.ci->getLangOpts()), /*Qualified=*/false);
      message = strCat("kernel '", name, "': ", message);
    }
    reportCode(engine, launch.isValid() ? launch : place, code, message, help);
    if (launch.isValid()) reportNote(engine, place, "it is asked for here");
    return false;
  }

  bool checkBounds() {
    if (attributes.boundsPlace.isInvalid()) return true;
    if (!attributes.maxThreads) return false;  // Clang has said so
    auto threads = evaluateCount(session, attributes.maxThreads);
    auto blocks = attributes.minBlocks ? evaluateCount(session, attributes.minBlocks) : std::optional<std::uint32_t>(0);
    const char* example = "write: [[gpuc::launch_bounds(256)]]";
    if (!threads || !blocks)
      return refuse(attributes.boundsPlace, Code::ContractBlock,
                    strCat("launch_bounds must be constants: 1 to ", kMaxThreads, " threads, and 1 to ",
                           kMaxResidentBlocks, " blocks"),
                    example);
    if (*threads < 1 || *threads > kMaxThreads)
      return refuse(attributes.boundsPlace, Code::ContractBlock,
                    strCat("launch_bounds of ", *threads, " threads: a block has 1 to ", kMaxThreads), example);
    if (*blocks <= kMaxResidentBlocks && *blocks * *threads <= kMaxResidentThreads) return true;
    return refuse(attributes.boundsPlace, Code::ContractBlock,
                  strCat("launch_bounds of ", *blocks, " blocks of ", *threads,
                         " threads per multiprocessor, but the hardware runs ",
                         std::min(kMaxResidentBlocks, kMaxResidentThreads / *threads), " of them at most"),
                  "ask for fewer blocks, or leave their number out");
  }

  bool checkBlock() {
    const std::uint32_t* block = contract.block;
    if (block[0] == 0 && block[1] == 0 && block[2] == 0) return true;
    std::string shape = strCat(block[0], " x ", block[1], " x ", block[2]);
    auto wrong = [&](const std::string& what, const std::string& help) {
      return refuse(attributes.contractPlace, Code::ContractBlock, strCat("block of ", shape, what), help);
    };
    const char* smaller = "use a smaller block and more of them";
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (block[axis] == 0) return wrong(" threads has an empty axis", "give every axis at least 1");
      if (axis >= contract.domain && block[axis] != 1)
        return wrong(strCat(" threads has more axes than the domain, ", contract.domain),
                     "raise .domain or make the block flat");
      if (block[axis] > kMaxBlock[axis])
        return wrong(
            strCat(" threads: ", block[axis], " along ", "xyz"[axis], ", the hardware allows ", kMaxBlock[axis]),
            smaller);
    }
    std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
    std::uint64_t most = contract.max_threads != 0 ? contract.max_threads : kMaxThreads;
    if (threads <= most) return true;
    return wrong(strCat(" = ", threads, " threads, but ", most, " is the most that ",
                        contract.max_threads != 0 ? "the kernel's launch_bounds allow" : "the hardware allows"),
                 smaller);
  }

  bool checkShared() {
    auto wrong = [&](const std::string& message, const std::string& help) {
      return refuse(attributes.contractPlace, Code::ContractLimits, message, help);
    };
    std::int64_t least = contract.dynamic_shared_least, most = contract.dynamic_shared_most;
    if (least != -1 || most != -1) {
      if (least < 0 || most < least)
        return wrong(least == most ? strCat(least, " bytes of dynamic shared memory are less than none")
                                   : strCat("no launch gives at least ", least, " and at most ", most,
                                            " bytes of dynamic shared memory"),
                     "write: .dynamic_shared = 4096, or .dynamic_shared = {1024, 65536}");
      if (least > kMaxShared)
        return wrong(strCat(least, " bytes of dynamic shared memory, but the hardware has ", kMaxShared, " per block"),
                     "use smaller tiles");
    }
    std::uint32_t align = contract.dynamic_shared_align;
    if (std::has_single_bit(align) && align >= kMinAlign && align <= kMaxAlign) return true;
    return wrong(strCat("dynamic shared memory cannot be aligned to ", align, " bytes"),
                 strCat("use a power of two from ", kMinAlign, " to ", kMaxAlign));
  }

  bool checkCapability() {
    if (contract.min_capability >= 50 && contract.min_capability < 200) return true;
    return refuse(attributes.contractPlace, Code::ContractLimits,
                  strCat("there is no compute capability ", contract.min_capability, " / 10"),
                  "give ten times the compute capability: .min_capability = 90 is 9.0");
  }

  Session& session;
  const FunctionDecl& function;
  const KernelAttributes& attributes;
  abi::contract_data contract;
};

}  // namespace

bool dependsOnTemplate(const KernelAttributes& attributes) {
  for (const Expr* expression : {attributes.contract, attributes.maxThreads, attributes.minBlocks})
    if (expression && expression->isInstantiationDependent()) return true;
  return false;
}

unsigned declaredDomain(const Session& session, const KernelAttributes& attributes) {
  if (!attributes.contract) return 0;
  if (auto value = evaluate(session, attributes.contract))
    return Value{&*value, attributes.contract->getType().getCanonicalType()}.member("domain").count();
  return evaluateCount(session, initialiserOf(attributes.contract, "domain")).value_or(kAnyDomain);
}

abi::contract_data evaluateContract(Session& session, const FunctionDecl& function) {
  const KernelAttributes& attributes = attributesFor(session, function);
  abi::contract_data contract{};
  contract.dynamic_shared_least = contract.dynamic_shared_most = -1;
  contract.max_threads = evaluateCount(session, attributes.maxThreads).value_or(0);
  contract.min_blocks = evaluateCount(session, attributes.minBlocks).value_or(0);
  contract.cooperative = attributes.cooperative.isValid();
  auto evaluated = evaluate(session, attributes.contract);
  if (!evaluated) return contract;
  Value value{&*evaluated, attributes.contract->getType().getCanonicalType()};
  contract.domain = value.member("domain").count();
  const char* axes[] = {"x", "y", "z"};
  for (int axis = 0; axis < 3; ++axis) contract.block[axis] = value.member("block").member(axes[axis]).count();
  contract.dynamic_shared_least = value.member("dynamic_shared").member("least").integer();
  contract.dynamic_shared_most = value.member("dynamic_shared").member("most").integer();
  contract.dynamic_shared_align = value.member("dynamic_shared_align").count();
  contract.min_capability = value.member("min_capability").count();
  return contract;
}

bool checkContract(Session& session, const FunctionDecl& function) { return Checker(session, function).run(); }

}  // namespace gpuc::tool

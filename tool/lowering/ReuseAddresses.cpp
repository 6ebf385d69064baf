// reuse-addresses: takes an address from one that is at hand, where the two are a few elements or one row apart. A user
// of matrices writes m[r - 1, c] beside m[r, c]; row times columns, in 64 bits, is several instructions each time, and
// with pointers one writes p[-columns]. LLVM finds such a distance between products, but not between the addresses that
// they become part of.
//
//   %row  = mul i64 %r, %n                          %at = ... the same
//   %at   = gep float, (gep float, %m, %row), %c
//   %up   = add i64 %r, -1                          %distance = sub i64 0, (shl %n, 2)
//   %over = mul i64 %up, %n                   =>    %next = gep i8, %at, %distance
//   %next = gep float, (gep float, %m, %over), %c
//
// All of it is arithmetic modulo 2^64, so that any regrouping is exact. Requires: the optimiser has run; that it had an
// order of its own is lost. Guarantees: each access has the address it had.
#include "tool/lowering/passes.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace gpuc::tool {

namespace {

using namespace llvm::PatternMatch;

constexpr unsigned kMostTerms = 8, kMostDepth = 8, kMostKept = 16;

// A sum of values and of products of two values, each with a factor, and of a constant.
class Sum {
 public:
  struct Term {
    llvm::Value *value, *by;  // `by` null: the value alone
    std::uint64_t factor;
  };

  // False where the expression is too large to be looked through.
  bool add(llvm::Value* value, std::uint64_t factor, unsigned depth = 0) {
    llvm::Value *left, *right;
    const llvm::APInt* number;
    if (depth > kMostDepth) return addTerm(value, nullptr, factor);
    if (match(value, m_APInt(number))) {
      constant += number->getZExtValue() * factor;
      return true;
    }
    if (match(value, m_Add(m_Value(left), m_Value(right))) || match(value, m_DisjointOr(m_Value(left), m_Value(right))))
      return add(left, factor, depth + 1) && add(right, factor, depth + 1);
    if (match(value, m_Sub(m_Value(left), m_Value(right))))
      return add(left, factor, depth + 1) && add(right, 0 - factor, depth + 1);
    if (match(value, m_Shl(m_Value(left), m_APInt(number))) && number->ult(64))
      return add(left, factor << number->getZExtValue(), depth + 1);
    if (match(value, m_Mul(m_Value(left), m_APInt(number))))
      return add(left, factor * number->getZExtValue(), depth + 1);
    if (match(value, m_Mul(m_Value(left), m_Value(right)))) {
      Sum one, other;
      if (one.add(left, 1, depth + 1) && other.add(right, 1, depth + 1) && one.isLinear() && other.isLinear())
        return addProduct(one, other, factor);
    }
    return addTerm(value, nullptr, factor);
  }

  bool subtract(const Sum& other) {
    constant -= other.constant;
    return llvm::all_of(other.terms, [&](const Term& term) { return addTerm(term.value, term.by, 0 - term.factor); });
  }

  llvm::SmallVector<Term, kMostTerms> terms;
  std::uint64_t constant = 0;

 private:
  bool isLinear() const {
    return llvm::all_of(terms, [](const Term& term) { return term.by == nullptr; });
  }

  bool addProduct(const Sum& one, const Sum& other, std::uint64_t factor) {
    constant += one.constant * other.constant * factor;
    for (const Term& a : one.terms) {
      if (!addTerm(a.value, nullptr, a.factor * other.constant * factor)) return false;
      for (const Term& b : other.terms)
        if (!addTerm(a.value, b.value, a.factor * b.factor * factor)) return false;
    }
    return llvm::all_of(other.terms,
                        [&](const Term& b) { return addTerm(b.value, nullptr, b.factor * one.constant * factor); });
  }

  bool addTerm(llvm::Value* value, llvm::Value* by, std::uint64_t factor) {
    if (factor == 0) return true;
    auto* found = llvm::find_if(terms, [&](const Term& term) {
      return (term.value == value && term.by == by) || (term.value == by && term.by == value);
    });
    if (found == terms.end()) {
      terms.push_back({value, by, factor});
      return terms.size() <= kMostTerms;
    }
    found->factor += factor;
    if (found->factor == 0) terms.erase(found);
    return true;
  }
};

// What an access goes to: so many bytes behind a pointer that is none of address arithmetic.
struct Address {
  llvm::GetElementPtrInst* pointer;
  llvm::Value* base;
  Sum offset;
};

class Reuser {
 public:
  explicit Reuser(llvm::Function& function)
      : layout(function.getDataLayout()), tree(function), loops(tree), function(function) {}

  bool run() {
    bool any = false;
    // Whatever dominates an access comes before it.
    for (llvm::DomTreeNode* node : llvm::depth_first(tree.getRootNode()))
      for (llvm::Instruction& access : llvm::make_early_inc_range(*node->getBlock()))
        if (llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access)) any |= visit(*pointer);
    return any;
  }

 private:
  bool visit(llvm::Value& pointer) {
    auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
    if (!gep || !seen.insert(gep).second) return false;
    Address address{gep, nullptr, {}};
    if (!resolve(address)) return false;
    auto& others = kept[address.base];
    if (!gep->hasAllConstantIndices())
      for (const Address& other : llvm::reverse(others)) {
        Sum distance = address.offset;
        if (isBefore(*other.pointer, *gep) && distance.subtract(other.offset) && isShort(distance, address.offset)) {
          replace(*gep, *other.pointer, distance);
          return true;
        }
      }
    if (others.size() < kMostKept) others.push_back(std::move(address));
    return false;
  }

  bool resolve(Address& address) const {
    llvm::Value* pointer = address.pointer;
    while (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
      llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> indices;
      llvm::APInt constant(64, 0);
      if (layout.getIndexTypeSizeInBits(gep->getType()) != 64 || !gep->collectOffset(layout, 64, indices, constant))
        return false;
      address.offset.constant += constant.getZExtValue();
      for (const auto& [index, scale] : indices)
        if (!index->getType()->isIntegerTy(64) || !address.offset.add(index, scale.getZExtValue())) return false;
      pointer = gep->getPointerOperand();
    }
    address.base = pointer;
    return true;
  }

  // In one loop or in none: what varies in a loop is the backend's to arrange.
  bool isBefore(const llvm::Instruction& one, const llvm::Instruction& other) const {
    return loops.getLoopFor(one.getParent()) == loops.getLoopFor(other.getParent()) && tree.dominates(&one, &other);
  }

  // One shift and one addition, where the address itself takes more.
  static bool isShort(const Sum& distance, const Sum& whole) {
    if (distance.terms.empty()) return true;
    const Sum::Term& term = distance.terms.front();
    return distance.terms.size() == 1 && !term.by && whole.terms.size() > 1 && isShift(term.factor);
  }

  static bool isShift(std::uint64_t factor) { return llvm::isPowerOf2_64(factor) || llvm::isPowerOf2_64(0 - factor); }

  void replace(llvm::GetElementPtrInst& gep, llvm::GetElementPtrInst& from, const Sum& distance) {
    llvm::IRBuilder<> builder(&gep);
    llvm::Value* pointer = &from;
    for (const Sum::Term& term : distance.terms) {
      bool down = !llvm::isPowerOf2_64(term.factor);
      llvm::Value* bytes = builder.CreateShl(term.value, llvm::Log2_64(down ? 0 - term.factor : term.factor));
      pointer = builder.CreatePtrAdd(pointer, down ? builder.CreateNeg(bytes) : bytes);
    }
    if (distance.constant != 0) pointer = builder.CreatePtrAdd(pointer, builder.getInt64(distance.constant));
    pointer->takeName(&gep);
    gep.replaceAllUsesWith(pointer);
    seen.erase(&gep);  // its place in memory may become another's
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&gep);
  }

  const llvm::DataLayout& layout;
  llvm::DominatorTree tree;
  llvm::LoopInfo loops;
  llvm::Function& function;
  llvm::SmallPtrSet<const llvm::Value*, 32> seen;
  llvm::DenseMap<const llvm::Value*, llvm::SmallVector<Address, 4>> kept;
};

}  // namespace

llvm::PreservedAnalyses ReuseAddresses::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool any = false;
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) any |= Reuser(function).run();
  return any ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gpuc::tool

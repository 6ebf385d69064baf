// The text form of the tile IR, both ways.
#include "tool/base/text.h"

#include "tool/tile/ir.h"

#include <cctype>
#include <cstdlib>

namespace gpuc::tool::tile {

namespace {

constexpr const char* kUnary[] = {"neg",  "not", "abs",  "floor", "ceil", "sqrt", "rsqrt", "exp",
                                  "exp2", "log", "log2", "sin",   "cos",  "tan",  "tanh",  "erf"};
constexpr const char* kBinary[] = {"add", "sub", "mul", "div", "rem", "min", "max",
                                   "and", "or",  "xor", "shl", "shr", "pow", "atan2"};
constexpr const char* kCompare[] = {"eq", "ne", "lt", "le", "gt", "ge"};
constexpr const char* kReduce[] = {"reduce sum", "reduce min", "reduce max"};
constexpr const char* kPadding[] = {"zero", "one", "lowest", "highest"};

struct Plain {
  Opcode code;
  const char* name;
};
constexpr Plain kPlain[] = {
    {Opcode::Phi, "phi"},         {Opcode::Load, "load"},
    {Opcode::Store, "store"},     {Opcode::Full, "full"},
    {Opcode::Iota, "iota"},       {Opcode::Fma, "fma"},
    {Opcode::Select, "select"},   {Opcode::Choose, "choose"},
    {Opcode::Cast, "cast"},       {Opcode::Broadcast, "broadcast"},
    {Opcode::Reshape, "reshape"}, {Opcode::Permute, "permute"},
    {Opcode::Mma, "mma"},         {Opcode::Scalar, "scalar"},
    {Opcode::Convert, "convert"},
};

template <std::size_t N>
bool findIn(const char* const (&table)[N], const std::string& text, unsigned& detail) {
  for (detail = 0; detail < N; ++detail)
    if (text == table[detail]) return true;
  detail = 0;
  return false;
}

std::string typeText(const Type& type) {
  std::string text = strCat(elementName(type.element), "[");
  for (unsigned axis = 0; axis < type.rank(); ++axis) text += strCat(axis ? "," : "", type.extent(axis));
  return text + "]";
}

std::string scalarText(const Scalar& scalar) { return scalar.constant ? scalar.name : "$" + scalar.name; }

class Printer {
 public:
  explicit Printer(const Function& function) : function(function) {
    for (const auto& block : function.blocks)
      for (const auto& op : block->ops)
        if (op->isValue()) numbers.emplace(op.get(), numbers.size());
  }

  std::string run() {
    std::string text = strCat("tile @", function.name, " threads ", function.threads);
    if (function.sharedBytes) text += strCat(" shared ", function.sharedBytes);
    text += " {\n";
    for (const auto& block : function.blocks) {
      text += strCat("block ", block->name, " ->");
      for (const Block* next : block->successors) text += " " + next->name;
      text += "\n";
      for (const auto& op : block->ops) text += "  " + line(*op) + "\n";
    }
    return text + "}\n";
  }

 private:
  std::string operand(const Op* op) { return strCat("%", numbers.at(op)); }

  // "$x ($i, $j) of ($m, $n)"
  std::string access(const Op& op) {
    auto list = [&](unsigned first) {
      std::string text;
      for (unsigned axis = 0; axis < op.type.rank(); ++axis)
        text += strCat(axis ? ", " : "", scalarText(*op.scalars[first + axis]));
      return text;
    };
    return strCat(scalarText(*op.scalars[0]), " (", list(1), ") of (", list(1 + op.type.rank()), ")");
  }

  std::string line(const Op& op) {
    std::string text = op.isValue() ? strCat(operand(&op), " = ") : std::string();
    text += mnemonic(op);
    if (op.code == Opcode::Reduce) text += strCat(" axis ", op.axis);
    if (op.code == Opcode::Iota) text += strCat(" axis ", op.detail);
    if (op.code == Opcode::Permute) text += strCat(" order ", op.detail);
    text += " " + typeText(op.type);
    if (op.code == Opcode::Phi) {
      for (std::size_t i = 0; i < op.operands.size(); ++i)
        text += strCat(i ? ", [" : " [", operand(op.operands[i]), ", ", op.incoming[i]->name, "]");
    } else if (op.code == Opcode::Load) {
      text += strCat(" ", access(op), " pad ", kPadding[op.detail]);
    } else {
      if (op.code == Opcode::Full || op.code == Opcode::Choose)
        text += strCat(" ", scalarText(*op.scalars[0]), op.operands.empty() ? "" : ",");
      for (std::size_t i = 0; i < op.operands.size(); ++i) text += strCat(i ? ", " : " ", operand(op.operands[i]));
      if (op.code == Opcode::Store) text += ", " + access(op);
    }
    if (op.layout) text += " @ " + toText(*op.layout);
    if (op.sharedBytes) text += strCat(" shared ", op.sharedOffset, " + ", op.sharedBytes);
    if (op.barrierBefore) text += " barrier";
    return text;
  }

  const Function& function;
  std::map<const Op*, std::size_t> numbers;
};

class Parser {
 public:
  explicit Parser(const std::string& text) : text(text) {}

  Parsed run() {
    function = std::make_unique<Function>();
    header();
    while (error.empty() && !accept("}")) block();
    if (error.empty()) resolve();
    if (!error.empty()) return {nullptr, error};
    return {std::move(function), {}};
  }

 private:
  void fail(const std::string& what) {
    if (!error.empty()) return;
    std::size_t line = 1;
    for (std::size_t i = 0; i < at && i < text.size(); ++i) line += text[i] == '\n';
    error = strCat("line ", line, ": ", what);
    at = text.size();
  }
  // A comment runs from ';' to the end of its line.
  void skip() {
    while (at < text.size())
      if (std::isspace(static_cast<unsigned char>(text[at])))
        ++at;
      else if (text[at] == ';')
        while (at < text.size() && text[at] != '\n') ++at;
      else
        break;
  }
  bool accept(const std::string& token) {
    skip();
    if (text.compare(at, token.size(), token) != 0) return false;
    bool word = std::isalnum(static_cast<unsigned char>(token.back()));
    if (word && at + token.size() < text.size() && isNameChar(text[at + token.size()])) return false;
    at += token.size();
    return true;
  }
  void expect(const std::string& token) {
    if (!accept(token)) fail(strCat("expected '", token, "'"));
  }
  static bool isNameChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }
  std::string name() {
    skip();
    std::size_t first = at;
    while (at < text.size() && isNameChar(text[at])) ++at;
    if (first == at) fail("expected a name");
    return text.substr(first, at - first);
  }
  std::uint64_t number() {
    skip();
    if (at >= text.size() || !std::isdigit(static_cast<unsigned char>(text[at]))) fail("expected a number");
    char* end = nullptr;
    std::uint64_t value = std::strtoull(text.c_str() + at, &end, 10);
    at = static_cast<std::size_t>(end - text.c_str());
    return value;
  }
  unsigned small() { return static_cast<unsigned>(number()); }

  void header() {
    expect("tile");
    expect("@");
    function->name = name();
    expect("threads");
    function->threads = small();
    if (accept("shared")) function->sharedBytes = small();
    expect("{");
  }

  Block* blockNamed(const std::string& wanted) {
    Block*& found = blocks[wanted];
    if (!found) {
      order.push_back(std::make_unique<Block>());
      found = order.back().get();
      found->name = wanted;
    }
    return found;
  }

  void block() {
    expect("block");
    Block* made = blockNamed(name());
    for (auto& candidate : order)
      if (candidate.get() == made) {
        function->blocks.push_back(std::move(candidate));
        break;
      }
    if (function->blocks.empty() || function->blocks.back().get() != made) return fail("a block is defined twice");
    expect("->");
    // Successors stand on the same line.
    for (;;) {
      while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
      if (at >= text.size() || !isNameChar(text[at])) break;
      made->successors.push_back(blockNamed(name()));
    }
    for (skip(); error.empty() && !peek("block") && !peek("}"); skip()) operation(*made);
  }
  bool peek(const std::string& token) {
    std::size_t saved = at;
    bool found = accept(token);
    at = saved;
    return found;
  }

  Type type() {
    Type result;
    std::string element = name();
    bool known = false;
    for (unsigned i = 0; i <= abi::tile_f64; ++i)
      if (element == elementName(static_cast<Element>(i))) {
        result.element = static_cast<Element>(i);
        known = true;
      }
    if (!known) fail(strCat("no element type '", element, "'"));
    expect("[");
    do {
      std::uint64_t extent = number();
      if (extent == 0 || (extent & (extent - 1)) != 0) fail("an extent is a power of two");
      unsigned bits = 0;
      while (extent >> bits > 1) ++bits;
      result.bits.push_back(bits);
    } while (error.empty() && accept(","));
    expect("]");
    return result;
  }

  const Scalar* scalar() {
    if (accept("$")) return function->named(name(), nullptr);
    return function->constant(number());
  }
  void scalarList(Op& op) {
    expect("(");
    do op.scalars.push_back(scalar());
    while (error.empty() && accept(","));
    expect(")");
  }
  void access(Op& op) {
    op.scalars.push_back(scalar());
    scalarList(op);
    expect("of");
    scalarList(op);
  }
  void operand(Op& op) {
    expect("%");
    uses.push_back({&op, op.operands.size(), number(), at});
    op.operands.push_back(nullptr);
  }

  void operation(Block& block) {
    auto made = std::make_unique<Op>();
    Op& op = *made;
    op.block = &block;
    bool value = accept("%");
    std::uint64_t result = value ? number() : 0;
    if (value) expect("=");
    std::string word = name();
    if (word == "reduce") word += " " + name();
    if (!findMnemonic(word, op.code, op.detail)) return fail(strCat("no operation '", word, "'"));
    if (op.isValue() != value) return fail(strCat("'", word, value ? "' has no result" : "' has a result"));
    if (op.code == Opcode::Reduce) {
      expect("axis");
      op.axis = small();
    } else if (op.code == Opcode::Iota) {
      expect("axis");
      op.detail = small();
    } else if (op.code == Opcode::Permute) {
      expect("order");
      op.detail = small();
    }
    op.type = type();
    if (op.code == Opcode::Phi) {
      do {
        expect("[");
        operand(op);
        expect(",");
        op.incoming.push_back(blockNamed(name()));
        expect("]");
      } while (error.empty() && accept(","));
    } else if (op.code == Opcode::Load) {
      access(op);
      expect("pad");
      if (std::string pad = name(); !findIn(kPadding, pad, op.detail)) fail(strCat("no padding '", pad, "'"));
    } else {
      bool more = op.code != Opcode::Iota;
      if (op.code == Opcode::Full || op.code == Opcode::Choose) {
        op.scalars.push_back(scalar());
        more = accept(",");
      }
      while (more && error.empty()) {
        if (op.code == Opcode::Store && !op.operands.empty()) break;
        operand(op);
        more = accept(",");
      }
      if (op.code == Opcode::Store) access(op);
    }
    if (accept("@")) {
      Layout layout;
      expect("registers");
      layout.registers = bits();
      expect("threads");
      layout.threads = bits();
      op.layout = layout;
    }
    if (accept("shared")) {
      op.sharedOffset = small();
      expect("+");
      op.sharedBytes = small();
    }
    op.barrierBefore = accept("barrier");
    if (value && !values.emplace(result, &op).second) return fail(strCat("%", result, " is defined twice"));
    block.ops.push_back(std::move(made));
  }

  std::vector<int> bits() {
    std::vector<int> found;
    expect("(");
    if (accept(")")) return found;
    do found.push_back(accept("-") ? Layout::kReplicated : static_cast<int>(number()));
    while (error.empty() && accept(","));
    expect(")");
    return found;
  }

  void resolve() {
    for (const Use& use : uses) {
      auto found = values.find(use.number);
      at = use.at;
      if (found == values.end()) return fail(strCat("%", use.number, " is not defined"));
      use.op->operands[use.index] = found->second;
    }
    for (const auto& left : order)
      if (left) return fail(strCat("block '", left->name, "' is not defined"));
  }

  struct Use {
    Op* op;
    std::size_t index;
    std::uint64_t number;
    std::size_t at;
  };

  const std::string& text;
  std::size_t at = 0;
  std::string error;
  std::unique_ptr<Function> function;
  std::map<std::string, Block*> blocks;
  std::vector<std::unique_ptr<Block>> order;  // named, and not defined yet
  std::map<std::uint64_t, Op*> values;
  std::vector<Use> uses;
};

}  // namespace

std::string mnemonic(const Op& op) {
  switch (op.code) {
    case Opcode::Unary: return kUnary[op.detail];
    case Opcode::Binary: return kBinary[op.detail];
    case Opcode::Compare: return kCompare[op.detail];
    case Opcode::Reduce: return kReduce[op.detail];
    default: break;
  }
  for (const Plain& plain : kPlain)
    if (plain.code == op.code) return plain.name;
  return {};
}

bool findMnemonic(const std::string& text, Opcode& code, unsigned& detail) {
  if (findIn(kUnary, text, detail)) return code = Opcode::Unary, true;
  if (findIn(kBinary, text, detail)) return code = Opcode::Binary, true;
  if (findIn(kCompare, text, detail)) return code = Opcode::Compare, true;
  if (findIn(kReduce, text, detail)) return code = Opcode::Reduce, true;
  for (const Plain& plain : kPlain)
    if (text == plain.name) return code = plain.code, true;
  return false;
}

std::string print(const Function& function) { return Printer(function).run(); }

Parsed parse(const std::string& text) { return Parser(text).run(); }

}  // namespace gpuc::tool::tile

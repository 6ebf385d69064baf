#include "tool/frontend/injection.h"

#include "tool/frontend/describe.h"
#include "tool/frontend/entries.h"
#include "tool/frontend/session.h"

namespace gpuc::tool {

using namespace clang;

namespace {

constexpr const char* kPragma = "gpuc_end_of_module";

FileID makeBuffer(Session& session, const std::string& text, const char* name, SourceLocation at) {
  FileID file =
      session.sources().createFileID(llvm::MemoryBuffer::getMemBufferCopy(text, name), SrcMgr::C_System, 0, 0, at);
  session.generated.push_back(file);
  return file;
}

// Lexes `text` raw and hands its tokens to the parser with macro expansion off: a user's `#define stream` must not
// reach generated code.
void enterText(Session& session, Preprocessor& preprocessor, const std::string& text, SourceLocation at) {
  FileID file = makeBuffer(session, text, "<gpuc launchers>", at);
  Lexer lexer(file, session.sources().getBufferOrFake(file), session.sources(), preprocessor.getLangOpts());
  std::vector<Token> tokens;
  for (Token token; lexer.LexFromRawLexer(token), token.isNot(tok::eof);) {
    if (token.is(tok::raw_identifier)) preprocessor.LookUpIdentifierInfo(token);
    token.setFlag(Token::DisableExpand);
    tokens.push_back(token);
  }
  auto copy = std::make_unique<Token[]>(tokens.size());
  std::copy(tokens.begin(), tokens.end(), copy.get());
  preprocessor.EnterTokenStream(std::move(copy), tokens.size(), /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
}

struct EndOfModule : PragmaHandler {
  explicit EndOfModule(Session& session) : PragmaHandler(kPragma), session(session) {}

  void HandlePragma(Preprocessor& preprocessor, PragmaIntroducer, Token& first) override {
    Token token;
    do preprocessor.LexUnexpandedToken(token);
    while (token.isNot(tok::eod));
    if (session.closing.empty()) return;  // a user who writes our pragma gets nothing from it
    NamespaceDecl* space = session.closing.back();
    session.closing.pop_back();
    if (!hasLibrary(session)) {
      reportCode(session.ci->getDiagnostics(), space->getLocation(), Code::AttributePlace,
                 "module '" + space->getNameAsString() + "' stands in a file without gpuc's library",
                 "write above it: #include <gpuc/gpuc.hpp>");
      return;
    }
    session.modules.push_back(describeModule(session, *space));
    enterText(session, preprocessor, session.emit(session.modules.back()), first.getLocation());
  }

  Session& session;
};

void watch(Session& session, const Token& token) {
  if (token.is(tok::l_brace)) {
    ++session.depth;
  } else if (token.is(tok::r_brace)) {
    if (!session.open.empty() && session.depth == session.open.back().depth) {
      NamespaceDecl* space = session.open.back().space;
      session.open.pop_back();
      closeModule(session, space, token.getLocation());
    }
    --session.depth;
  }
}

}  // namespace

void closeModule(Session& session, NamespaceDecl* space, SourceLocation brace) {
  session.closing.push_back(space);
  FileID file = makeBuffer(session, std::string("#pragma ") + kPragma + "\n", "<gpuc end of module>", brace);
  session.ci->getPreprocessor().EnterSourceFile(file, nullptr, brace);
}

void installInjection(Session& session) {
  Preprocessor& preprocessor = session.ci->getPreprocessor();
  preprocessor.AddPragmaHandler(new EndOfModule(session));  // owned by the preprocessor
  preprocessor.setTokenWatcher([&session](const Token& token) { watch(session, token); });
}

}  // namespace gpuc::tool

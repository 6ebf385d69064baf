// Clang's diagnostics and ours as plain structs.
#pragma once

#include "tool/frontend/session.h"

namespace gpuc::tool {

// Collects what Clang reports. Places in generated text are left out: no user wrote it.
class DiagnosticCollector : public clang::DiagnosticConsumer {
 public:
  DiagnosticCollector(Session& session, std::vector<Diagnostic>& sink) : session(session), sink(sink) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

 private:
  Place place(const clang::Diagnostic& info) const;
  void addNote(const clang::Diagnostic& info, std::string message);
  // Takes "GPUCNNNN|help|message" apart; false for a diagnostic of Clang's own.
  static bool takeApart(const std::string& text, Diagnostic& diagnostic);

  Session& session;
  std::vector<Diagnostic>& sink;
  bool dropNotes = false;
  bool awaitsPlace = false;  // the last error is in generated text; a note says where the user asked for it
};

}  // namespace gpuc::tool

#include "tool/frontend/diagnostics.h"

#include "tool/frontend/attribute_messages.h"
#include "tool/frontend/launch_messages.h"
#include "tool/frontend/slip_messages.h"
#include "tool/frontend/unchecked_launch.h"

namespace gpuc::tool {

using namespace clang;

Place DiagnosticCollector::place(const clang::Diagnostic& info) const {
  if (info.getLocation().isInvalid() || !info.hasSourceManager()) return {};
  return placeOf(session, info.getLocation());
}

bool DiagnosticCollector::takeApart(const std::string& text, Diagnostic& diagnostic) {
  if (text.rfind("GPUC", 0) != 0) return false;
  std::size_t help = text.find('|'), message = help == std::string::npos ? help : text.find('|', help + 1);
  if (message == std::string::npos) return false;
  diagnostic.code = std::atoi(text.c_str() + 4);
  diagnostic.help = text.substr(help + 1, message - help - 1);
  diagnostic.message = text.substr(message + 1);
  return true;
}

void DiagnosticCollector::addNote(const clang::Diagnostic& info, std::string message) {
  if (dropNotes || sink.empty()) return;
  if (awaitsPlace) {
    awaitsPlace = session.isGenerated(info.getLocation()) || session.sources().isInSystemHeader(info.getLocation());
    if (!awaitsPlace) sink.back().place = place(info), dropNotes = true;
    return;
  }
  if (info.getLocation().isValid() && session.isGenerated(info.getLocation())) {
    const FunctionDecl* kernel = launchedKernel(session, info.getLocation());
    if (!kernel) return;
    DiagnosticNote note{placeOf(session, kernel->getLocation()), launcherNote(*kernel, message)};
    for (const DiagnosticNote& earlier : sink.back().notes)
      if (earlier.message == note.message) return;
    sink.back().notes.push_back(std::move(note));
    return;
  }
  sink.back().notes.push_back({place(info), std::move(message)});
}

void DiagnosticCollector::HandleDiagnostic(DiagnosticsEngine::Level level, const clang::Diagnostic& info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  llvm::SmallString<256> text;
  info.FormatDiagnostic(text);
  if (level == DiagnosticsEngine::Note || level == DiagnosticsEngine::Remark) {
    if (level == DiagnosticsEngine::Note) addNote(info, std::string(text));
    return;
  }
  if (dropNotes = level == DiagnosticsEngine::Ignored; dropNotes) return;
  // A warning about what gpuc wrote or ships, such as the use of a deprecated kernel, is not about the user's code.
  if (level < DiagnosticsEngine::Error && info.getLocation().isValid() &&
      (session.isGenerated(info.getLocation()) || session.sources().isInSystemHeader(info.getLocation()))) {
    dropNotes = true;
    return;
  }
  if (launchesRefusedKernel(session, info)) {
    dropNotes = true;
    return;
  }
  Diagnostic diagnostic;
  bool error = level >= DiagnosticsEngine::Error;
  awaitsPlace = false;
  if (explainAttribute(session, info, std::string(text), diagnostic)) {
    if (!error) ++NumErrors;
    error = true;
  } else if (!takeApart(std::string(text), diagnostic) && !explainUncheckedLaunch(session, info, diagnostic)) {
    diagnostic.code = static_cast<int>(error ? Code::CompileError : Code::CompileWarning);
    diagnostic.message = std::string(text);
    // Clang's notes list constructors of ours.
    dropNotes = rewriteLaunchArgument(info, diagnostic) || explainSlip(session, info, diagnostic);
    // An error in generated text follows from one in the user's; alone, it is our bug.
    if (error && info.getLocation().isValid() && session.isGenerated(info.getLocation())) {
      awaitsPlace = rewriteInstantiation(diagnostic);
      dropNotes = !awaitsPlace;
      if (dropNotes && NumErrors > 1) return;
      if (dropNotes) {
        diagnostic.code = static_cast<int>(Code::InternalError);
        diagnostic.message = "the launchers that gpuc made do not compile: " + diagnostic.message;
      }
    }
  }
  diagnostic.severity = error ? Severity::Error : Severity::Warning;
  diagnostic.place = place(info);
  // Two instantiations of one template say the same; the user reads it once.
  for (const Diagnostic& earlier : sink)
    if (earlier.code == diagnostic.code && earlier.place.line == diagnostic.place.line && diagnostic.place.line != 0 &&
        earlier.place.column == diagnostic.place.column && earlier.place.file == diagnostic.place.file &&
        earlier.message == diagnostic.message) {
      dropNotes = true;
      return;
    }
  sink.push_back(std::move(diagnostic));
}

}  // namespace gpuc::tool

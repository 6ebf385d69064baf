#include "tool/base/diagnostic_json.h"

#include "tool/base/json_reader.h"

namespace gpuc::tool {

namespace {

constexpr Severity kSeverities[] = {Severity::Note, Severity::Warning, Severity::Error, Severity::Internal};

Result<void> placeFromJson(const Json& json, Place& place) {
  JsonReader reader(json, "the place of a diagnostic");
  reader.read("file", place.file).read("line", place.line).read("column", place.column);
  return reader.read("length", place.length).read("text", place.text).finish();
}

Result<void> noteFromJson(const Json& json, DiagnosticNote& note) {
  JsonReader reader(json, "the note of a diagnostic");
  return reader.read("place", note.place, placeFromJson).read("message", note.message).finish();
}

Result<void> severityFromJson(const Json& json, Severity& severity) {
  if (const std::string* name = json.asString())
    for (Severity candidate : kSeverities)
      if (*name == severityName(candidate)) {
        severity = candidate;
        return {};
      }
  return diag(Code::InternalError, "a diagnostic has an unknown severity");
}

}  // namespace

Json toJson(const Place& place) {
  Json json = Json::object();
  json.set("file", place.file).set("line", place.line).set("column", place.column);
  return json.set("length", place.length).set("text", place.text);
}

Json toJson(const Diagnostic& diagnostic) {
  Json notes = Json::array();
  for (const DiagnosticNote& note : diagnostic.notes) {
    Json element = Json::object();
    notes.push(element.set("place", toJson(note.place)).set("message", note.message));
  }
  Json json = Json::object();
  json.set("code", diagnostic.code).set("severity", severityName(diagnostic.severity));
  json.set("place", toJson(diagnostic.place)).set("message", diagnostic.message);
  return json.set("notes", std::move(notes)).set("help", diagnostic.help);
}

Result<void> diagnosticFromJson(const Json& json, Diagnostic& diagnostic) {
  JsonReader reader(json, "a diagnostic");
  reader.read("code", diagnostic.code).read("severity", diagnostic.severity, severityFromJson);
  reader.read("place", diagnostic.place, placeFromJson).read("message", diagnostic.message);
  return reader.read("notes", diagnostic.notes, noteFromJson).read("help", diagnostic.help).finish();
}

}  // namespace gpuc::tool

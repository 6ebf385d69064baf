// Diagnostics in requests' responses and in --message-format=json.
#pragma once

#include "tool/base/json.h"

namespace gpuc::tool {

Json toJson(const Diagnostic& diagnostic);
Json toJson(const Place& place);

// Strict: a missing or mistyped member is a diagnostic that names it.
Result<void> diagnosticFromJson(const Json& json, Diagnostic& diagnostic);

}  // namespace gpuc::tool

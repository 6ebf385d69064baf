// What stock clangd needs to show a project without errors: compile_commands.json with flags that it knows, and for
// each source a file that declares the launchers which gpuc-cc generates.
#pragma once

#include "tool/driver/tools.h"
#include "tool/model/manifest.h"
#include "tool/model/plan.h"
#include "tool/plan/state.h"

#include <string>

namespace gpuc::tool::driver {

// `sources` has one unit per source file. Rewrites only what changed, and gives a source that gpuc-cc has not read yet
// an empty stub.
Result<void> writeEditorFiles(const Manifest& manifest, const Plan& sources, const Tools& tools, plan::State& state);

// The launchers of every source, before the first build.
Result<void> writeStubs(const Plan& sources, const Tools& tools);

}  // namespace gpuc::tool::driver

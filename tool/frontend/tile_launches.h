// The launches of tile kernels in one function: arguments that do not fit (GPUC0253, GPUC0254), an output that is
// another argument too (GPUC0221), and a tensor that the launch takes twice (GPUC0222).
#pragma once

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

void checkTileLaunches(Session& session, const clang::FunctionDecl& function);

}  // namespace gpuc::tool

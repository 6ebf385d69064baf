// What a tile kernel may not name: threads and barriers (GPUC0251), shared variables (GPUC0252). Judged on the source,
// so that kernels nobody launches are judged too; what a function that it calls does is found by `tool/tile`.
#pragma once

namespace gpuc::tool {

struct Session;

void checkTileKernels(Session& session);

}  // namespace gpuc::tool

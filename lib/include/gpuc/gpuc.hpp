/// gpuc's public library: everything that a program with kernels needs.
#pragma once

#include "gpuc/abi/launcher.hpp"     // IWYU pragma: export
#include "gpuc/atomic_slice.hpp"     // IWYU pragma: export
#include "gpuc/block.hpp"            // IWYU pragma: export
#include "gpuc/context.hpp"          // IWYU pragma: export
#include "gpuc/contract.hpp"         // IWYU pragma: export
#include "gpuc/copy.hpp"             // IWYU pragma: export
#include "gpuc/covering.hpp"         // IWYU pragma: export
#include "gpuc/device_buffer.hpp"    // IWYU pragma: export
#include "gpuc/device_view.hpp"      // IWYU pragma: export
#include "gpuc/disjoint_matrix.hpp"  // IWYU pragma: export
#include "gpuc/disjoint_slice.hpp"   // IWYU pragma: export
#include "gpuc/dynamic_shared.hpp"   // IWYU pragma: export
#include "gpuc/errc.hpp"             // IWYU pragma: export
#include "gpuc/error.hpp"            // IWYU pragma: export
#include "gpuc/event.hpp"            // IWYU pragma: export
#include "gpuc/graph.hpp"            // IWYU pragma: export
#include "gpuc/grid.hpp"             // IWYU pragma: export
#include "gpuc/interop.hpp"          // IWYU pragma: export
#include "gpuc/launch_config.hpp"    // IWYU pragma: export
#include "gpuc/launch_requires.hpp"  // IWYU pragma: export
#include "gpuc/matrix.hpp"           // IWYU pragma: export
#include "gpuc/matrix_view.hpp"      // IWYU pragma: export
#include "gpuc/memory_pool.hpp"      // IWYU pragma: export
#include "gpuc/pinned_buffer.hpp"    // IWYU pragma: export
#include "gpuc/report.hpp"           // IWYU pragma: export
#include "gpuc/slice.hpp"            // IWYU pragma: export
#include "gpuc/stream.hpp"           // IWYU pragma: export
#include "gpuc/thread.hpp"           // IWYU pragma: export
#include "gpuc/tile.hpp"             // IWYU pragma: export
#include "gpuc/trap.hpp"             // IWYU pragma: export
#include "gpuc/warp.hpp"             // IWYU pragma: export

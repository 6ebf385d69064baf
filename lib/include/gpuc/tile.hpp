/// The Tile route: kernels that say what happens to one tile of the data.
#pragma once

#include "gpuc/abi/tile_launcher.hpp"  // IWYU pragma: export
#include "gpuc/tile/arithmetic.hpp"    // IWYU pragma: export
#include "gpuc/tile/dims.hpp"          // IWYU pragma: export
#include "gpuc/tile/half.hpp"          // IWYU pragma: export
#include "gpuc/tile/op.hpp"            // IWYU pragma: export
#include "gpuc/tile/position.hpp"      // IWYU pragma: export
#include "gpuc/tile/reduce.hpp"        // IWYU pragma: export
#include "gpuc/tile/shape.hpp"         // IWYU pragma: export
#include "gpuc/tile/static_int.hpp"    // IWYU pragma: export
#include "gpuc/tile/tensor.hpp"        // IWYU pragma: export
#include "gpuc/tile/tile.hpp"          // IWYU pragma: export
#include "gpuc/tile/views.hpp"         // IWYU pragma: export

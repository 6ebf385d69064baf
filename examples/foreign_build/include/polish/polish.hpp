/// Kernels for programs that other compilers build. This header is plain C++20: any compiler reads it.
#pragma once

#include <gpuc/context.hpp>
#include <gpuc/device_view.hpp>
#include <gpuc/stream.hpp>

namespace polish {

/// m[r][c] = max(m[r][c] + bias[r], 0). Shapes: m is bias.size() rows of `columns` elements (GPUC0601 where it is not).
/// Sync: asynchronous, in the order of `on`, also in the capture of a graph. Throws: gpuc::error.
void add_bias_and_relu(const gpuc::context& ctx, const gpuc::stream& on, gpuc::device_view<const float> bias,
                       gpuc::device_view<float> m, std::size_t columns);

}  // namespace polish

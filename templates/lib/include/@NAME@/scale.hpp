/// Scaling of vectors on the GPU.
#pragma once

#include <gpuc/gpuc.hpp>

namespace scaling {

/// Multiplies each element of `data` by `factor`, in the order of `stream`.
/// Throws: gpuc::error when the launch is refused.
void scale(gpuc::context& ctx, gpuc::stream& stream, float factor, gpuc::device_buffer<float>& data);

}  // namespace scaling

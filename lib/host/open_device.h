// Finding a device and making a context of it.
#pragma once

namespace gpuc::abi {
struct context_state;
}  // namespace gpuc::abi

namespace gpuc::detail {

// Each returns a new context with one reference. What they throw is said in gpuc/context.hpp.
abi::context_state* open_default();
abi::context_state* open_gpu(int ordinal);
abi::context_state* open_cpu();

}  // namespace gpuc::detail

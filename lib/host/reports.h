// Faults that kernels recorded: from a record in memory to a gpuc::device_error.
#pragma once

#include "lib/host/context_state.h"

namespace gpuc::detail {

/// The site of a record that no compiled place stands for: threads that wait for each other for ever.
inline constexpr std::uint32_t no_site = 0xffffffffu;

/// Throws the first fault that a kernel of `context` has recorded, after making its module ready for the next one.
/// Where there is none this only reads memory. Then what a function that a stream was given threw.
/// To be called behind a wait for what is asked about. Throws: gpuc::device_error, gpuc::driver_error.
void throw_reports(abi::context_state& context);

/// Says on stderr what nobody synchronised for; for the end of a context.
void print_reports(abi::context_state& context) noexcept;

}  // namespace gpuc::detail

// What copies and fills ask first.
#pragma once

#include "lib/host/allocation.h"

namespace gpuc {
class stream;
}  // namespace gpuc

namespace gpuc::detail {

/// The stream that an operation of a buffer is given to. Throws: gpuc::error where it is of another context (GPUC0601),
/// or the buffer was moved from (GPUC0222).
abi::stream_state& checked(const stream& on, const allocation* memory);

}  // namespace gpuc::detail

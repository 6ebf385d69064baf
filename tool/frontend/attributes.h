// Makes sure that the attributes' registrations, which nothing else refers to, are linked.
#pragma once

namespace gpuc::tool {

// The section that marks a shared variable until `place-globals` gives it its address space.
inline constexpr const char* kSharedSection = "gpuc.shared";

void linkAttributes();

}  // namespace gpuc::tool

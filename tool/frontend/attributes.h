// Makes sure that the attributes' registrations, which nothing else refers to, are linked.
#pragma once

namespace gpuc::tool {

void linkAttributes();

}  // namespace gpuc::tool

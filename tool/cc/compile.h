// One source file from request to response: the stages of gpuc-cc in their order.
#pragma once

#include "tool/model/request.h"

namespace gpuc::tool {

Response compileUnit(const Request& request);

}  // namespace gpuc::tool

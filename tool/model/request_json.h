// Requests and responses as JSON, the form in which gpuc and gpuc-cc exchange them. Reading is strict: the two
// programs are of one version.
#pragma once

#include "tool/base/json.h"
#include "tool/model/request.h"

namespace gpuc::tool {

Json toJson(const Request& request);
Json toJson(const Response& response);
Result<Request> requestFromJson(const Json& json);
Result<Response> responseFromJson(const Json& json);

}  // namespace gpuc::tool

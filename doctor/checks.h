// The checks as functions; see checks.def.
#pragma once

#include "doctor/facts.h"

#include <span>

namespace gpuc::tool::doctor {

#define GPUC_CHECK(id, function, title) Finding function(const Facts& facts);
#include "doctor/checks.def"
#undef GPUC_CHECK

struct Check {
  const char* id;
  const char* title;
  Finding (*run)(const Facts& facts);
};

std::span<const Check> allChecks();

}  // namespace gpuc::tool::doctor

// The doctor's report, for people and for programs.
#pragma once

#include "doctor/doctor.h"

#include <string>
#include <vector>

namespace gpuc::tool::doctor {

std::string renderText(const DoctorOptions& options, const Facts& facts, const std::vector<Finding>& findings);

// One object: version, ok, gpu, exit, and an array of checks with their probes.
std::string renderJson(const DoctorOptions& options, const Facts& facts, const std::vector<Finding>& findings);

}  // namespace gpuc::tool::doctor

// Options that several commands share, and what they mean.
#pragma once

#include "tool/commands/command.h"
#include "tool/driver/build.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace gpuc::tool::commands {

// --verbose, --quiet, --color, --help: of every command.
std::vector<OptionSpec> commonOptions();

// commonOptions and those of everything that builds, behind the command's own.
std::vector<OptionSpec> buildingOptions(std::initializer_list<OptionSpec> own);

// The values of shared options that no other check looks at.
Result<void> checkCommon(const Arguments& arguments);

bool useColor(const Context& context, const Arguments& arguments, bool terminal);
driver::ReporterOptions reporterOptions(const Context& context, const Arguments& arguments);

Result<driver::BuildOptions> buildOptions(const Arguments& arguments, plan::Goal goal);

// Reports it and answers with its exit status.
int fail(driver::Reporter& reporter, const Diagnostic& diagnostic);

inline constexpr OptionSpec kDeviceOption = {"--device", "", "DEVICE",
                                             "run kernels on auto, cpu, cuda or cuda:N (GPUC_DEVICE)"};
inline constexpr OptionSpec kBinOption = {"--bin", "", "NAME", "the program NAME alone"};

}  // namespace gpuc::tool::commands

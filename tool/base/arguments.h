// Command lines by table: a command lists its options, the words that fit none are refused with a suggestion.
// CLI11 does the splitting, in arguments.cpp alone.
#pragma once

#include "tool/base/result.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace gpuc::tool {

struct OptionSpec {
  const char* name;       // "--release"
  const char* shortName;  // "-r", or "" for none
  const char* value;      // what it takes, as help shows it ("DIR"); "" for a flag
  const char* help;
};

struct ArgumentsSpec {
  std::vector<OptionSpec> options;
  std::vector<const char*> positionals;  // names of the words it takes at most, "NAME" or "[NAME]"
  bool passesOn = false;                 // words behind "--" are for the program
};

struct Arguments {
  std::map<std::string, std::vector<std::string>> options;  // by long name; a flag has an empty value each time
  std::vector<std::string> positionals;
  std::vector<std::string> passedOn;

  bool has(const std::string& name) const { return options.contains(name); }
  // The last value given, or `otherwise`.
  std::string value(const std::string& name, std::string otherwise = {}) const;
  std::size_t count(const std::string& name) const;
};

Result<Arguments> parseArguments(const ArgumentsSpec& spec, std::span<const std::string> words);

}  // namespace gpuc::tool

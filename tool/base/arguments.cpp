// The one user of CLI11, which reports by exceptions: this file alone is compiled with them, and none leaves it.
#include "tool/base/arguments.h"

#include "tool/base/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace gpuc::tool {

namespace {

std::string namesOf(const OptionSpec& option) {
  return *option.shortName ? strCat(option.shortName, ",", option.name) : option.name;
}

Diagnostic unknownOption(const ArgumentsSpec& spec, const std::string& word) {
  std::vector<std::string> names;
  for (const OptionSpec& option : spec.options) names.push_back(option.name);
  std::string written = word.substr(0, word.find('='));
  std::string help = word.starts_with("--") ? didYouMean(written, names) : "";
  if (help.empty() && spec.passesOn) help = "words for the program itself stand behind '--'";
  return diag(Code::UnknownCommand, strCat("unknown option '", written, "'"), help);
}

// What CLI11 could not split: in practice an option without its value, or a flag with one.
Diagnostic refused(const ArgumentsSpec& spec, const CLI::ParseError& error) {
  std::string text = error.what();
  for (const OptionSpec& option : spec.options) {
    bool named = text.find(option.name) != std::string::npos;
    if (named && *option.value)
      return diag(Code::UnknownCommand, strCat("option '", option.name, "' needs a value"),
                  strCat("write ", option.name, " ", option.value));
    // "release was given ...": CLI11 leaves the dashes out here.
    if (named || text.starts_with(strCat(option.name + 2, " ")))
      return diag(Code::UnknownCommand, strCat("option '", option.name, "' takes no value"));
  }
  return diag(Code::UnknownCommand, text);
}

Result<void> split(const ArgumentsSpec& spec, std::vector<std::string> words, Arguments& arguments) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  for (const OptionSpec& option : spec.options) {
    CLI::Option* added = *option.value ? app.add_option(namesOf(option)) : app.add_flag(namesOf(option));
    if (*option.value)
      added->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    else
      added->disable_flag_override();
  }
  std::ranges::reverse(words);  // as CLI11 wants it
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    return refused(spec, error);
  }
  for (const OptionSpec& option : spec.options) {
    const CLI::Option* found = app.get_option(option.name);
    if (found->count() == 0) continue;
    std::vector<std::string> results = found->results();
    if (!*option.value) std::ranges::fill(results, "");
    arguments.options.emplace(option.name, std::move(results));
  }
  for (const std::string& word : app.remaining()) {
    if (word.size() > 1 && word.starts_with('-')) return unknownOption(spec, word);
    arguments.positionals.push_back(word);
  }
  return {};
}

}  // namespace

std::string Arguments::value(const std::string& name, std::string otherwise) const {
  auto found = options.find(name);
  return found == options.end() ? otherwise : found->second.back();
}

std::size_t Arguments::count(const std::string& name) const {
  auto found = options.find(name);
  return found == options.end() ? 0 : found->second.size();
}

Result<Arguments> parseArguments(const ArgumentsSpec& spec, std::span<const std::string> words) {
  Arguments arguments;
  auto separator = std::ranges::find(words, "--");
  if (separator != words.end()) {
    if (!spec.passesOn) return diag(Code::UnknownCommand, "unexpected '--'", "this command starts no program");
    arguments.passedOn.assign(separator + 1, words.end());
  }
  GPUC_TRY(split(spec, std::vector<std::string>(words.begin(), separator), arguments));
  if (arguments.positionals.size() > spec.positionals.size())
    return diag(Code::UnknownCommand, strCat("unexpected word '", arguments.positionals[spec.positionals.size()], "'"),
                spec.passesOn ? "words for the program itself stand behind '--'" : "");
  return arguments;
}

}  // namespace gpuc::tool

// Reads the members of a JSON object into a struct, strictly: everything declared must be there with the right type,
// and nothing else may be. The first failure is kept.
#pragma once

#include "tool/base/json.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gpuc::tool {

class JsonReader {
 public:
  // `what` names the object in messages.
  JsonReader(const Json& json, std::string what);

  JsonReader& read(const char* key, std::string& field);
  JsonReader& read(const char* key, bool& field);
  JsonReader& read(const char* key, int& field);
  JsonReader& read(const char* key, std::uint64_t& field);
  JsonReader& read(const char* key, std::vector<std::string>& field);

  // A member of another type, by the function that reads it.
  template <class T>
  JsonReader& read(const char* key, T& field, Result<void> (*convert)(const Json&, T&)) {
    if (const Json* found = member(key)) keep(convert(*found, field));
    return *this;
  }

  template <class T>
  JsonReader& read(const char* key, std::vector<T>& field, Result<void> (*convert)(const Json&, T&)) {
    const Json* found = member(key);
    if (!found) return *this;
    if (!found->asArray()) return mistyped(key, "an array");
    for (const Json& element : *found->asArray()) keep(convert(element, field.emplace_back()));
    return *this;
  }

  // The first failure, or that of a member that nobody read.
  Result<void> finish();

 private:
  const Json* json;
  std::string what;
  std::set<std::string, std::less<>> known;
  std::optional<Diagnostic> failure;

  const Json* member(const char* key);
  JsonReader& mistyped(const char* key, const char* expected);
  JsonReader& fail(std::string message);

  void keep(Result<void> outcome) {
    if (!outcome && !failure) failure = std::move(outcome).error();
  }
};

}  // namespace gpuc::tool

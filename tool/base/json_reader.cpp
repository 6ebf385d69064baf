#include "tool/base/json_reader.h"

#include "tool/base/text.h"

#include <limits>

namespace gpuc::tool {

JsonReader::JsonReader(const Json& json, std::string what) : json(&json), what(std::move(what)) {
  if (!json.asObject()) fail("is not an object");
}

JsonReader& JsonReader::read(const char* key, std::string& field) {
  const Json* found = member(key);
  if (!found) return *this;
  if (!found->asString()) return mistyped(key, "a string");
  field = *found->asString();
  return *this;
}

JsonReader& JsonReader::read(const char* key, bool& field) {
  const Json* found = member(key);
  if (!found) return *this;
  if (!found->asBool()) return mistyped(key, "true or false");
  field = *found->asBool();
  return *this;
}

JsonReader& JsonReader::read(const char* key, int& field) {
  const Json* found = member(key);
  std::int64_t value = 0;
  if (!found) return *this;
  if (!found->readInteger(value) || value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
    return mistyped(key, "a whole number");
  field = static_cast<int>(value);
  return *this;
}

JsonReader& JsonReader::read(const char* key, std::uint64_t& field) {
  const Json* found = member(key);
  if (found && !found->readUnsigned(field)) return mistyped(key, "a whole number from 0 on");
  return *this;
}

JsonReader& JsonReader::read(const char* key, std::vector<std::string>& field) {
  const Json* found = member(key);
  if (!found) return *this;
  if (!found->asArray()) return mistyped(key, "an array of strings");
  for (const Json& element : *found->asArray()) {
    if (!element.asString()) return mistyped(key, "an array of strings");
    field.push_back(*element.asString());
  }
  return *this;
}

Result<void> JsonReader::finish() {
  if (!failure)
    for (const auto& [name, value] : *json->asObject())
      if (!known.contains(name)) fail(strCat("has the unknown member '", name, "'"));
  if (failure) return *failure;
  return {};
}

const Json* JsonReader::member(const char* key) {
  known.insert(key);
  const Json* found = json->find(key);
  if (!found) fail(strCat("has no '", key, "'"));
  return found;
}

JsonReader& JsonReader::mistyped(const char* key, const char* expected) {
  return fail(strCat("has a '", key, "' that is not ", expected));
}

JsonReader& JsonReader::fail(std::string message) {
  if (!failure) failure = diag(Code::InternalError, strCat(what, " ", message));
  return *this;
}

}  // namespace gpuc::tool

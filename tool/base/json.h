// A JSON value: what requests, responses, compile_commands.json and --message-format=json are made of.
#pragma once

#include "tool/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace gpuc::tool {

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;  // in the order of insertion

  Json() = default;
  Json(std::nullptr_t) {}
  Json(bool value) : value(value) {}
  Json(int value) : value(static_cast<std::int64_t>(value)) {}
  Json(std::int64_t value) : value(value) {}
  Json(std::uint64_t value) : value(value) {}
  Json(double value) : value(value) {}
  Json(const char* value) : value(std::string(value)) {}
  Json(std::string value) : value(std::move(value)) {}
  Json(std::string_view value) : value(std::string(value)) {}
  Json(Array value) : value(std::move(value)) {}
  Json(Object value) : value(std::move(value)) {}

  static Json object() { return Json(Object{}); }
  static Json array() { return Json(Array{}); }
  static Json strings(const std::vector<std::string>& values);

  bool isNull() const { return std::holds_alternative<std::monostate>(value); }
  bool isNumber() const;

  // Null when the value is of another kind.
  const bool* asBool() const { return std::get_if<bool>(&value); }
  const std::string* asString() const { return std::get_if<std::string>(&value); }
  const Array* asArray() const { return std::get_if<Array>(&value); }
  const Object* asObject() const { return std::get_if<Object>(&value); }

  // False when the value is not a whole number of the type's range.
  bool readInteger(std::int64_t& result) const;
  bool readUnsigned(std::uint64_t& result) const;
  bool readReal(double& result) const;

  // A member of an object; null when this is no object or has no such member.
  const Json* find(std::string_view key) const;

  // Appends to an object or array; the value must be one.
  Json& set(std::string key, Json member);
  Json& push(Json element);

  // One line, or indented by two spaces a level; without a final newline. Bytes that are not UTF-8 become U+FFFD.
  std::string text(bool indented = false) const;

  // The diagnostic's place has the line and column in `name`.
  static Result<Json> parse(std::string_view text, std::string_view name);

 private:
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value;
};

}  // namespace gpuc::tool

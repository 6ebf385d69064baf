// Reading is nlohmann-json's event parser, which needs no exceptions; writing is ours, so that the order of members
// and the treatment of bad UTF-8 are known. The one user of nlohmann-json.
#include "tool/base/json.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <limits>

namespace gpuc::tool {

namespace {

using Parser = nlohmann::json;

// Builds the value from the parser's events. Every method answers whether to go on.
class Builder : public nlohmann::json_sax<Parser> {
 public:
  Json root;
  std::size_t errorOffset = 0;
  std::string errorText;

  bool null() override { return add(Json()); }
  bool boolean(bool value) override { return add(Json(value)); }
  bool number_integer(number_integer_t value) override { return add(Json(static_cast<std::int64_t>(value))); }
  bool number_unsigned(number_unsigned_t value) override { return add(Json(static_cast<std::uint64_t>(value))); }
  bool number_float(number_float_t value, const string_t&) override { return add(Json(static_cast<double>(value))); }
  bool string(string_t& value) override { return add(Json(std::move(value))); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    keys.back() = std::move(value);
    return true;
  }

  bool parse_error(std::size_t offset, const std::string& token, const nlohmann::detail::exception&) override {
    errorOffset = offset;
    errorText = token;
    return false;
  }

 private:
  std::vector<Json> stack;
  std::vector<std::string> keys;

  bool add(Json element) {
    if (stack.empty())
      root = std::move(element);
    else if (stack.back().asObject())
      stack.back().set(std::move(keys.back()), std::move(element));
    else
      stack.back().push(std::move(element));
    return true;
  }

  bool open(Json container) {
    constexpr std::size_t kDeepest = 256;
    if (stack.size() >= kDeepest) {
      errorText = "nested too deeply";
      return false;
    }
    stack.push_back(std::move(container));
    keys.emplace_back();
    return true;
  }

  bool close() {
    Json done = std::move(stack.back());
    stack.pop_back();
    keys.pop_back();
    return add(std::move(done));
  }
};

// The number of bytes of the well-formed UTF-8 sequence at the start of `text`, 0 if there is none.
std::size_t sequenceLength(std::string_view text) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
  bool outside = (lead == 0xed && byte(1) > 0x9f) || (lead == 0xf4 && byte(1) > 0x8f);
  return overlong || outside ? 0 : length;
}

void writeString(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    char c = text.front();
    std::size_t length = sequenceLength(text);
    if (length == 0) {
      out += "\xef\xbf\xbd";
      length = 1;
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += "\\u00";
      out += "0123456789abcdef"[(c >> 4) & 15];
      out += "0123456789abcdef"[c & 15];
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  out += '"';
}

// Where the value is a container, its elements by `each(element)` between the brackets.
template <class Container, class Each>
void writeContainer(std::string& out, const Container& elements, const char* brackets, int indent, Each each) {
  out += brackets[0];
  bool first = true;
  for (const auto& element : elements) {
    if (!first) out += indent < 0 ? ", " : ",";
    first = false;
    if (indent >= 0) out += "\n" + std::string(indent + 2, ' ');
    each(element);
  }
  if (indent >= 0 && !elements.empty()) out += "\n" + std::string(indent, ' ');
  out += brackets[1];
}

// `indent` is the current indentation, -1 for one line.
void write(std::string& out, const Json& json, int indent) {
  int inner = indent < 0 ? -1 : indent + 2;
  std::int64_t integer = 0;
  std::uint64_t unsignedInteger = 0;
  double real = 0;
  if (const bool* flag = json.asBool()) {
    out += *flag ? "true" : "false";
  } else if (json.readInteger(integer)) {
    out += std::to_string(integer);
  } else if (json.readUnsigned(unsignedInteger)) {
    out += std::to_string(unsignedInteger);
  } else if (json.readReal(real) && std::isfinite(real)) {
    char buffer[32];
    out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, real).ptr);
  } else if (const std::string* string = json.asString()) {
    writeString(out, *string);
  } else if (const Json::Array* array = json.asArray()) {
    writeContainer(out, *array, "[]", indent, [&](const Json& element) { write(out, element, inner); });
  } else if (const Json::Object* object = json.asObject()) {
    writeContainer(out, *object, "{}", indent, [&](const auto& member) {
      writeString(out, member.first);
      out += ": ";
      write(out, member.second, inner);
    });
  } else {
    out += "null";
  }
}

Place placeAt(std::string_view text, std::size_t offset, std::string_view name) {
  offset = std::min(offset == 0 ? 0 : offset - 1, text.size());
  std::size_t start = text.rfind('\n', offset == 0 ? 0 : offset - 1);
  start = offset == 0 || start == std::string_view::npos ? 0 : start + 1;
  Place place;
  place.file = std::string(name);
  place.line = 1 + static_cast<int>(std::count(text.begin(), text.begin() + start, '\n'));
  place.column = 1 + static_cast<int>(offset - start);
  place.text = std::string(text.substr(start, text.find('\n', start) - start));
  return place;
}

}  // namespace

Json Json::strings(const std::vector<std::string>& values) {
  Json result = array();
  for (const std::string& value : values) result.push(Json(value));
  return result;
}

bool Json::isNumber() const {
  double real = 0;
  return readReal(real);
}

bool Json::readInteger(std::int64_t& result) const {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return result = *integer, true;
  const auto* integer = std::get_if<std::uint64_t>(&value);
  if (!integer || *integer > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return false;
  return result = static_cast<std::int64_t>(*integer), true;
}

bool Json::readUnsigned(std::uint64_t& result) const {
  if (const auto* integer = std::get_if<std::uint64_t>(&value)) return result = *integer, true;
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (!integer || *integer < 0) return false;
  return result = static_cast<std::uint64_t>(*integer), true;
}

bool Json::readReal(double& result) const {
  if (const auto* real = std::get_if<double>(&value)) return result = *real, true;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return result = static_cast<double>(*integer), true;
  if (const auto* integer = std::get_if<std::uint64_t>(&value)) return result = static_cast<double>(*integer), true;
  return false;
}

const Json* Json::find(std::string_view key) const {
  const Object* object = asObject();
  if (!object) return nullptr;
  for (const auto& [name, member] : *object)
    if (name == key) return &member;
  return nullptr;
}

Json& Json::set(std::string key, Json member) {
  std::get<Object>(value).emplace_back(std::move(key), std::move(member));
  return *this;
}

Json& Json::push(Json element) {
  std::get<Array>(value).push_back(std::move(element));
  return *this;
}

std::string Json::text(bool indented) const {
  std::string out;
  write(out, *this, indented ? 0 : -1);
  return out;
}

Result<Json> Json::parse(std::string_view text, std::string_view name) {
  Builder builder;
  if (Parser::sax_parse(text.begin(), text.end(), &builder)) return std::move(builder.root);
  std::string near = builder.errorText.empty() ? "" : " near '" + builder.errorText + "'";
  return diag(Code::InternalError, placeAt(text, builder.errorOffset, name), "not valid JSON" + near);
}

}  // namespace gpuc::tool

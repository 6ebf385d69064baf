#include "tool/base/json.h"
#include "tool/base/json_reader.h"

#include <doctest/doctest.h>

#include <limits>

namespace gpuc::tool {
namespace {

TEST_CASE("text in and out") {
  std::string text = R"({"a": [1, -2, 1.5, true, null, "x\n\"\\"], "b": {}, "c": 18446744073709551615})";
  Result<Json> json = Json::parse(text, "f");
  REQUIRE(json);
  CHECK(json->text() == text);
  CHECK(Json::parse(json->text(true), "f")->text() == text);
  CHECK(json->find("b")->asObject()->empty());
  CHECK_FALSE(json->find("d"));
  CHECK_FALSE(json->asArray());
}

TEST_CASE("whole numbers keep all their bits") {
  std::uint64_t large = std::numeric_limits<std::uint64_t>::max(), read = 0;
  REQUIRE(Json::parse(Json(large).text(), "f")->readUnsigned(read));
  CHECK(read == large);
  std::int64_t integer = 0;
  CHECK_FALSE(Json(large).readInteger(integer));
  CHECK_FALSE(Json(-1).readUnsigned(read));
  CHECK(Json(std::numeric_limits<std::int64_t>::min()).readInteger(integer));
  CHECK_FALSE(Json(1.5).readInteger(integer));
}

TEST_CASE("strings are valid UTF-8, whatever went in") {
  CHECK(Json("ü€😀").text() == "\"ü€😀\"");
  CHECK(Json(std::string("a\x80z\xc3")).text() == "\"a\xef\xbf\xbdz\xef\xbf\xbd\"");
  CHECK(Json(std::string("\xed\xa0\x80")).text() == "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
  CHECK(Json(std::string("\x01\x1f\x7f")).text() == "\"\\u0001\\u001f\\u007f\"");
}

TEST_CASE("a syntax error has a place") {
  Result<Json> json = Json::parse("{\n  \"a\": 1,\n  b\n}", "request.json");
  REQUIRE_FALSE(json);
  CHECK(json.error().place.file == "request.json");
  CHECK(json.error().place.line == 3);
  CHECK(json.error().place.column == 3);
  CHECK(json.error().place.text == "  b");
  for (const char* bad : {"", "{", "[1,]", "1 2", "\"\xff\"", "nul"}) CHECK_FALSE(Json::parse(bad, "f"));
  CHECK_FALSE(Json::parse(std::string(100000, '['), "f"));
}

TEST_CASE("a reader wants exactly the declared members") {
  auto read = [](const char* text) {
    Json json = *Json::parse(text, "f");
    std::string name;
    int count = 0;
    JsonReader reader(json, "the thing");
    return reader.read("name", name).read("count", count).finish();
  };
  CHECK(read(R"({"name": "x", "count": 3})"));
  CHECK(read(R"({"name": "x"})").error().message == "the thing has no 'count'");
  CHECK(read(R"({"name": 1, "count": 3})").error().message == "the thing has a 'name' that is not a string");
  CHECK(read(R"({"name": "x", "count": 3000000000})").error().message ==
        "the thing has a 'count' that is not a whole number");
  CHECK(read(R"({"name": "x", "count": 3, "more": 1})").error().message == "the thing has the unknown member 'more'");
  CHECK(read("[]").error().message == "the thing is not an object");
}

}  // namespace
}  // namespace gpuc::tool

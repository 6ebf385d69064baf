// What has to be made: the units (one gpuc-cc process each), and the programs and the library that are made of them.
#pragma once

#include "tool/model/request.h"

#include <cstddef>
#include <string>
#include <vector>

namespace gpuc::tool {

struct Unit {
  std::string name;  // "src/main.cpp", or "src/main.cpp (test)"; unique in a plan
  Request request;
};

enum class ProductKind {
  Program,
  Test,     // a program whose main comes from the test library
  Library,  // an archive, for programs that gpuc does not link
};

struct Product {
  std::string name;                // "vecadd_demo"
  std::string source;              // the file that brings main, or a library's first, relative to the project
  std::string output;              // absolute
  std::vector<std::size_t> units;  // indices into Plan::units, the one with main first
  ProductKind kind = ProductKind::Program;

  bool isTest() const { return kind == ProductKind::Test; }
  bool isLibrary() const { return kind == ProductKind::Library; }
};

struct Plan {
  std::vector<Unit> units;
  std::vector<Product> products;
};

}  // namespace gpuc::tool

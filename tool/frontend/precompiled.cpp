#include "tool/frontend/precompiled.h"

#include "tool/base/disk.h"
#include "tool/base/text.h"
#include "tool/frontend/pch.h"

#include "llvm/Support/FileSystem.h"

#include <cctype>
#include <sys/stat.h>

namespace gpuc::tool {

const char* const kPrecompiledStandardHeaders[] = {
    "algorithm",   "array",    "atomic",  "bit",       "cmath",      "concepts", "cstddef",     "cstdint",
    "cstdio",      "cstdlib",  "cstring", "exception", "functional", "iterator", "limits",      "memory",
    "numeric",     "optional", "random",  "span",      "stdexcept",  "string",   "string_view", "tuple",
    "type_traits", "utility",  "variant", "vector",    nullptr};

namespace {

// "path size mtime-in-nanoseconds", the state of one file.
std::string fileState(const std::string& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return {};
  return strCat(path, ' ', status.st_size, ' ', status.st_mtim.tv_sec, '.', status.st_mtim.tv_nsec);
}

bool listIsCurrent(const std::string& header, const std::string& runtimeInclude) {
  auto list = readFile(header + ".files");
  // A moved installation has the same headers under another name, and would include each twice.
  if (!list || list->find(runtimeInclude + "/gpuc/gpuc.hpp ") == list->npos) return false;
  for (const std::string& line : split(*list, '\n')) {
    if (line.empty()) continue;
    std::size_t space = line.rfind(' ', line.rfind(' ') - 1);
    if (fileState(line.substr(0, space)) != line) return false;
  }
  return true;
}

bool isStandard(std::string_view name) {
  for (const char* const* header = kPrecompiledStandardHeaders; *header; ++header)
    if (name == *header) return true;
  return name == "iostream" || name == "iomanip" || name == "map" || name == "set" || name == "chrono" ||
         name == "format";
}

// Skips blanks and comments.
void skipSpace(std::string_view& text) {
  for (;;) {
    std::size_t start = text.find_first_not_of(" \t\r\n");
    text.remove_prefix(start == text.npos ? text.size() : start);
    if (text.starts_with("//"))
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    else if (text.starts_with("/*"))
      text.remove_prefix(std::min(text.find("*/") + 2, text.size()));
    else
      return;
  }
}

// Whether the first thing that a file does, `#pragma once` aside, is to include public or standard headers: then no
// macro of its own can change what they mean. Follows quoted includes, which are the project's own.
bool startsWithHeaders(const Request& request, const std::string& path, int depth, bool& publicHeader) {
  auto text = readFile(path);
  if (!text || depth > 4) return false;
  std::string_view rest = *text;
  for (;;) {
    skipSpace(rest);
    if (!rest.starts_with("#")) return publicHeader;
    std::string line(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(line.size());
    std::string_view directive = trim(std::string_view(line).substr(1));
    if (directive.starts_with("pragma")) continue;
    if (!directive.starts_with("include")) return publicHeader;
    directive = trim(directive.substr(7));
    if (directive.size() < 3) return false;
    std::string name(directive.substr(1, directive.find(directive[0] == '<' ? '>' : '"', 1) - 1));
    if (directive[0] == '<') {
      if (name == "gpuc/gpuc.hpp") return publicHeader = true;
      if (!isStandard(name) && !name.starts_with("gpuc/")) return publicHeader;
      continue;
    }
    std::vector<std::string> places = {path.substr(0, path.rfind('/'))};
    for (const std::string& directory : request.includes)
      places.push_back(directory.starts_with('/') ? directory : request.directory + "/" + directory);
    bool found = false;
    for (const std::string& place : places)
      if (llvm::sys::fs::exists(place + "/" + name)) {
        found = true;
        if (!startsWithHeaders(request, place + "/" + name, depth + 1, publicHeader)) return publicHeader;
        break;
      }
    if (!found || publicHeader) return publicHeader;
  }
}

}  // namespace

std::string choosePrecompiled(const Request& request) {
  if (request.precompiled.empty() || request.mode == RequestMode::Precompile || !request.defines.empty()) return {};
  std::string profile = request.assertions ? "dev" : "release";
  std::string header = strCat(request.precompiled, "/", request.standard, "-", profile, ".pch");
  if (!llvm::sys::fs::exists(header)) return {};
  std::string source = request.source.starts_with('/') ? request.source : request.directory + "/" + request.source;
  bool publicHeader = false;
  if (!startsWithHeaders(request, source, 0, publicHeader)) return {};
  return listIsCurrent(header, request.runtimeInclude) ? header : std::string();
}

std::string precompiledSource() {
  std::string text;
  for (const char* const* header = kPrecompiledStandardHeaders; *header; ++header)
    text += strCat("#include <", *header, ">\n");
  return text + "#include <gpuc/gpuc.hpp>\n#include <gpuc/abi/precompiled.hpp>\n";
}

bool writePrecompiledList(const std::string& header, clang::CompilerInstance& ci) {
  std::string list;
  clang::SourceManager& sources = ci.getSourceManager();
  for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
    std::string state = fileState(it->first.getName().str());
    if (!state.empty() && it->second->getBufferIfLoaded()) list += state + "\n";
  }
  return bool(writeFile(header + ".files", list));
}

}  // namespace gpuc::tool

#include "tool/toolchain/host.h"

#include "tool/base/text.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace gpuc::tool {

namespace fs = std::filesystem;

std::optional<std::string> Host::variable(const std::string& name) const {
  auto it = variables.find(name);
  if (it == variables.end() || it->second.empty()) return std::nullopt;
  return it->second;
}

std::vector<std::string> Host::path() const {
  std::vector<std::string> directories;
  // A relative entry depends on where the user stands; discovery must not.
  for (std::string& directory : split(variable("PATH").value_or(""), ':'))
    if (directory.starts_with('/')) directories.push_back(std::move(directory));
  return directories;
}

std::string Host::real(std::string_view path) const { return root + std::string(path); }

bool Host::isFile(std::string_view path) const {
  std::error_code error;
  return fs::is_regular_file(real(path), error);
}

bool Host::isDirectory(std::string_view path) const {
  std::error_code error;
  return fs::is_directory(real(path), error);
}

bool Host::exists(std::string_view path) const {
  std::error_code error;
  return fs::exists(real(path), error);
}

std::string Host::resolve(std::string_view path) const {
  std::error_code error;
  std::string resolved = fs::canonical(real(path), error).string();
  if (error) return std::string(path);
  if (root.empty()) return resolved;
  std::string base = fs::canonical(root, error).string();
  if (!error && resolved.starts_with(base + "/")) return resolved.substr(base.size());
  return std::string(path);
}

std::vector<std::string> Host::list(std::string_view directory) const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(real(directory), error), end; !error && it != end; it.increment(error))
    names.push_back(it->path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::optional<std::string> Host::read(std::string_view path, std::size_t limit) const {
  std::ifstream file(real(path), std::ios::binary);
  if (!file) return std::nullopt;
  // Files of /proc have no size, so the limit is read rather than the length.
  std::string text(limit, '\0');
  file.read(text.data(), static_cast<std::streamsize>(limit));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace gpuc::tool

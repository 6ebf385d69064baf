// Content hashes of files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gpuc::tool {

// Of all bytes; nothing when the file cannot be read. Never 0, which stands for "no file" wherever hashes are kept.
std::optional<std::uint64_t> hashFile(const std::string& path);

// Of a program that a build runs: of its ELF build id where it has one, since the compiler alone is 100 MB, else of
// all bytes.
std::optional<std::uint64_t> hashProgram(const std::string& path);

}  // namespace gpuc::tool

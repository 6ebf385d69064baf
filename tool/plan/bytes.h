// Little-endian fields in one block of bytes: the form of the state file. A reader that runs past the end, or meets a
// size that cannot be, goes bad and reads zeros from then on.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace gpuc::tool::plan {

class ByteWriter {
 public:
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void write(const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }

  void write(std::string_view text) {
    write(static_cast<std::uint32_t>(text.size()));
    bytes += text;
  }
  void write(const std::string& text) { write(std::string_view(text)); }

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void write(const std::vector<T>& values) {
    write(static_cast<std::uint32_t>(values.size()));
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }

  std::string bytes;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest(bytes) {}

  template <class T>
    requires std::is_trivially_copyable_v<T>
  T read() {
    T value{};
    std::string_view from = take(sizeof value);
    if (!bad) std::memcpy(&value, from.data(), sizeof value);
    return value;
  }

  std::string_view readText() { return take(read<std::uint32_t>()); }

  template <class T>
    requires std::is_trivially_copyable_v<T>
  std::vector<T> readVector() {
    std::size_t count = readCount(sizeof(T));
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), take(count * sizeof(T)).data(), count * sizeof(T));
    return values;
  }

  // The number of elements that follow, each of at least `size` bytes.
  std::size_t readCount(std::size_t size) {
    std::size_t count = read<std::uint32_t>();
    if (count <= rest.size() / size) return count;
    bad = true;
    return 0;
  }

  bool good() const { return !bad; }
  bool atEnd() const { return rest.empty(); }

 private:
  std::string_view rest;
  bool bad = false;

  std::string_view take(std::size_t size) {
    if (bad || size > rest.size()) {
      bad = true;
      return {};
    }
    std::string_view taken = rest.substr(0, size);
    rest.remove_prefix(size);
    return taken;
  }
};

}  // namespace gpuc::tool::plan

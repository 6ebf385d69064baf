#include "tool/base/file_hash.h"

#include "tool/base/hash.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gpuc::tool {

namespace {

// A file's bytes, mapped: only those that are looked at are read.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat status;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
      opened = status.st_size == 0;
      void* address = opened ? MAP_FAILED : mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
      if (address != MAP_FAILED) {
        opened = true;
        bytes = std::string_view(static_cast<const char*>(address), status.st_size);
      }
    }
    close(descriptor);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (!bytes.empty()) munmap(const_cast<char*>(bytes.data()), bytes.size());
  }

  bool opened = false;
  std::string_view bytes;
};

template <class T>
bool readAt(std::string_view bytes, std::uint64_t offset, T& value) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return false;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return true;
}

// The description of the GNU build-id note in one segment of notes.
std::string_view buildIdIn(std::string_view notes) {
  auto padded = [](std::uint64_t size) { return (size + 3) & ~std::uint64_t(3); };
  Elf64_Nhdr note;
  while (readAt(notes, 0, note)) {
    std::uint64_t name = sizeof note, description = name + padded(note.n_namesz);
    std::uint64_t end = description + padded(note.n_descsz);
    if (end > notes.size()) break;
    if (note.n_type == NT_GNU_BUILD_ID && notes.substr(name, note.n_namesz) == std::string_view("GNU\0", 4))
      return notes.substr(description, note.n_descsz);
    notes.remove_prefix(end);
  }
  return {};
}

std::string_view buildId(std::string_view bytes) {
  Elf64_Ehdr header;
  if (!bytes.starts_with(ELFMAG) || !readAt(bytes, 0, header) || header.e_ident[EI_CLASS] != ELFCLASS64) return {};
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!readAt(bytes, header.e_phoff + std::uint64_t(i) * header.e_phentsize, segment)) return {};
    if (segment.p_type != PT_NOTE || segment.p_offset > bytes.size()) continue;
    std::string_view id = buildIdIn(bytes.substr(segment.p_offset, segment.p_filesz));
    if (!id.empty()) return id;
  }
  return {};
}

std::uint64_t notZero(std::uint64_t hash) { return hash == 0 ? 1 : hash; }

}  // namespace

std::optional<std::uint64_t> hashFile(const std::string& path) {
  MappedFile file(path);
  if (!file.opened) return std::nullopt;
  return notZero(hashBytes(file.bytes));
}

std::optional<std::uint64_t> hashProgram(const std::string& path) {
  MappedFile file(path);
  if (!file.opened) return std::nullopt;
  std::string_view id = buildId(file.bytes);
  return notZero(hashBytes(id.empty() ? file.bytes : id));
}

}  // namespace gpuc::tool

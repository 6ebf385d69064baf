#include "tool/ir/places.h"

#include "tool/base/disk.h"
#include "tool/base/result.h"
#include "tool/base/text.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <string>
#include <vector>

namespace gpuc::tool {

struct Places::Files {
  struct File {
    std::string path;  // relative to the project where it is inside
    bool user = false;
  };

  std::string directory;
  std::vector<std::string> system;
  llvm::DenseMap<const llvm::DIFile*, File> known;
  llvm::StringMap<std::string> texts;  // of the files that messages quote

  const File& file(const llvm::DIFile* file);
  std::string line(const std::string& path, int number);
};

namespace {

std::vector<std::string> readStrings(const llvm::Module& module, llvm::StringRef name) {
  std::vector<std::string> strings;
  const llvm::NamedMDNode* list = module.getNamedMetadata(name);
  if (!list) return strings;
  for (const llvm::MDNode* node : list->operands())
    for (const llvm::MDOperand& operand : node->operands())
      if (auto* text = llvm::dyn_cast<llvm::MDString>(operand.get())) strings.push_back(text->getString().str());
  return strings;
}

bool isInside(const std::string& path, const std::string& directory) {
  if (directory.empty() || !path.starts_with(directory)) return false;
  return directory.back() == '/' || path.size() == directory.size() || path[directory.size()] == '/';
}

}  // namespace

const Places::Files::File& Places::Files::file(const llvm::DIFile* file) {
  auto [found, isNew] = known.try_emplace(file);
  if (!isNew || !file) return found->second;
  File& result = found->second;
  llvm::StringRef name = file->getFilename();
  if (name.empty() || name.starts_with("<")) {  // text that the compiler made
    result.path = name.str();
    return result;
  }
  std::string base = file->getDirectory().empty() ? directory : joinPath(directory, file->getDirectory().str());
  std::string path = normalPath(joinPath(base, name.str()));
  std::size_t held = 0;
  for (const std::string& prefix : system)
    if (isInside(path, prefix)) held = std::max(held, prefix.size());
  result.user = held == 0 || (isInside(path, directory) && directory.size() > held);
  result.path = relativeTo(path, directory);
  return result;
}

std::string Places::Files::line(const std::string& path, int number) {
  auto [found, isNew] = texts.try_emplace(path);
  if (isNew)
    if (Result<std::string> text = readFile(joinPath(directory, path))) found->second = *std::move(text);
  return lineOf(found->second, number);
}

Places::Places(const llvm::Module& module) : files(std::make_unique<Files>()) {
  for (std::string& directory : readStrings(module, "gpuc.directory")) files->directory = normalPath(directory);
  for (std::string& prefix : readStrings(module, "gpuc.system")) files->system.push_back(normalPath(prefix));
}

Places::~Places() = default;

bool Places::isUserFile(const llvm::DIFile* file) { return files->file(file).user; }

const llvm::DILocation* Places::innermostUser(const llvm::DILocation* location) {
  for (; location; location = location->getInlinedAt())
    if (location->getLine() != 0 && isUserFile(location->getFile())) return location;
  return nullptr;
}

Place Places::place(const llvm::DILocation* location) {
  Place place;
  if (!location) return place;
  place.file = files->file(location->getFile()).path;
  place.line = static_cast<int>(location->getLine());
  place.column = static_cast<int>(location->getColumn());
  return this->place(std::move(place));
}

Place Places::place(const llvm::DISubprogram* function) {
  Place place;
  if (!function) return place;
  place.file = files->file(function->getFile()).path;
  place.line = static_cast<int>(function->getLine());
  return this->place(std::move(place));
}

Place Places::place(Place bare) {
  if (bare.text.empty() && !bare.file.empty()) bare.text = files->line(bare.file, bare.line);
  return bare;
}

}  // namespace gpuc::tool

#include "tool/cc/archive.h"

#include "tool/base/text.h"

#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/Path.h"

namespace gpuc::tool {

namespace {

Diagnostic failure(const std::string& path, llvm::Error error) {
  return diag(Code::FileAccess, strCat("cannot archive '", path, "': ", llvm::toString(std::move(error))));
}

}  // namespace

Result<void> writeArchive(const std::string& output, const std::vector<std::string>& objects) {
  std::vector<llvm::NewArchiveMember> members;
  for (const std::string& object : objects) {
    llvm::Expected<llvm::NewArchiveMember> member = llvm::NewArchiveMember::getFile(object, /*Deterministic=*/true);
    if (!member) return failure(object, member.takeError());
    member->MemberName = llvm::sys::path::filename(member->Buf->getBufferIdentifier());
    members.push_back(std::move(*member));
  }
  llvm::Error written = llvm::writeArchive(output, members, llvm::SymtabWritingMode::NormalSymtab,
                                           llvm::object::Archive::K_GNU, /*Deterministic=*/true, /*Thin=*/false);
  if (written) return failure(output, std::move(written));
  return {};
}

}  // namespace gpuc::tool

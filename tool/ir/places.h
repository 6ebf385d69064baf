// From LLVM's debug locations to places in the user's source. A device module says in named metadata which files
// are the user's: `!gpuc.directory = !{!{!"/abs/project"}}` is the project's root, `!gpuc.system =
// !{!{!"/usr/include", ...}}` lists directories of headers that are not. The longest directory that holds a file
// decides, so that gpuc's own headers may lie inside a project.
#pragma once

#include "tool/base/diagnostic.h"

#include <memory>

namespace llvm {
class DIFile;
class DILocation;
class DISubprogram;
class Module;
}  // namespace llvm

namespace gpuc::tool {

class Places {
 public:
  explicit Places(const llvm::Module& module);
  ~Places();

  bool isUserFile(const llvm::DIFile* file);

  // The innermost location in the user's files, going outwards through inlined calls; null if there is none.
  const llvm::DILocation* innermostUser(const llvm::DILocation* location);

  // With the text of the line, where the file can be read.
  Place place(const llvm::DILocation* location);
  Place place(const llvm::DISubprogram* function);
  Place place(Place bare);  // file as given, completed

 private:
  struct Files;
  std::unique_ptr<Files> files;
};

}  // namespace gpuc::tool

// How a block's threads read and write their parts of a tensor: in vectors of up to 16 bytes where the tensor's rows
// and its address allow it, which is one test for the whole tile, else element by element. What lies outside of the
// tensor is read from inside of it and replaced, and not written.
#pragma once

#include "tool/tile/elements.h"
#include "tool/tile/ir.h"

#include "llvm/IR/IRBuilder.h"

namespace gpuc::tool::tile {

// The number of the element that a thread holds in its register 0.
llvm::Value* threadElement(llvm::IRBuilder<>& builder, const Layout& layout, llvm::Value* thread);

// One value, or a vector of several.
llvm::Value* pack(llvm::IRBuilder<>& builder, const std::vector<llvm::Value*>& values);

class GpuAccess {
 public:
  struct Environment {
    llvm::IRBuilder<>& builder;
    Elements& elements;
    llvm::Value* thread;
  };
  // `scalars` are the operation's: pointer, origin and extents.
  GpuAccess(Environment environment, const Op& op, const Layout& layout, std::vector<llvm::Value*> scalars);

  std::vector<llvm::Value*> load();
  void store(const std::vector<llvm::Value*>& values);

 private:
  // The elements of registers `first` to `first + step`: their address, and whether they are inside.
  llvm::Value* address(std::size_t first);
  llvm::Value* inside(std::size_t first);
  llvm::Value* vectorPossible();
  std::vector<llvm::Value*> loadPieces(unsigned step);
  void storePieces(const std::vector<llvm::Value*>& values, unsigned step);

  llvm::IRBuilder<>& builder;
  Elements& elements;
  llvm::Value* thread;
  const Op& op;
  const Layout& layout;
  std::vector<llvm::Value*> scalars;
  std::vector<llvm::Value*> strides, places, counts;  // per axis: of the tensor; the thread's; elements inside
  llvm::Value *origin = nullptr, *own = nullptr;      // the tile's first element, and the thread's
  llvm::Value* writes = nullptr;                      // false in threads that only repeat others
  unsigned vector = 1;
};

}  // namespace gpuc::tool::tile

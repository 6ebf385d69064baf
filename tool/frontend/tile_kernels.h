// Tile kernels as declarations: which parameters are tensors, the text that a launch deduces from, the block.
#pragma once

#include "lib/include/gpuc/abi/kernel.h"
#include "tool/frontend/pch.h"

#include <optional>
#include <string>
#include <vector>

namespace gpuc::tool {

// A parameter of class gpuc::in or gpuc::out. What depends on template arguments is null or 0.
struct TileTensor {
  bool output = false;
  unsigned rank = 0;
  clang::QualType element;
  std::uint64_t tileSize = 0;  // elements of an output's tile

  abi::parameter_kind kind() const;
};

std::optional<TileTensor> tileTensorOf(clang::QualType type);

// The name of a parameter's class template, "in" or "out", looked up without instantiating it; "" for another type.
llvm::StringRef tileTensorName(clang::QualType type);

// "::gpuc::abi::out_like<float, gpuc::shape<B>> z, ...": what tells the kernel's template arguments.
std::string printTileParameters(const clang::FunctionDecl& function, const std::vector<std::string>& names,
                                const clang::PrintingPolicy& policy);

// Of an instantiation: one block a tile, as wide as its largest output needs.
abi::contract_data tileContract(const clang::FunctionDecl& function);

}  // namespace gpuc::tool

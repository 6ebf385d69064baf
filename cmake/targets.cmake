# How every target of the project is built: warnings, include root, exceptions.

add_library(gpuc_options INTERFACE)
target_compile_options(gpuc_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Wno-missing-designated-field-initializers
  -Werror=unused-result -Werror=return-type -fno-strict-aliasing)
# Includes are written from the repository's root; public headers as users write them.
target_include_directories(gpuc_options INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/lib/include)
target_link_options(gpuc_options INTERFACE -fuse-ld=lld)

# gpuc_stage(NAME sources...): one static library per folder of tool/. No exceptions: errors are values there.
function(gpuc_stage name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PUBLIC gpuc_options)
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti>)
endfunction()

# gpuc_uses_llvm(NAME): lets a stage see LLVM's and Clang's headers.
function(gpuc_uses_llvm name)
  target_include_directories(${name} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  target_compile_definitions(${name} PRIVATE ${LLVM_DEFINITIONS_LIST})
  # Lets ccache answer for a precompiled header whose inputs are the same but newer.
  target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
endfunction()

separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")
list(TRANSFORM LLVM_DEFINITIONS_LIST REPLACE "^-D" "")

#warning "a warning is no error"
namespace [[gpuc::module]] kernels {

[[kernel]] void k(int x) { (void)x; }

}  // namespace kernels

// expected:
// src/main.cpp:1:2: warning[GPUC0219]: "a warning is no error"
// src/main.cpp:2:28: error[GPUC0215]: module 'kernels' stands in a file without gpuc's library
// help: write above it: #include <gpuc/gpuc.hpp>

#include <gpuc/gpuc.hpp>

void run() {
    [[kernel]] auto lambda = [](int x) { return x; };
    (void)lambda;
}

// expected:
// src/main.cpp:4:7: error[GPUC0209]: [[kernel]] belongs on a function at namespace scope
// help: make the kernel a plain function or function template of a [[gpuc::module]] namespace

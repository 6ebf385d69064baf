#include <gpuc/test.hpp>

#include <cstdlib>
#include <string>

TEST_CASE("device") { CHECK(std::string(std::getenv("GPUC_DEVICE")) == "cpu"); }

int main() {}

// A runtime without anything in it: the programs of these tests launch no kernels.
namespace {
[[maybe_unused]] int nothing;
}  // namespace

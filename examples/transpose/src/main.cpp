// prints: 1500 x 900: both kernels agree
#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <cstdio>
#include <numeric>
#include <vector>

namespace [[gpuc::module]] kernels {

inline constexpr unsigned tile = 32;

// As one would write it first. Neighbouring threads write neighbouring elements, but read elements that lie a whole row
// apart: each read fetches a line of memory of which one element is used.
[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {tile, tile}})]]
void transpose_simple(gpuc::matrix<const float> in, gpuc::disjoint_matrix<float> out) {
    gpuc::launch_requires(in.rows() == out.cols() && in.cols() == out.rows());
    auto index = gpuc::thread::index_2d();
    if (auto slot = out.get_if(index)) *slot = in(index.column(), index.row());
}

// The same by way of a tile in shared memory, which does not mind in which direction it is read. A block fetches its
// tile row by row and writes it row by row, so neighbours touch neighbours on both sides.
[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {tile, tile}})]]
void transpose(gpuc::matrix<const float> in, gpuc::disjoint_matrix<float> out) {
    gpuc::launch_requires(in.rows() == out.cols() && in.cols() == out.rows());

    // The extra column moves the elements of a column to different banks, so that a warp reads them all at once.
    [[gpuc::shared]] static float buffer[tile][tile + 1];
    auto x = gpuc::thread::x(), y = gpuc::thread::y();

    // The block at (bx, by) of the output reads the tile at (by, bx) of the input.
    auto row = gpuc::block::x() * tile + y, column = gpuc::block::y() * tile + x;
    if (row < in.rows() && column < in.cols()) buffer[y][x] = in(row, column);
    gpuc::block::sync();                        // outside of the branch: every thread has to come here
    if (auto slot = out.get_if(gpuc::thread::index_2d())) *slot = buffer[x][y];
}

}  // namespace kernels

enum class way { simple, tiled };

static std::vector<float> transposed(const gpuc::context& ctx, const std::vector<float>& values, std::size_t rows,
                                     std::size_t cols, way how) {
    auto stream = ctx.default_stream();
    auto in = gpuc::device_buffer<float>::from_host(stream, values);
    auto out = gpuc::device_buffer<float>::zeroed(stream, values.size());

    // A matrix is a view of a buffer: rows x columns, row by row.
    auto in_matrix = gpuc::as_matrix(in, rows, cols);
    auto out_matrix = gpuc::as_matrix(out, cols, rows);
    auto module = kernels::load(ctx);
    if (how == way::simple)
        module.transpose_simple(stream, module.prepare_transpose_simple(gpuc::covering(out_matrix)), in_matrix, out_matrix);
    else
        module.transpose(stream, module.prepare_transpose(gpuc::covering(out_matrix)), in_matrix, out_matrix);
    return out.to_host(stream);
}

int main() try {
    gpuc::context ctx;
    constexpr std::size_t rows = 1500, cols = 900;
    std::vector<float> values(rows * cols);
    std::iota(values.begin(), values.end(), 0.0f);

    auto simple = transposed(ctx, values, rows, cols, way::simple);
    auto tiled = transposed(ctx, values, rows, cols, way::tiled);
    if (simple != tiled || simple[1] != values[cols]) {
        std::fprintf(stderr, "the kernels disagree\n");
        return 1;
    }
    std::printf("%zu x %zu: both kernels agree\n", rows, cols);
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}

// === Tests ===

TEST_CASE("every element changes its place") {
    gpuc::context ctx;
    struct shape {
        std::size_t rows, cols;
    };
    // Squares, slivers, and edges that end within a tile.
    for (auto [rows, cols] : {shape{1, 1}, shape{32, 32}, shape{1, 100}, shape{100, 1}, shape{33, 31}, shape{200, 65}}) {
        for (way how : {way::simple, way::tiled}) {
            CAPTURE(rows);
            CAPTURE(cols);
            std::vector<float> values(rows * cols), expected(values.size());
            std::iota(values.begin(), values.end(), 1.0f);
            for (std::size_t r = 0; r < rows; ++r)
                for (std::size_t c = 0; c < cols; ++c) expected[c * rows + r] = values[r * cols + c];
            CHECK(transposed(ctx, values, rows, cols, how) == expected);
        }
    }
}

TEST_CASE("an output of the wrong shape is refused") {
    gpuc::context ctx;
    auto stream = ctx.default_stream();
    auto in = gpuc::device_buffer<float>::zeroed(stream, 12);
    auto out = gpuc::device_buffer<float>::zeroed(stream, 12);
    auto module = kernels::load(ctx);
    auto wrong = gpuc::as_matrix(out, 3, 4);    // should be 4 x 3
    auto prepared = module.prepare_transpose(gpuc::covering(wrong));
    CHECK_THROWS_AS(module.transpose(stream, prepared, gpuc::as_matrix(in, 3, 4), wrong), gpuc::launch_error);
}

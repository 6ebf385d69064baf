// nvcc compiles this one. Memory is the CUDA runtime's, the multiplication cuBLAS's, what follows it a kernel of gpuc's:
// all of it on one stream, and once more as a graph.
#include <polish/polish.hpp>

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <gpuc/gpuc.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

static void check(cudaError_t result) {
    if (result == cudaSuccess) return;
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(result));
    std::exit(1);
}
static void check(cublasStatus_t result) {
    if (result == CUBLAS_STATUS_SUCCESS) return;
    std::fprintf(stderr, "cuBLAS: status %d\n", static_cast<int>(result));
    std::exit(1);
}

__global__ static void scale(float factor, float* elements, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) elements[i] *= factor;
}

int main() try {
    constexpr int rows = 200, columns = 300, depth = 150;
    std::mt19937 random(1);
    std::uniform_real_distribution<float> around_zero(-1, 1);
    auto numbers = [&](std::size_t count) {
        std::vector<float> all(count);
        for (float& each : all) each = around_zero(random);
        return all;
    };
    std::vector<float> a = numbers(rows * depth), b = numbers(depth * columns), bias = numbers(rows);

    gpuc::context ctx(0);  // the primary context of GPU 0, which the CUDA runtime uses as well
    cudaStream_t theirs;
    check(cudaStreamCreateWithFlags(&theirs, cudaStreamNonBlocking));
    gpuc::stream stream = gpuc::stream::borrow(ctx, theirs);

    // gpuc's memory for cuBLAS, and the CUDA runtime's for gpuc.
    auto device_a = gpuc::device_buffer<float>::from_host(stream, a);
    auto device_b = gpuc::device_buffer<float>::from_host(stream, b);
    auto device_bias = gpuc::device_buffer<float>::from_host(stream, bias);
    float* c = nullptr;
    check(cudaMalloc(&c, rows * columns * sizeof(float)));
    gpuc::device_view<float> c_view = gpuc::borrow(ctx, c, rows * columns);

    cublasHandle_t blas;
    check(cublasCreate(&blas));
    auto work = [&](const gpuc::stream& on) {
        float one = 1, zero = 0;
        check(cublasSetStream(blas, on.native_handle()));
        // Rows here are columns there: c' = b' a'.
        check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, depth, &one, device_b.data_on(on), columns,
                          device_a.data_on(on), depth, &zero, c, columns));
        scale<<<(rows * columns + 255) / 256, 256, 0, on.native_handle()>>>(2.0f, c, rows * columns);
        check(cudaGetLastError());
        polish::add_bias_and_relu(ctx, on, device_bias.view(), c_view, columns);
    };
    auto right = [&] {
        std::vector<float> result(rows * columns);
        check(cudaMemcpyAsync(result.data(), c, result.size() * sizeof(float), cudaMemcpyDeviceToHost, theirs));
        check(cudaStreamSynchronize(theirs));
        for (int r = 0; r < rows; ++r)
            for (int k = 0; k < columns; ++k) {
                double sum = 0;
                for (int d = 0; d < depth; ++d) sum += double(a[r * depth + d]) * b[d * columns + k];
                double expected = std::fmax(2 * sum + bias[r], 0.0);
                if (std::fabs(result[r * columns + k] - expected) > 1e-4 * depth) return false;
            }
        return true;
    };
    work(stream);
    if (!right()) return std::fprintf(stderr, "FAILED: one by one\n"), 1;

    check(cudaMemsetAsync(c, 0, rows * columns * sizeof(float), theirs));
    check(cudaStreamSynchronize(theirs));
    auto graph = gpuc::graph::capture(stream, [&](gpuc::stream& captured) { work(captured); });
    for (int i = 0; i < 3; ++i) graph.launch(stream);
    if (!right()) return std::fprintf(stderr, "FAILED: as a graph\n"), 1;

    check(cublasDestroy(blas));
    check(cudaFree(c));
    std::printf("PASSED: cuBLAS, a CUDA kernel and a gpuc kernel on one stream and in one graph\n");
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}

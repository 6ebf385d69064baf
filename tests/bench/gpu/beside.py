#!/usr/bin/env python3
"""What tile_rows.cpp measures, by PyTorch (cuBLAS) and Triton on the same GPU: beside.py"""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_rows(y, x, columns: tl.constexpr):
    at = tl.program_id(0) * columns + tl.arange(0, columns)
    row = tl.load(x + at)
    row = tl.exp(row - tl.max(row, axis=0))
    tl.store(y + at, row / tl.sum(row, axis=0))


@triton.jit
def normalise_rows(y, x, columns: tl.constexpr):
    at = tl.program_id(0) * columns + tl.arange(0, columns)
    row = tl.load(x + at)
    centred = row - tl.sum(row, axis=0) / columns
    variance = tl.sum(centred * centred, axis=0) / columns
    tl.store(y + at, centred * tl.rsqrt(variance + 1e-5))


def seconds(work):
    return triton.testing.do_bench(work, warmup=100, rep=300, return_mode="median") / 1e3


def main():
    rows, columns = 65536, 4096
    x = torch.rand(rows, columns, device="cuda")
    y = torch.empty_like(x)
    size = 2 * x.numel() * 4
    print(f"softmax by Triton: {size / seconds(lambda: softmax_rows[(rows,)](y, x, columns)) / 1e12:.2f} TB/s")
    print(f"layernorm by Triton: {size / seconds(lambda: normalise_rows[(rows,)](y, x, columns)) / 1e12:.2f} TB/s")
    print(f"softmax by PyTorch: {size / seconds(lambda: torch.softmax(x, 1)) / 1e12:.2f} TB/s")
    for n in (4096, 8192):
        a, b = (torch.randn(n, n, device="cuda", dtype=torch.bfloat16) for _ in range(2))
        print(f"gemm bf16 {n} by cuBLAS: {2 * n**3 / seconds(lambda: a @ b) / 1e12:.1f} TFLOP/s")


if __name__ == "__main__":
    main()

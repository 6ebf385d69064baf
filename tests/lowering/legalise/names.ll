; Names that llc or ptxas would refuse, address spaces, and an intrinsic that the optimiser made.
; RUN: %gpuc-opt --passes=legalise --libdevice=%libdevice %s | FileCheck %s
; REQUIRES: libdevice

target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @"$2Estr$2E5" = internal addrspace(1) constant
; CHECK-DAG: @"caf$C3$A9" = internal addrspace(3) global
; CHECK-DAG: @_1st = internal addrspace(1) constant

@.str.5 = internal addrspace(1) constant i32 5
@"caf\C3\A9" = internal addrspace(3) global i32 poison
@"1st" = internal addrspace(1) constant i32 5

define float @k(ptr addrspace(1) %g, float %x) {
  ; CHECK: store i32 1, ptr addrspace(3) @"caf$C3$A9"
  store i32 1, ptr addrspacecast (ptr addrspace(3) @"caf\C3\A9" to ptr)
  %p = addrspacecast ptr addrspace(1) %g to ptr
  ; CHECK: load float, ptr addrspace(1) %g
  %v = load float, ptr %p
  ; Inlined from libdevice.
  ; CHECK: call float @llvm.nvvm.ex2.approx
  ; CHECK-NOT: llvm.exp2
  %e = call float @llvm.exp2.f32(float %v)
  %a = load i32, ptr addrspace(1) @.str.5
  %b = load i32, ptr addrspace(1) @"1st"
  %c = add i32 %a, %b
  %d = sitofp i32 %c to float
  %f = fadd float %e, %d
  ret float %f
}

declare float @llvm.exp2.f32(float)

; IEEE division and square root, no flushing of denormals, and only what the language lets fuse is fused: the CPU
; executor gives the same bits.
; RUN: %gpuc-opt --ptx %s -o %t.ptx
; RUN: FileCheck %s < %t.ptx
; RUN: %if ptxas %{ %verify-ptx %t.ptx %}

; CHECK-NOT: .ftz
; CHECK-DAG: mul.rn.f32
; CHECK-DAG: add.rn.f32
; CHECK-DAG: fma.rn.f32
; CHECK-DAG: div.rn.f32
; CHECK-DAG: sqrt.rn.f32
; CHECK-NOT: .ftz

define void @run(ptr %args) {
  %view = load ptr, ptr %args
  %p = load ptr, ptr %view
  %x = load volatile float, ptr %p
  %y = load volatile float, ptr %p
  %m = fmul float %x, %y
  %a = fadd float %m, 1.0
  store volatile float %a, ptr %p
  %f = call float @llvm.fmuladd.f32(float %x, float %y, float %x)
  store volatile float %f, ptr %p
  %d = fdiv float %x, %y
  store volatile float %d, ptr %p
  %s = call float @sqrtf(float %y)
  store volatile float %s, ptr %p
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)
declare float @sqrtf(float)

!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{!3}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"disjoint_slice", !"p", i32 16, i32 8, i32 4, i1 true}

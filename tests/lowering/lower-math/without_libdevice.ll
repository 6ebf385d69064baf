; Without libdevice the kernels that need it are missing, and the others stay; an error where the GPU is required.
; RUN: %gpuc-opt --passes=lower-math %s 2>&1 | FileCheck %s
; RUN: not %gpuc-opt --passes=lower-math --gpu-required -o /dev/null %s 2>&1 | FileCheck --check-prefix=REQUIRED %s

; CHECK: missing kernel 1: GPUC0316: `sin` needs libdevice of the CUDA toolkit, which was not found when compiling
; CHECK: define void @run0(
; CHECK-NOT: @run1
; REQUIRED: a.cpp:5: error[GPUC0316]: `sin` on the GPU needs libdevice of the CUDA toolkit, which was not found
; REQUIRED: help: install a CUDA toolkit

target triple = "nvptx64-nvidia-cuda"
declare float @sinf(float)
declare float @sqrtf(float)

define void @run0(ptr %p) {
  %x = call float @sqrtf(float 2.0)
  store float %x, ptr %p
  ret void
}

define void @run1(ptr %p) {
  %x = call float @helper(float 2.0)
  store float %x, ptr %p
  ret void
}

define internal float @helper(float %y) {
  %x = call float @sinf(float %y)
  ret float %x
}

!gpuc.kernels = !{!0, !3}
!0 = !{ptr @run0, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{ptr @run1, !"l", !"l", !"l_1", i1 true, !1, !2, !"a.cpp", i32 5}

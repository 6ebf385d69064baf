; Static shared memory beyond 48 KiB, over all variables of a kernel.
; RUN: not %gpuc-opt --passes=place-globals -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: a.cpp:4: error[GPUC0312]: the shared variables of kernel `ns::k` take 49156 bytes, and a block has 49152
; CHECK-DAG: note: `first` takes 49152 bytes
; CHECK-DAG: note: `second` takes 4 bytes
; CHECK: help: make them smaller, or use dynamic shared memory
; CHECK-NOT: error

target triple = "nvptx64-nvidia-cuda"
@first = internal global [49152 x i8] undef, section "gpuc.shared", align 4
@second = internal global i32 undef, section "gpuc.shared", align 4

define void @run(ptr %p) {
  store i32 0, ptr @first
  store i32 0, ptr @second
  ret void
}

define void @run2(ptr %p) {
  store i32 0, ptr @first
  ret void
}

!gpuc.kernels = !{!0, !3}
!0 = !{ptr @run, !"k", !"ns::k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{ptr @run2, !"l", !"ns::l", !"l_1", i1 true, !1, !2, !"a.cpp", i32 5}

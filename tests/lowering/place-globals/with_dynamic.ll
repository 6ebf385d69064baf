; Static and dynamic shared memory have to fit together: no GPU could launch this.
; RUN: not %gpuc-opt --passes=place-globals -o /dev/null %s 2>&1 | FileCheck %s
; RUN: sed 's/i64 200000/i64 192448/g' %s | %gpuc-opt --passes=place-globals -o /dev/null

; CHECK: a.cpp:4: error[GPUC0312]: the shared variables of kernel `k` take 40000 bytes and its contract asks for 200000 more, and a block has 232448
; CHECK-NEXT: note: `tile` takes 40000 bytes
; CHECK-NEXT: help: use smaller tiles

@tile = internal global [10000 x float] zeroinitializer, section "gpuc.shared"

define void @k(ptr %p) {
  store ptr @tile, ptr %p
  ret void
}

!gpuc.kernels = !{!0}
!0 = !{ptr @k, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{}
!2 = !{i32 1, i32 256, i32 1, i32 1, i32 0, i32 0, i64 200000, i32 0}

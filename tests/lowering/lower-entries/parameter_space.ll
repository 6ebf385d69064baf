; Parameters beyond what a launch can pass are refused with the size of each; the gaps of alignment count.
; RUN: not %gpuc-opt --passes=lower-entries -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: a.cpp:5: error[GPUC0311]: the parameters of kernel `large` take 32768 bytes, and a launch passes 32764 at most
; CHECK-NEXT: note: `big` takes 32753 bytes
; CHECK-NEXT: note: `n` takes 8 bytes
; CHECK-NOT: error

target triple = "nvptx64-nvidia-cuda"

define void @run(ptr %args) {
  ret void
}

define void @run2(ptr %args) {
  ret void
}

!gpuc.kernels = !{!0, !1}
!0 = !{ptr @run, !"fits", !"fits", !"fits_1", i1 true, !2, !3, !"a.cpp", i32 4}
!1 = !{ptr @run2, !"large", !"large", !"large_1", i1 true, !4, !3, !"a.cpp", i32 5}
!2 = !{!5}
!3 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!4 = !{!6, !7}
!5 = !{!"value", !"big", i32 32764, i32 4, i32 0, i1 false}
!6 = !{!"value", !"big", i32 32753, i32 1, i32 0, i1 false}
!7 = !{!"value", !"n", i32 8, i32 8, i32 0, i1 false}

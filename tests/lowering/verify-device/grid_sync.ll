; Only a cooperative kernel may wait for the grid, whatever calls stand between.
; RUN: not %gpuc-opt --passes=verify-device -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: src/main.cpp:30: error[GPUC0331]: kernel `kernels::plain` calls gpuc::grid::sync, but nothing makes its blocks run at the same time
; CHECK: help: mark the kernel {{\[\[}}gpuc::cooperative]]
; CHECK-NOT: error

define void @plain(ptr %args) {
  call void @helper()
  ret void
}

define void @together(ptr %args) {
  call void @helper()
  ret void
}

define void @helper() {
  call void @__gpuc_grid_sync()
  ret void
}

declare void @__gpuc_grid_sync()

!gpuc.kernels = !{!0, !4}
!gpuc.directory = !{!3}
!0 = !{ptr @plain, !"plain", !"kernels::plain", !"plain_1", i1 true, !1, !2, !"src/main.cpp", i32 30}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"/project"}
!4 = !{ptr @together, !"together", !"kernels::together", !"together_1", i1 true, !1, !5, !"src/main.cpp", i32 40}
!5 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0, i64 -1, i32 0, i32 1}

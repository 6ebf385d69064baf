; In a kernel that is to have no checks, each one that is left is an error at its line: also where calls were merged, and
; in a function that it calls. What the user asked for (an assert) is none, and other kernels may have checks.
; RUN: not %gpuc-opt --passes=verify-checks -o /dev/null %s 2>&1 | FileCheck %s
; RUN: sed 's/, i1 true}/, i1 false}/' %s | %gpuc-opt --passes=verify-checks | FileCheck --check-prefix=KEEP %s

; CHECK-DAG: src/a.cpp:7:9: error[GPUC0330]: kernel `kernels::k` is to have no checks, but needs one here: an index against the size
; CHECK-DAG: src/a.cpp:8:2: error[GPUC0330]: kernel `kernels::k` is to have no checks, but needs one here: a divisor against 0
; CHECK-DAG: src/a.cpp:12:3: error[GPUC0330]: kernel `kernels::k` is to have no checks, but needs one here: a row against the number of rows
; CHECK-NOT: kernels::l
; CHECK-NOT: src/a.cpp:9
; KEEP: define internal void @__gpuc_report(

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(i1 %c, i1 %d) {
  call void @helper(i1 %c)
  br i1 %c, label %fine, label %one
one:
  br i1 %d, label %two, label %bad
two:
  br label %bad
bad:
  %site = phi i32 [ 0, %one ], [ 1, %two ]
  call void @__gpuc_report(i32 %site, i64 1, i64 2)
  unreachable
fine:
  br i1 %d, label %end, label %asserted
asserted:
  call void @__gpuc_report(i32 2, i64 0, i64 0)
  unreachable
end:
  ret void
}

define ptx_kernel void @l(i1 %c) {
  br i1 %c, label %end, label %bad
bad:
  call void @__gpuc_report(i32 4, i64 1, i64 2)
  unreachable
end:
  ret void
}

define internal void @helper(i1 %c) noinline {
  br i1 %c, label %end, label %bad
bad:
  call void @__gpuc_report(i32 3, i64 1, i64 2)
  unreachable
end:
  ret void
}

define void @__gpuc_report(i32 %site, i64 %a, i64 %b) {
  unreachable
}

!gpuc.kernels = !{!0, !6}
!gpuc.sites = !{!20, !21, !22, !23, !24}
!gpuc.directory = !{!3}
!0 = !{ptr @k, !"k", !"kernels::k", !"k_1", i1 true, !1, !2, !"src/a.cpp", i32 4, i1 true}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"/project"}
!6 = !{ptr @l, !"l", !"kernels::l", !"l_1", i1 true, !1, !2, !"src/a.cpp", i32 5}
!20 = !{i32 1, i32 0, !"src/a.cpp", i32 7, i32 9, !""}
!21 = !{i32 8, i32 0, !"src/a.cpp", i32 8, i32 2, !""}
!22 = !{i32 5, i32 0, !"src/a.cpp", i32 9, i32 2, !"x > 0"}
!23 = !{i32 2, i32 -1, !"src/a.cpp", i32 12, i32 3, !""}
!24 = !{i32 1, i32 1, !"src/a.cpp", i32 15, i32 3, !""}

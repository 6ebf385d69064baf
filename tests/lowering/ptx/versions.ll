; The PTX version rises only for what needs it: parameters beyond 4352 bytes, stack of run-time size.
; RUN: split-file %s %t
; RUN: %gpuc-opt --ptx %t/small.ll -o %t/small.ptx && FileCheck --check-prefix=SMALL %s < %t/small.ptx
; RUN: %gpuc-opt --ptx %t/large.ll -o %t/large.ptx && FileCheck --check-prefix=LARGE %s < %t/large.ptx
; RUN: %gpuc-opt --ptx %t/stack.ll -o %t/stack.ptx && FileCheck --check-prefix=STACK %s < %t/stack.ptx
; RUN: %if ptxas %{ %verify-ptx %t/small.ptx %}
; RUN: %if ptxas %{ %verify-ptx %t/large.ptx %}
; RUN: %if ptxas %{ %verify-ptx %t/stack.ptx %}

; SMALL: .version 7.0
; SMALL: .param .align 8 .b8 k_1_param_0[4352]
; LARGE: .version 8.1
; LARGE: .param .align 8 .b8 k_1_param_0[4353]
; STACK: .version 7.3
; STACK: alloca

;--- small.ll
define void @run(ptr %args) {
  ret void
}
!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{!3}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"value", !"p", i32 4352, i32 8, i32 0, i1 false}

;--- large.ll
define void @run(ptr %args) {
  ret void
}
!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{!3}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"value", !"p", i32 4353, i32 8, i32 0, i1 false}

;--- stack.ll
define void @run(ptr %args) {
  %view = load ptr, ptr %args
  %p = load ptr, ptr %view
  %n = load i64, ptr %p
  %m = alloca i32, i64 %n
  store volatile i32 1, ptr %m
  %q = getelementptr i32, ptr %m, i64 %n
  %v = load volatile i32, ptr %q
  store i32 %v, ptr %p
  ret void
}
!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{!3}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"disjoint_slice", !"p", i32 16, i32 8, i32 8, i1 true}

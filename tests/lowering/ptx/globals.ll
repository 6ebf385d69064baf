; A table of 80 KiB, a table of pointers to it and a virtual call through a table of functions assemble.
; RUN: %gpuc-opt --ptx %s -o %t.ptx
; RUN: FileCheck %s < %t.ptx
; RUN: %if ptxas %{ %verify-ptx %t.ptx %}

; CHECK: .global .align 4 .b8 big[81920]
; CHECK: .global .align 8 .u64 $2Epointers[2] = {generic(big), generic(big)+4};
; CHECK-NOT: .const
; CHECK-NOT: .extern

@big = internal constant [20480 x i32] zeroinitializer, align 4
@.pointers = private constant [2 x ptr] [ptr @big, ptr getelementptr (i8, ptr @big, i64 4)], align 8
@functions = internal constant [2 x ptr] [ptr @twice, ptr @square], align 8

define void @run(ptr %args) {
  %view = load ptr, ptr %args
  %p = load ptr, ptr %view
  %t = call i32 @__gpuc_thread_x()
  %i = zext i32 %t to i64
  %odd = and i64 %i, 1
  %slot = getelementptr ptr, ptr @.pointers, i64 %odd
  %table = load ptr, ptr %slot
  %place = getelementptr i32, ptr %table, i64 %i
  %v = load i32, ptr %place
  %fslot = getelementptr ptr, ptr @functions, i64 %odd
  %f = load ptr, ptr %fslot
  %w = call i32 %f(i32 %v)
  store i32 %w, ptr %p
  ret void
}

define internal i32 @twice(i32 %x) {
  %y = add i32 %x, %x
  ret i32 %y
}

define internal i32 @square(i32 %x) {
  %y = mul i32 %x, %x
  ret i32 %y
}

declare i32 @__gpuc_thread_x()

!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{!3}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"disjoint_slice", !"p", i32 16, i32 8, i32 4, i1 true}

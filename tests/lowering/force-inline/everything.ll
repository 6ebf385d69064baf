; All but recursion and calls through pointers ends up in the kernel's run function.
; RUN: %gpuc-opt --passes=force-inline %s | FileCheck %s

; CHECK: define void @run(ptr %args)
; CHECK-NEXT: %x = load i32, ptr %args
; CHECK-NEXT: add i32 %x, 1
; CHECK-NEXT: call i32 @recursive(i32
; CHECK-NEXT: store i32
; CHECK-NEXT: ret void
; CHECK-NOT: define {{.*}}@(kernel|helper|unused)
; CHECK: define internal i32 @recursive(i32 %n)

define void @run(ptr %args) {
  %x = load i32, ptr %args
  call void @kernel(i32 %x, ptr %args)
  ret void
}

define internal void @kernel(i32 %x, ptr %out) {
  %y = call i32 @helper(i32 %x)
  %z = call i32 @recursive(i32 %y)
  store i32 %z, ptr %out
  ret void
}

define internal i32 @helper(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define internal i32 @recursive(i32 %n) alwaysinline {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  %m = sub i32 %n, 1
  %r = call i32 @recursive(i32 %m)
  %s = mul i32 %r, %n
  ret i32 %s
}

define internal void @unused() {
  ret void
}

!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"m.cpp", i32 4}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}

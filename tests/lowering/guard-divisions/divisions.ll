; Divisions that x86-64 would trap on are faults; those by known numbers, or by what cannot be zero, stay as they are.
; RUN: %gpuc-opt --passes=guard-divisions %s | FileCheck %s

; CHECK-DAG: c"division by zero\00"
; CHECK-DAG: c"a division overflows\00"

; CHECK-LABEL: define i32 @signed(i32 %a, i32 %b)
; CHECK: %[[ZERO:.*]] = icmp eq i32 %b, 0
; CHECK-NEXT: br i1 %[[ZERO]], label %{{.*}}, label %{{.*}}, !prof
; CHECK: call void @__gpuc_fault(i32 4, ptr @{{.*}})
; CHECK-NEXT: unreachable
; CHECK: icmp eq i32 %a, -2147483648
; CHECK: icmp eq i32 %b, -1
; CHECK: call void @__gpuc_fault(i32 4, ptr @{{.*}})
; CHECK-NEXT: unreachable
; CHECK: sdiv i32 %a, %b
define i32 @signed(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}

; CHECK-LABEL: define i128 @unsigned(i128 %a, i128 %b)
; CHECK: call void @__gpuc_fault(
; CHECK-NOT: call void @__gpuc_fault(
; CHECK: urem i128 %a, %b
define i128 @unsigned(i128 %a, i128 %b) {
  %q = urem i128 %a, %b
  ret i128 %q
}

; CHECK-LABEL: define <2 x i32> @vector(<2 x i32> %a, <2 x i32> %b)
; CHECK: call i1 @llvm.vector.reduce.or
; CHECK: call void @__gpuc_fault(
; CHECK: udiv <2 x i32> %a, %b
define <2 x i32> @vector(<2 x i32> %a, <2 x i32> %b) {
  %q = udiv <2 x i32> %a, %b
  ret <2 x i32> %q
}

; CHECK-LABEL: define i32 @known(i32 %a, i32 %b)
; CHECK-NOT: @__gpuc_fault(
; CHECK: ret i32
define i32 @known(i32 %a, i32 %b) {
  %c = or i32 %b, 1
  %p = srem i32 %a, 7
  %q = udiv i32 %p, %c
  ret i32 %q
}

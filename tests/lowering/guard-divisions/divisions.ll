; Divisions without a result are faults with their operands; those by known numbers, or by what cannot be zero, stay as they are.
; RUN: %gpuc-opt --passes=guard-divisions %s | FileCheck %s

; CHECK-LABEL: define i32 @signed(i32 %a, i32 %b)
; CHECK: %[[ZERO:.*]] = icmp eq i32 %b, 0
; CHECK-NEXT: br i1 %[[ZERO]], label %{{.*}}, label %{{.*}}, !prof
; CHECK: %[[WIDE:.*]] = sext i32 %a to i64
; CHECK-NEXT: call void @__gpuc_division_by_zero(i64 %[[WIDE]], i64 1)
; CHECK-NEXT: unreachable
; CHECK: icmp eq i32 %a, -2147483648
; CHECK: icmp eq i32 %b, -1
; CHECK: call void @__gpuc_division_overflow(i64 %{{.*}}, i64 -1)
; CHECK-NEXT: unreachable
; CHECK: sdiv i32 %a, %b
define i32 @signed(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}

; CHECK-LABEL: define i128 @unsigned(i128 %a, i128 %b)
; CHECK: trunc i128 %a to i64
; CHECK: call void @__gpuc_division_by_zero(i64 %{{.*}}, i64 0)
; CHECK-NOT: call void @__gpuc_division_
; CHECK: urem i128 %a, %b
define i128 @unsigned(i128 %a, i128 %b) {
  %q = urem i128 %a, %b
  ret i128 %q
}

; CHECK-LABEL: define <2 x i32> @vector(<2 x i32> %a, <2 x i32> %b)
; CHECK: call i1 @llvm.vector.reduce.or
; CHECK: extractelement <2 x i32> %a, i64 0
; CHECK: call void @__gpuc_division_by_zero(
; CHECK: udiv <2 x i32> %a, %b
define <2 x i32> @vector(<2 x i32> %a, <2 x i32> %b) {
  %q = udiv <2 x i32> %a, %b
  ret <2 x i32> %q
}

; CHECK-LABEL: define i32 @known(i32 %a, i32 %b)
; CHECK-NOT: @__gpuc_division_
; CHECK: ret i32
define i32 @known(i32 %a, i32 %b) {
  %c = or i32 %b, 1
  %p = srem i32 %a, 7
  %q = udiv i32 %p, %c
  ret i32 %q
}

; Requirements have been checked by the launch; what follows them has not.
; CHECK-LABEL: define void @kernel(i64 %n, i64 %by, ptr %p)
; CHECK-NOT: @__gpuc_division_by_zero(
; CHECK: urem i64 %n, %by
; CHECK-NOT: @__gpuc_division_by_zero(
; CHECK: urem i64 %by, %n
; CHECK-NOT: @__gpuc_division_by_zero(
; CHECK: call void @__gpuc_requires
; CHECK: call void @__gpuc_division_by_zero(i64 %n, i64 0)
; CHECK: udiv i64 %n, %by
define void @kernel(i64 %n, i64 %by, ptr %p) {
  %r = urem i64 %n, %by
  %c = icmp eq i64 %r, 0
  br i1 %c, label %both, label %end
both:
  %s = urem i64 %by, %n
  %d = icmp eq i64 %s, 0
  br label %end
end:
  %holds = phi i1 [ false, %0 ], [ %d, %both ]
  call void @__gpuc_requires(i1 %holds, i32 3)
  %q = udiv i64 %n, %by
  store i64 %q, ptr %p
  ret void
}

declare void @__gpuc_requires(i1, i32)

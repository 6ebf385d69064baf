; An address that is a constant or one value's multiple away from another is taken from it.
; RUN: %gpuc-opt --passes=reuse-addresses %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; Rows above and below, and elements beside, of one matrix.
; CHECK-LABEL: define float @around(
; CHECK: %at = getelementptr float, ptr %{{.*}}, i64 %c
; CHECK-NEXT: %here = load float, ptr %at
; CHECK-NEXT: %[[ROW:.*]] = shl i64 %n, 2
; CHECK-NEXT: %[[BACK:.*]] = sub i64 0, %[[ROW]]
; CHECK-NEXT: %up.at = getelementptr i8, ptr %at, i64 %[[BACK]]
; CHECK-NEXT: %up = load float, ptr %up.at
; CHECK-NEXT: %[[FORTH:.*]] = shl i64 %n, 2
; CHECK-NEXT: %down.at = getelementptr i8, ptr %at, i64 %[[FORTH]]
; CHECK-NEXT: %down = load float, ptr %down.at
; CHECK-NEXT: %right.at = getelementptr i8, ptr %at, i64 4
; CHECK-NEXT: %right = load float, ptr %right.at
; CHECK-NEXT: %[[TWO:.*]] = shl i64 %n, 3
; CHECK-NEXT: %[[FAR:.*]] = getelementptr i8, ptr %at, i64 %[[TWO]]
; CHECK-NEXT: %far.at = getelementptr i8, ptr %[[FAR]], i64 -12
define float @around(ptr %m, i64 %r, i64 %c, i64 %n) {
  %row = mul i64 %r, %n
  %row.at = getelementptr float, ptr %m, i64 %row
  %at = getelementptr float, ptr %row.at, i64 %c
  %here = load float, ptr %at
  %above = add i64 %r, -1
  %above.row = mul i64 %n, %above
  %above.at = getelementptr float, ptr %m, i64 %above.row
  %up.at = getelementptr float, ptr %above.at, i64 %c
  %up = load float, ptr %up.at
  %below = add nuw i64 %r, 1
  %below.row = mul i64 %below, %n
  %below.index = add i64 %below.row, %c
  %down.at = getelementptr float, ptr %m, i64 %below.index
  %down = load float, ptr %down.at
  %beside = add nsw i64 %c, 1
  %right.at = getelementptr float, ptr %row.at, i64 %beside
  %right = load float, ptr %right.at
  %far.row = add i64 %r, 2
  %far.start = mul i64 %far.row, %n
  %far.column = sub i64 %c, 3
  %far.index = add i64 %far.start, %far.column
  %far.at = getelementptr float, ptr %m, i64 %far.index
  %far = load float, ptr %far.at
  %s1 = fadd float %here, %up
  %s2 = fadd float %s1, %down
  %s3 = fadd float %s2, %right
  %s4 = fadd float %s3, %far
  ret float %s4
}

; A store goes where a load came from; `or disjoint` and shifts are sums and products too.
; CHECK-LABEL: define void @stored(
; CHECK: %from = getelementptr i32, ptr %m, i64 %index
; CHECK: %to = getelementptr i8, ptr %from, i64 40
; CHECK: store i32 %value, ptr %to
define void @stored(ptr %m, i64 %i, i64 %j) {
  %scaled = shl i64 %i, 3
  %index = add i64 %scaled, %j
  %from = getelementptr i32, ptr %m, i64 %index
  %value = load i32, ptr %from
  %odd = or disjoint i64 %scaled, 2
  %other = add i64 %odd, %j
  %shifted = add i64 %other, 8
  %to = getelementptr i32, ptr %m, i64 %shifted
  store i32 %value, ptr %to
  ret void
}

; Not from another array, nor over more than one shift and one addition, nor from where it has not been.
; CHECK-LABEL: define void @apart(
; CHECK: %b.at = getelementptr float, ptr %b, i64 %index
; CHECK: %thrice.at = getelementptr float, ptr %a, i64 %thrice
; CHECK: %both.at = getelementptr float, ptr %a, i64 %both
; CHECK: left:
; CHECK: %left.at = getelementptr float, ptr %a, i64 %left.index
; CHECK: right:
; CHECK: %right.at = getelementptr float, ptr %a, i64 %right.index
define void @apart(ptr %a, ptr %b, i64 %r, i64 %c, i64 %n, i64 %k, i1 %which) {
  %row = mul i64 %r, %n
  %index = add i64 %row, %c
  %a.at = getelementptr float, ptr %a, i64 %index
  %value = load float, ptr %a.at
  %b.at = getelementptr float, ptr %b, i64 %index
  store float %value, ptr %b.at
  %three = add i64 %r, 3
  %third = mul i64 %three, %n
  %thrice = add i64 %third, %c
  %thrice.at = getelementptr float, ptr %a, i64 %thrice
  store float %value, ptr %thrice.at
  %next = add i64 %r, 1
  %next.row = mul i64 %next, %n
  %next.column = add i64 %c, %k
  %both = add i64 %next.row, %next.column
  %both.at = getelementptr float, ptr %a, i64 %both
  store float %value, ptr %both.at
  br i1 %which, label %left, label %right
left:
  %left.row = mul i64 %k, %n
  %left.index = add i64 %left.row, %c
  %left.at = getelementptr float, ptr %a, i64 %left.index
  store float 0.0, ptr %left.at
  ret void
right:
  %right.row = mul i64 %k, %n
  %right.column = add i64 %c, 5
  %right.index = add i64 %right.row, %right.column
  %right.at = getelementptr float, ptr %a, i64 %right.index
  store float 1.0, ptr %right.at
  ret void
}

; Checks that follow each other share a branch; which of them failed is found out behind it, in their order.
; RUN: %gpuc-opt --passes=merge-checks %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare void @__gpuc_report(i32, i64, i64) noreturn
declare void @barrier() convergent nounwind willreturn memory(none)

; One index against three sizes: one compare with the least of them.
; CHECK-LABEL: define void @sizes(
; CHECK: %[[TWO:.*]] = call i64 @llvm.umin.i64(i64 %n, i64 %m)
; CHECK: %[[ALL:.*]] = call i64 @llvm.umin.i64(i64 %[[TWO]], i64 %k)
; CHECK-NEXT: %[[IN:.*]] = icmp ult i64 %i, %[[ALL]]
; CHECK-NEXT: br i1 %[[IN]], label %first, label %[[SLOW:check[0-9]*]], !prof
; CHECK: first:
; CHECK-NEXT: %a = load float
; CHECK-NEXT: %b = load float
; CHECK: store float
; CHECK-NEXT: br label %leave
; CHECK: [[LAST:check[0-9]*]]:
; CHECK-NEXT: %guard = icmp ult i64 %i, %n
; CHECK-NEXT: br i1 %guard, label %one, label %leave
; CHECK: [[SLOW]]:
; CHECK-NEXT: %[[PASSED:.*]] = icmp ult i64 %i, %[[TWO]]
; CHECK-NEXT: br i1 %[[PASSED]], label %two, label %[[LAST]]
define void @sizes(i64 %i, i64 %n, i64 %m, i64 %k, ptr %p, ptr %q) {
  %guard = icmp ult i64 %i, %n
  br i1 %guard, label %first, label %leave
first:
  %in = icmp ult i64 %i, %m
  br i1 %in, label %second, label %one
one:
  call void @__gpuc_report(i32 1, i64 %i, i64 %m)
  unreachable
second:
  %a = load float, ptr %p
  %out = icmp uge i64 %i, %k
  br i1 %out, label %two, label %third
two:
  call void @__gpuc_report(i32 2, i64 %i, i64 %k)
  unreachable
third:
  %b = load float, ptr %q
  %s = fadd float %a, %b
  store float %s, ptr %p
  br label %leave
leave:
  ret void
}

; Another index: both compares, and one branch.
; CHECK-LABEL: define void @indices(
; CHECK: %[[SECOND:.*]] = freeze i1 %c
; CHECK-NEXT: %[[BOTH:.*]] = and i1 %r, %[[SECOND]]
; CHECK-NEXT: br i1 %[[BOTH]], label %row, label %[[SLOW:.*]], !prof
; CHECK: [[SLOW]]:
; CHECK-NEXT: br i1 %r, label %two, label %one
define void @indices(i64 %i, i64 %j, i64 %rows, i64 %columns, ptr %p) {
  %r = icmp ult i64 %i, %rows
  br i1 %r, label %row, label %one
row:
  %c = icmp ult i64 %j, %columns
  br i1 %c, label %column, label %two
column:
  store i64 %i, ptr %p
  ret void
one:
  call void @__gpuc_report(i32 1, i64 %i, i64 %rows)
  unreachable
two:
  call void @__gpuc_report(i32 2, i64 %j, i64 %columns)
  unreachable
}

; What was stored before a failing check is stored.
; CHECK-LABEL: define void @store_between(
; CHECK: br i1 %r, label %row, label %one
; CHECK: row:
; CHECK-NEXT: store i64
; CHECK: br i1 %c, label %column, label %two
define void @store_between(i64 %i, i64 %n, i64 %m, ptr %p) {
  %r = icmp ult i64 %i, %n
  br i1 %r, label %row, label %one
row:
  store i64 %i, ptr %p
  %c = icmp ult i64 %i, %m
  br i1 %c, label %column, label %two
column:
  ret void
one:
  call void @__gpuc_report(i32 1, i64 %i, i64 %n)
  unreachable
two:
  call void @__gpuc_report(i32 2, i64 %i, i64 %m)
  unreachable
}

; An index that was loaded behind the first check cannot be tested before it.
; CHECK-LABEL: define void @indirect(
; CHECK: br i1 %r, label %row, label %one
; CHECK: br i1 %c, label %column, label %two
define void @indirect(i64 %i, i64 %n, i64 %m, ptr %p) {
  %r = icmp ult i64 %i, %n
  br i1 %r, label %row, label %one
row:
  %at = getelementptr i64, ptr %p, i64 %i
  %j = load i64, ptr %at
  %c = icmp ult i64 %j, %m
  br i1 %c, label %column, label %two
column:
  ret void
one:
  call void @__gpuc_report(i32 1, i64 %i, i64 %n)
  unreachable
two:
  call void @__gpuc_report(i32 2, i64 %j, i64 %m)
  unreachable
}

; A barrier stays between those that it is between.
; CHECK-LABEL: define void @barrier_between(
; CHECK: br i1 %r, label %row, label %one
; CHECK: br i1 %c, label %column, label %two
define void @barrier_between(i64 %i, i64 %n, i64 %m) {
  %r = icmp ult i64 %i, %n
  br i1 %r, label %row, label %one
row:
  call void @barrier() convergent
  %c = icmp ult i64 %i, %m
  br i1 %c, label %column, label %two
column:
  ret void
one:
  call void @__gpuc_report(i32 1, i64 %i, i64 %n)
  unreachable
two:
  call void @__gpuc_report(i32 2, i64 %i, i64 %m)
  unreachable
}

; Most threads leave here, and the check is about something else.
; CHECK-LABEL: define void @leader(
; CHECK: br i1 %first, label %work, label %leave
define void @leader(i32 %tid, i64 %n, ptr %p) {
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %work, label %leave
work:
  %c = icmp eq i64 %n, 0
  br i1 %c, label %empty, label %write
write:
  store i64 %n, ptr %p
  br label %leave
empty:
  call void @__gpuc_report(i32 1, i64 0, i64 %n)
  unreachable
leave:
  ret void
}

; A loop's own test and the check of its body; the exit's phi comes from behind the branch.
; CHECK-LABEL: define i64 @loop(
; CHECK: loop:
; CHECK: br i1 %{{.*}}, label %body, label %[[SLOW:.*]], !prof
; CHECK: done:
; CHECK-NEXT: %result = phi i64 [ %sum, %[[SLOW]] ]
define i64 @loop(i64 %n, i64 %m, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %on ]
  %sum = phi i64 [ 0, %entry ], [ %more, %on ]
  %again = icmp ult i64 %i, %n
  br i1 %again, label %body, label %done
body:
  %c = icmp ult i64 %i, %m
  br i1 %c, label %on, label %bad
on:
  %at = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %at
  %more = add i64 %sum, %v
  %next = add i64 %i, 1
  br label %loop
bad:
  call void @__gpuc_report(i32 1, i64 %i, i64 %m)
  unreachable
done:
  %result = phi i64 [ %sum, %loop ]
  ret i64 %result
}

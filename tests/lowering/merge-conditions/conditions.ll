; Conditions with one way out become one branch, even where what the second computes is needed again.
; RUN: %gpuc-opt --passes=merge-conditions %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare void @__gpuc_report(i32, i64, i64) noreturn
declare void @barrier() convergent nounwind willreturn memory(none)

; CHECK-LABEL: define float @joined(
; CHECK-NEXT: %first = icmp ne i64 %i, 0
; CHECK-NEXT: %next = add nuw nsw i64 %i, 1
; CHECK-NEXT: %second = icmp ult i64 %next, %n
; CHECK-NEXT: %[[MEANT:.*]] = freeze i1 %second
; CHECK-NEXT: %[[BOTH:.*]] = and i1 %first, %[[MEANT]]
; CHECK-NEXT: br i1 %[[BOTH]], label %goal, label %away
; CHECK: goal:
; CHECK-NEXT: getelementptr float, ptr %p, i64 %next
; CHECK: away:
; CHECK-NEXT: phi float [ 0.000000e+00, %0 ], [ %value, %goal ]
define float @joined(i64 %i, i64 %n, ptr %p) {
  %first = icmp ne i64 %i, 0
  br i1 %first, label %inner, label %away
inner:
  %next = add nuw nsw i64 %i, 1
  %second = icmp ult i64 %next, %n
  br i1 %second, label %goal, label %away
goal:
  %at = getelementptr float, ptr %p, i64 %next
  %value = load float, ptr %at
  br label %away
away:
  %result = phi float [ 0.0, %0 ], [ 0.0, %inner ], [ %value, %goal ]
  ret float %result
}

; Whichever way a branch goes on, and as often as one follows another. What both ways load is loaded before.
; CHECK-LABEL: define void @three(
; CHECK: %first = icmp ne i64 %i, 0
; CHECK: %second = icmp ult i64 %next, %n
; CHECK: %third = icmp ne i64 %j, %n
; CHECK: %old = load float, ptr %p
; CHECK-NEXT: br i1 %{{.*}}, label %goal, label %away
; CHECK-NOT: load
; CHECK: phi float [ %new, %goal ], [ %old, %away ]
; CHECK-NOT: br i1
; CHECK: ret void
define void @three(i64 %i, i64 %j, i64 %n, ptr %p) {
  %first = icmp eq i64 %i, 0
  br i1 %first, label %away, label %inner
inner:
  %next = add i64 %i, 1
  %second = icmp ult i64 %next, %n
  br i1 %second, label %innermost, label %away
innermost:
  %third = icmp eq i64 %j, %n
  br i1 %third, label %away, label %goal
goal:
  %old = load float, ptr %p
  %new = fadd float %old, 1.0
  br label %done
away:
  %kept = load float, ptr %p
  br label %done
done:
  %result = phi float [ %new, %goal ], [ %kept, %away ]
  store float %result, ptr %p
  ret void
}

; A load may not happen for nothing.
; CHECK-LABEL: define float @loads(
; CHECK: br i1 %first, label %inner, label %away
; CHECK: br i1 %second, label %goal, label %away
define float @loads(i64 %i, i64 %n, ptr %p) {
  %first = icmp ult i64 %i, %n
  br i1 %first, label %inner, label %away
inner:
  %at = getelementptr float, ptr %p, i64 %i
  %value = load float, ptr %at
  %second = fcmp ogt float %value, 0.0
  br i1 %second, label %goal, label %away
goal:
  store float 0.0, ptr %at
  br label %away
away:
  %result = phi float [ 0.0, %0 ], [ 1.0, %inner ], [ 1.0, %goal ]
  ret float %result
}

; Nor may a barrier be reached by others, nor a division be made by 0.
; CHECK-LABEL: define void @effects(
; CHECK: br i1 %first, label %inner, label %away
; CHECK: br i1 %second, label %divides, label %away
; CHECK: br i1 %third, label %goal, label %away
define void @effects(i64 %i, i64 %n, ptr %p) {
  %first = icmp ult i64 %i, %n
  br i1 %first, label %inner, label %away
inner:
  call void @barrier()
  %second = icmp ne i64 %i, 0
  br i1 %second, label %divides, label %away
divides:
  %share = udiv i64 %n, %i
  %third = icmp ugt i64 %share, 4
  br i1 %third, label %goal, label %away
goal:
  store i64 %i, ptr %p
  br label %away
away:
  ret void
}

; The ways differ in what they bring.
; CHECK-LABEL: define i32 @differ(
; CHECK: br i1 %first, label %inner, label %away
define i32 @differ(i64 %i, i64 %n, ptr %p) {
  %first = icmp ult i64 %i, %n
  br i1 %first, label %inner, label %away
inner:
  %next = add i64 %i, 1
  %second = icmp ult i64 %next, %n
  br i1 %second, label %goal, label %away
goal:
  store i64 %next, ptr %p
  br label %away
away:
  %result = phi i32 [ 0, %0 ], [ 1, %inner ], [ 2, %goal ]
  ret i32 %result
}

; A check stays one, and a loop keeps the condition that counts.
; CHECK-LABEL: define void @stay(
; CHECK: br i1 %more, label %body, label %leave
; CHECK: br i1 %wanted, label %checked, label %leave
; CHECK: br i1 %inside, label %good, label %bad
define void @stay(i64 %n, i64 %m, ptr %p) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %good ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %leave
body:
  %twice = shl i64 %i, 1
  %wanted = icmp ne i64 %twice, %m
  br i1 %wanted, label %checked, label %leave
checked:
  %inside = icmp ult i64 %twice, %m
  br i1 %inside, label %good, label %bad
good:
  %at = getelementptr i64, ptr %p, i64 %twice
  store i64 %i, ptr %at
  %next = add i64 %i, 1
  br label %loop
bad:
  call void @__gpuc_report(i32 1, i64 %twice, i64 %m)
  unreachable
leave:
  ret void
}

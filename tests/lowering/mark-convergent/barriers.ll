; A barrier stays one barrier through the whole optimiser, also behind a function that was not inlined; without the
; mark it is cloned into both arms of the branches around it.
; RUN: %gpuc-opt --passes='mark-convergent,default<O3>' %s | FileCheck %s
; RUN: %gpuc-opt --passes='default<O3>' %s | FileCheck --check-prefix=UNMARKED %s

; CHECK-COUNT-2: call {{(fastcc )?}}void @{{__gpuc_block_sync|wrapper}}()
; CHECK-NOT: call {{(fastcc )?}}void @{{__gpuc_block_sync|wrapper}}()
; CHECK: define internal{{.*}} void @wrapper()
; CHECK: call void @__gpuc_block_sync()
; UNMARKED-COUNT-3: call {{(fastcc )?}}void @{{__gpuc_block_sync|wrapper}}()

define void @k(ptr %s, i32 %t, i32 %n) {
  %c = icmp slt i32 %t, %n
  %p = getelementptr i32, ptr %s, i32 %t
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %p
  br label %b
b:
  call void @__gpuc_block_sync()
  br i1 %c, label %d, label %e
d:
  %v = load i32, ptr %s
  store i32 %v, ptr %p
  br label %e
e:
  call void @wrapper()
  br i1 %c, label %f, label %g
f:
  %w = load i32, ptr %p
  %x = mul i32 %w, 2
  store i32 %x, ptr %p
  br label %g
g:
  ret void
}

define internal void @wrapper() noinline {
  call void @__gpuc_block_sync()
  ret void
}

declare void @__gpuc_block_sync() nounwind

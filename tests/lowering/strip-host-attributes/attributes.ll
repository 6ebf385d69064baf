; Facts about the code stay, what was said to the host's code generator and linker goes.
; RUN: %gpuc-opt --passes=strip-host-attributes %s | FileCheck %s

; CHECK-NOT: comdat
; CHECK-NOT: @llvm.global_ctors
; CHECK: @vtable = internal constant [2 x ptr] [ptr null, ptr @helper]
; CHECK: define void @run(ptr noundef readonly %args) #[[KERNEL:[0-9]+]]
; CHECK: define internal zeroext i8 @helper({{.*}}) #[[HELPER:[0-9]+]]
; CHECK-NEXT: call i32 @helper2()
; CHECK: define internal void @thrower
; CHECK-NEXT: call void @__cxa_throw(ptr %e, ptr @_ZTI4Base, ptr null)
; CHECK: attributes #[[KERNEL]] = { mustprogress nounwind }
; CHECK: attributes #[[HELPER]] = { alwaysinline memory(read) }

$helper = comdat any
@_ZTI4Base = external constant ptr
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @constructor, ptr null }]
@vtable = linkonce_odr unnamed_addr constant [2 x ptr] [ptr @_ZTI4Base, ptr @helper]
@alias = alias i32 (), ptr @helper2

define linkonce_odr dso_local void @run(ptr noundef readonly %args) nounwind mustprogress sspstrong uwtable "frame-pointer"="all" "target-cpu"="x86-64" {
  store ptr @vtable, ptr %args
  ret void
}

define linkonce_odr zeroext i8 @helper(ptr byval([16 x i8]) align 8 %p) alwaysinline memory(read) "no-builtins" section ".text.hot" comdat {
  %r = call i32 @alias()
  ret i8 0
}

define i32 @helper2() noinline optnone "instrument-function-entry-inlined"="mcount" {
  ret i32 0
}

define void @thrower(ptr %e) {
  call void @__cxa_throw(ptr %e, ptr @_ZTI4Base, ptr null)
  unreachable
}

declare void @__cxa_throw(ptr, ptr, ptr)

define internal void @constructor() {
  ret void
}

!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"m.cpp", i32 4}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}

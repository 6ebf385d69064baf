; A virtual call on an object that the thread made is followed through the table that its constructor stored; an
; object whose bytes came from elsewhere is not.
; RUN: not %gpuc-opt --passes=verify-lowered -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: a.cpp:9: error[GPUC0318]: device code calls through a pointer or a virtual function that gpuc cannot follow
; CHECK-NOT: error

target triple = "nvptx64-nvidia-cuda"

@_ZTV1A = internal addrspace(1) constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @f] }
@_ZTV1B = internal addrspace(1) constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @g] }

define ptx_kernel void @made(i1 %c) {
  %a = alloca { ptr, i32 }
  %b = alloca { ptr, i32 }
  store ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @_ZTV1A, i64 16) to ptr), ptr %a
  store ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @_ZTV1B, i64 16) to ptr), ptr %b
  %object = select i1 %c, ptr %a, ptr %b
  %table = load ptr, ptr %object
  %function = load ptr, ptr %table
  call void %function(ptr %object)
  ret void
}

define ptx_kernel void @copied(ptr %from) {
  %a = alloca { ptr, i32 }
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %from, i64 16, i1 false)
  %table = load ptr, ptr %a
  %function = load ptr, ptr %table
  call void %function(ptr %a)
  ret void
}

define internal void @f(ptr %this) {
  ret void
}

define internal void @g(ptr %this) {
  ret void
}

!gpuc.kernels = !{!0, !3}
!0 = !{ptr @made, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{ptr @copied, !"l", !"l", !"l_1", i1 true, !1, !2, !"a.cpp", i32 9}

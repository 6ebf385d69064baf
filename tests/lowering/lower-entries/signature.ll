; The flat signature: views as pointer and sizes, everything else as bytes of the C++ alignment.
; RUN: %gpuc-opt --passes=lower-entries %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: define ptx_kernel void @checked_1(ptr noalias readonly %in, i64 %in.size, ptr noalias %out, i64 %out.size,
; CHECK-SAME: ptr %total, i64 %total.size, ptr noalias readonly %m, i64 %m.rows, i64 %m.columns,
; CHECK-SAME: ptr noalias %dm, i64 %dm.rows, i64 %dm.columns, ptr byval([3 x i8]) align 1 %rgb) #[[CHECKED:[0-9]+]] {
; CHECK-NEXT: %arguments = alloca [6 x ptr]
; CHECK-NEXT: %in1 = alloca { ptr, i64 }
; CHECK: %[[G:.*]] = addrspacecast ptr %in to ptr addrspace(1)
; CHECK-NEXT: %[[P:.*]] = addrspacecast ptr addrspace(1) %[[G]] to ptr
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store ptr %[[P]], ptr
; CHECK: store i64 %in.size, ptr
; CHECK: store ptr %rgb, ptr
; The body of run, in the same block.
; CHECK-NEXT: %slot = alloca i32
; CHECK-NEXT: load ptr, ptr %arguments

; CHECK: define ptx_kernel void @raw_1(ptr %s, i64 %s.size, ptr byval([8 x i8]) align 8 %p) #[[RAW:[0-9]+]] {
; CHECK-NOT: @run
; CHECK-DAG: attributes #[[CHECKED]] = { convergent mustprogress nounwind "nvvm.minctasm"="2" "nvvm.reqntid"="32,8,1" }
; CHECK-DAG: attributes #[[RAW]] = { convergent mustprogress nounwind "nvvm.maxntid"="512" }
; CHECK: !gpuc.kernels = !{![[A:[0-9]+]], ![[B:[0-9]+]]}
; CHECK-DAG: ![[A]] = !{ptr @checked_1, !"checked"
; CHECK-DAG: ![[B]] = !{ptr @raw_1, !"raw"

define void @run(ptr %args) {
  %slot = alloca i32
  %a = load ptr, ptr %args
  %b = load i32, ptr %a
  store i32 %b, ptr %slot
  ret void
}

define void @run2(ptr %args) {
  ret void
}

!gpuc.kernels = !{!0, !1}
!0 = !{ptr @run, !"checked", !"checked", !"checked_1", i1 true, !2, !3, !"a.cpp", i32 4}
!1 = !{ptr @run2, !"raw", !"raw", !"raw_1", i1 false, !4, !5, !"a.cpp", i32 5}
!2 = !{!6, !7, !8, !9, !10, !11}
!3 = !{i32 2, i32 32, i32 8, i32 1, i32 0, i32 2, i64 -1, i32 0}
!4 = !{!12, !13}
!5 = !{i32 0, i32 0, i32 0, i32 0, i32 512, i32 0, i64 -1, i32 0}
!6 = !{!"slice", !"in", i32 16, i32 8, i32 4, i1 false}
!7 = !{!"disjoint_slice", !"out", i32 16, i32 8, i32 4, i1 true}
!8 = !{!"atomic_slice", !"total", i32 16, i32 8, i32 4, i1 true}
!9 = !{!"matrix", !"m", i32 24, i32 8, i32 4, i1 false}
!10 = !{!"disjoint_matrix", !"dm", i32 24, i32 8, i32 4, i1 true}
!11 = !{!"value", !"rgb", i32 3, i32 1, i32 0, i1 false}
!12 = !{!"slice", !"s", i32 16, i32 8, i32 4, i1 false}
!13 = !{!"value", !"p", i32 8, i32 8, i32 0, i1 false}

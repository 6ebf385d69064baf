; Each architecture with the oldest PTX that knows it.
; RUN: %gpuc-opt --ptx --arch=sm_80 %s | FileCheck -DARCH=sm_80 -DPTX=7.0 %s
; RUN: %gpuc-opt --ptx --arch=sm_86 %s | FileCheck -DARCH=sm_86 -DPTX=7.1 %s
; RUN: %gpuc-opt --ptx --arch=sm_87 %s | FileCheck -DARCH=sm_87 -DPTX=7.4 %s
; RUN: %gpuc-opt --ptx --arch=sm_89 %s | FileCheck -DARCH=sm_89 -DPTX=7.8 %s
; RUN: %gpuc-opt --ptx --arch=sm_90 %s | FileCheck -DARCH=sm_90 -DPTX=7.8 %s
; RUN: %gpuc-opt --ptx --arch=sm_90a %s | FileCheck -DARCH=sm_90a -DPTX=8.0 %s
; RUN: %gpuc-opt --ptx --arch=sm_100 %s | FileCheck -DARCH=sm_100 -DPTX=8.6 %s
; RUN: %gpuc-opt --ptx --arch=sm_100a %s | FileCheck -DARCH=sm_100a -DPTX=8.6 %s
; RUN: %gpuc-opt --ptx --arch=sm_101 %s | FileCheck -DARCH=sm_101 -DPTX=8.6 %s
; RUN: %gpuc-opt --ptx --arch=sm_103 %s | FileCheck -DARCH=sm_103 -DPTX=8.8 %s
; RUN: %gpuc-opt --ptx --arch=sm_120 %s | FileCheck -DARCH=sm_120 -DPTX=8.7 %s
; RUN: %gpuc-opt --ptx --arch=sm_120a %s | FileCheck -DARCH=sm_120a -DPTX=8.7 %s
; RUN: %gpuc-opt --ptx --arch=sm_121 %s | FileCheck -DARCH=sm_121 -DPTX=8.8 %s
; RUN: not %gpuc-opt --ptx --arch=sm_60 %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s

; CHECK: .version [[PTX]]
; CHECK-NEXT: .target [[ARCH]]{{$}}
; CHECK: .visible .entry k_1(
; UNKNOWN: error[GPUC0015]: `sm_60` is not a GPU architecture that gpuc can build for

define void @run(ptr %args) {
  ret void
}

!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}

; An exact block or dynamic shared memory is constants, a range of it a range, a domain leaves no other axes, a largest block is a range; what two kernels
; share has only what both say.
; RUN: %gpuc-opt --passes=apply-contracts %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
declare i32 @__gpuc_domain()

; CHECK-LABEL: define ptx_kernel void @exact(
define ptx_kernel void @exact(ptr %p) {
  ; CHECK-NEXT: %a = call range(i32 0, 256) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store volatile i32 %a, ptr %p
  %b = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  ; CHECK: store volatile i32 0, ptr %p
  store volatile i32 %b, ptr %p
  %c = call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  ; CHECK: store volatile i32 256, ptr %p
  store volatile i32 %c, ptr %p
  ; CHECK: %d = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  store volatile i32 %d, ptr %p
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  ; CHECK: store volatile i32 0, ptr %p
  store volatile i32 %e, ptr %p
  %f = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  ; CHECK: store volatile i32 1, ptr %p
  store volatile i32 %f, ptr %p
  %g = call i32 @__gpuc_domain()
  ; CHECK: store volatile i32 1, ptr %p
  store volatile i32 %g, ptr %p
  %h = call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
  ; CHECK: store volatile i32 4096, ptr %p
  store volatile i32 %h, ptr %p
  call void @common(ptr %p)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @ranged(
define ptx_kernel void @ranged(ptr %p) {
  ; CHECK-NEXT: %h = call range(i32 1024, 4097) i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
  %h = call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
  store volatile i32 %h, ptr %p
  ret void
}

; CHECK-LABEL: define ptx_kernel void @bounded(
define ptx_kernel void @bounded(ptr %p) {
  ; CHECK-NEXT: %a = call range(i32 0, 512) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store volatile i32 %a, ptr %p
  ; CHECK: %c = call range(i32 1, 513) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %c = call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  store volatile i32 %c, ptr %p
  ; CHECK: %e = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  store volatile i32 %e, ptr %p
  %g = call i32 @__gpuc_domain()
  ; CHECK: store volatile i32 0, ptr %p
  store volatile i32 %g, ptr %p
  call void @common(ptr %p)
  ret void
}

; CHECK-LABEL: define internal void @common(
define internal void @common(ptr %p) noinline {
  ; CHECK-NEXT: %a = call range(i32 0, 512) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store volatile i32 %a, ptr %p
  ; CHECK: %b = call range(i32 0, 512) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %b = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  store volatile i32 %b, ptr %p
  ret void
}

!gpuc.kernels = !{!0, !3, !5}
!0 = !{ptr @exact, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{}
!2 = !{i32 1, i32 256, i32 1, i32 1, i32 0, i32 0, i64 4096, i32 0}
!3 = !{ptr @bounded, !"l", !"l", !"l_1", i1 true, !1, !4, !"a.cpp", i32 5}
!4 = !{i32 0, i32 0, i32 0, i32 0, i32 512, i32 0, i64 -1, i32 0}
!5 = !{ptr @ranged, !"m", !"m", !"m_1", i1 true, !1, !6, !"a.cpp", i32 6}
!6 = !{i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i64 1024, i32 0, i64 4096, i32 16, i32 0}

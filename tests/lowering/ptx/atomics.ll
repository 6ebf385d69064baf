; From the builtin to PTX: order and scope arrive, also those that only constant propagation shows, and std::atomic_ref
; is of the system's scope.
; RUN: %gpuc-opt --ptx %s -o %t.ptx
; RUN: FileCheck %s < %t.ptx
; RUN: %if ptxas %{ %verify-ptx %t.ptx %}

; CHECK: atom.global.add.u64
; CHECK: atom.acq_rel.cta.global.max.s32
; CHECK: atom.global.add.f32
; CHECK: fence.sc.gpu;
; CHECK: atom.acquire.gpu.global.exch.b32
; CHECK: fence.sc.gpu;
; CHECK: atom.acquire.gpu.global.cas.b32
; CHECK: ld.acquire.cta.global.b32
; CHECK: st.release.sys.global.b32
; CHECK: fence.acq_rel.gpu;
; CHECK: fence.sc.sys;
; CHECK: atom.acquire.sys.global.add.u32
; CHECK-NOT: cas

define void @run(ptr %args) {
  %view = load ptr, ptr %args
  %p = load ptr, ptr %view
  %a = call i64 @__gpuc_atomic_rmw_64(ptr %p, i64 3, i32 1, i32 0, i32 1)
  %order = alloca i32
  store i32 4, ptr %order
  %o = load i32, ptr %order
  %b = call i32 @__gpuc_atomic_rmw_32(ptr %p, i32 3, i32 7, i32 %o, i32 0)
  %c = call i32 @__gpuc_atomic_rmw_32(ptr %p, i32 1065353216, i32 10, i32 0, i32 1)
  %d = call i32 @__gpuc_atomic_rmw_32(ptr %p, i32 3, i32 0, i32 5, i32 1)
  %e = call i32 @__gpuc_atomic_compare_exchange_32(ptr %p, i32 3, i32 4, i32 5, i32 1)
  %f = call i32 @__gpuc_atomic_load_32(ptr %p, i32 2, i32 0)
  call void @__gpuc_atomic_store_32(ptr %p, i32 %f, i32 3, i32 2)
  call void @__gpuc_fence(i32 4, i32 1)
  %g = atomicrmw add ptr %p, i32 1 seq_cst
  ret void
}

declare i64 @__gpuc_atomic_rmw_64(ptr, i64, i32, i32, i32)
declare i32 @__gpuc_atomic_rmw_32(ptr, i32, i32, i32, i32)
declare i32 @__gpuc_atomic_compare_exchange_32(ptr, i32, i32, i32, i32)
declare i32 @__gpuc_atomic_load_32(ptr, i32, i32)
declare void @__gpuc_atomic_store_32(ptr, i32, i32, i32)
declare void @__gpuc_fence(i32, i32)

!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{!3}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"atomic_slice", !"p", i32 16, i32 8, i32 8, i1 true}

; Each builtin is LLVM's instruction of that operation, order and scope.
; RUN: %gpuc-opt --passes=lower-atomics %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i32 @__gpuc_atomic_rmw_32(ptr, i32, i32, i32, i32)
declare i64 @__gpuc_atomic_rmw_64(ptr, i64, i32, i32, i32)
declare i32 @__gpuc_atomic_load_32(ptr, i32, i32)
declare i64 @__gpuc_atomic_load_64(ptr, i32, i32)
declare void @__gpuc_atomic_store_32(ptr, i32, i32, i32)
declare i64 @__gpuc_atomic_compare_exchange_64(ptr, i64, i64, i32, i32)
declare void @__gpuc_fence(i32, i32)

; CHECK-LABEL: define i64 @f(
define i64 @f(ptr %p, i32 %v, i64 %w, i32 %order) {
  ; CHECK: atomicrmw xchg ptr %p, i32 %v syncscope("block") monotonic
  %a = call i32 @__gpuc_atomic_rmw_32(ptr %p, i32 %v, i32 0, i32 0, i32 0)
  ; CHECK: atomicrmw add ptr %p, i64 %w syncscope("device") acquire
  %b = call i64 @__gpuc_atomic_rmw_64(ptr %p, i64 %w, i32 1, i32 2, i32 1)
  ; CHECK: atomicrmw sub ptr %p, i32 %v release
  %c = call i32 @__gpuc_atomic_rmw_32(ptr %p, i32 %v, i32 2, i32 3, i32 2)
  ; CHECK: atomicrmw max ptr %p, i32 %v syncscope("device") acq_rel
  %d = call i32 @__gpuc_atomic_rmw_32(ptr %p, i32 %v, i32 7, i32 4, i32 1)
  ; CHECK: atomicrmw umin ptr %p, i32 %v syncscope("device") seq_cst
  %e = call i32 @__gpuc_atomic_rmw_32(ptr %p, i32 %v, i32 8, i32 5, i32 1)
  ; CHECK: %[[F:.*]] = bitcast i64 %w to double
  ; CHECK: atomicrmw fadd ptr %p, double %[[F]] syncscope("device") monotonic
  %f = call i64 @__gpuc_atomic_rmw_64(ptr %p, i64 %w, i32 10, i32 0, i32 1)
  ; CHECK: load atomic i32, ptr %p syncscope("block") acquire, align 4
  %g = call i32 @__gpuc_atomic_load_32(ptr %p, i32 2, i32 0)
  ; A load does not release.
  ; CHECK: load atomic i64, ptr %p syncscope("block") acquire, align 8
  %h = call i64 @__gpuc_atomic_load_64(ptr %p, i32 4, i32 0)
  ; CHECK: store atomic i32 %v, ptr %p release, align 4
  call void @__gpuc_atomic_store_32(ptr %p, i32 %v, i32 3, i32 2)
  ; CHECK: %[[P:.*]] = cmpxchg ptr %p, i64 %w, i64 3 syncscope("device") acq_rel acquire
  ; CHECK: extractvalue { i64, i1 } %[[P]], 0
  %i = call i64 @__gpuc_atomic_compare_exchange_64(ptr %p, i64 %w, i64 3, i32 4, i32 1)
  ; CHECK: fence syncscope("block") seq_cst
  call void @__gpuc_fence(i32 5, i32 0)
  ; CHECK-NOT: fence
  call void @__gpuc_fence(i32 0, i32 0)
  ; An order that is computed is the strongest.
  ; CHECK: atomicrmw or ptr %p, i32 %v syncscope("device") seq_cst
  %j = call i32 @__gpuc_atomic_rmw_32(ptr %p, i32 %v, i32 4, i32 %order, i32 1)
  ret i64 %i
}
; CHECK-NOT: declare

; std::atomic_signal_fence orders one thread with itself: nothing for the GPU to do. LLVM's backend aborts on it.
; RUN: %gpuc-opt --passes=order-atomics %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @signal(
; CHECK-NEXT: store i32 1, ptr addrspace(1) %p
; CHECK-NEXT: %v = load atomic i32, ptr addrspace(1) %p seq_cst, align 4
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: ret void
define void @signal(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  fence syncscope("singlethread") seq_cst
  fence syncscope("singlethread") acquire
  %v = load atomic i32, ptr addrspace(1) %p syncscope("singlethread") seq_cst, align 4
  fence seq_cst
  ret void
}

; The order and scope of a read-modify-write are in the PTX; the relaxed one of the device's scope stays LLVM's, which
; ptxas turns into a reduction where the result is not used.
; RUN: %gpuc-opt --passes=order-atomics %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @orders(
define void @orders(ptr addrspace(1) %p, i32 %v) {
  ; CHECK-NEXT: atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("device") monotonic
  %a = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("device") monotonic
  ; CHECK-NEXT: call i32 asm sideeffect "atom.acquire.gpu.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p, i32 %v)
  %b = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("device") acquire
  ; CHECK-NEXT: "atom.release.gpu.global.add.u32
  %c = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("device") release
  ; CHECK-NEXT: "atom.acq_rel.gpu.global.add.u32
  %d = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("device") acq_rel
  ; CHECK-NEXT: fence syncscope("device") seq_cst
  ; CHECK-NEXT: "atom.acquire.gpu.global.add.u32
  %e = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("device") seq_cst
  ; CHECK-NEXT: "atom.relaxed.cta.global.add.u32
  %f = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("block") monotonic
  ; CHECK-NEXT: "atom.relaxed.sys.global.add.u32
  %g = atomicrmw add ptr addrspace(1) %p, i32 %v monotonic
  ; CHECK-NEXT: fence seq_cst
  ; CHECK-NEXT: "atom.acquire.sys.global.add.u32
  %h = atomicrmw add ptr addrspace(1) %p, i32 %v seq_cst
  ; CHECK-NEXT: ret
  ret void
}

; CHECK-LABEL: define void @operations(
define void @operations(ptr %p, ptr addrspace(3) %s, i64 %v, double %d) {
  ; CHECK: "atom.acquire.cta.shared.exch.b64 {{.*}}", "=l,l,l,~{memory}"
  %a = atomicrmw xchg ptr addrspace(3) %s, i64 %v syncscope("block") acquire
  ; CHECK: %[[N:.*]] = sub i64 0, %v
  ; CHECK: "atom.acquire.cta.add.u64 {{.*}}(ptr %p, i64 %[[N]])
  %b = atomicrmw sub ptr %p, i64 %v syncscope("block") acquire
  ; CHECK: "atom.acquire.cta.and.b64
  %c = atomicrmw and ptr %p, i64 %v syncscope("block") acquire
  ; CHECK: "atom.acquire.cta.min.s64
  %e = atomicrmw min ptr %p, i64 %v syncscope("block") acquire
  ; CHECK: "atom.acquire.cta.max.u64
  %f = atomicrmw umax ptr %p, i64 %v syncscope("block") acquire
  ; CHECK: "atom.acquire.cta.add.f64 {{.*}}", "=d,l,d,~{memory}"
  %g = atomicrmw fadd ptr %p, double %d syncscope("block") acquire
  ; Not in PTX: the backend makes a loop of it.
  ; CHECK: atomicrmw nand
  %h = atomicrmw nand ptr %p, i64 %v syncscope("block") acquire
  ret void
}

; A thread's own variable is nobody else's.
; CHECK-LABEL: define i32 @local(
define i32 @local(i32 %v) {
  ; CHECK-NOT: {{atom|cmpxchg}}
  %p = alloca i32
  store atomic i32 %v, ptr %p release, align 4
  %a = atomicrmw add ptr %p, i32 %v seq_cst
  %b = cmpxchg ptr %p, i32 3, i32 4 seq_cst seq_cst
  %c = load atomic i32, ptr %p acquire, align 4
  ret i32 %c
}

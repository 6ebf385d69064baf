; The first thread records, every one leaves.
; RUN: %gpuc-opt --passes=define-report %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: @__gpuc_report_slot = addrspace(1) global [2 x i64] zeroinitializer, align 8
; CHECK: define internal void @__gpuc_report(i32 %0, i64 %1, i64 %2) #[[COLD:[0-9]+]] {
; CHECK: %[[RECORD:.*]] = load volatile i64, ptr addrspace(1) @__gpuc_report_slot
; CHECK: cmpxchg ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @__gpuc_report_slot, i64 8), i32 0, i32 1 syncscope("device")
; CHECK: br i1 %{{.*}}, label %write, label %leave
; CHECK: write:
; CHECK: store volatile i32 %0, ptr addrspace(1)
; CHECK: store volatile i64 %1, ptr addrspace(1)
; CHECK: fence release
; CHECK: store atomic i32 1, ptr addrspace(1) %{{.*}} release, align 4
; CHECK: leave:
; CHECK-NEXT: call void @llvm.nvvm.exit()
; CHECK-NEXT: unreachable
; CHECK: attributes #[[COLD]] = { cold noinline noreturn nounwind }

declare void @__gpuc_report(i32, i64, i64) cold noinline noreturn nounwind

define void @k() {
  call void @__gpuc_report(i32 3, i64 1, i64 2)
  unreachable
}

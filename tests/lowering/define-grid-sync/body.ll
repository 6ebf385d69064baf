; One thread per block adds to the launch's own counter and waits until its top bit flips; where faults can be reported,
; who waits also watches for one, and every thread leaves behind the barrier when there was one.
; RUN: %gpuc-opt --passes=define-report,define-grid-sync %s | FileCheck %s
; RUN: sed '/FAULT/d' %s | %gpuc-opt --passes=define-report,define-grid-sync | FileCheck --check-prefix=SAFE %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: define internal void @__gpuc_grid_sync() #[[CONVERGENT:[0-9]+]] {
; CHECK: entry:
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: br i1 %{{.*}}, label %arrive, label %join
; CHECK: arrive:
; CHECK: %[[HIGH:.*]] = call i32 @llvm.nvvm.read.ptx.sreg.envreg1()
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.envreg2()
; CHECK: %[[WORKSPACE:.*]] = inttoptr i64 %{{.*}} to ptr addrspace(1)
; CHECK: %[[COUNTER:.*]] = getelementptr inbounds i8, ptr addrspace(1) %[[WORKSPACE]], i64 4
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
; CHECK: sub i32 -2147483648
; CHECK: %[[BEFORE:.*]] = atomicrmw add ptr addrspace(1) %[[COUNTER]], i32 %{{.*}} syncscope("device") acq_rel, align 4
; CHECK: wait:
; CHECK-NEXT: %[[NOW:.*]] = load atomic i32, ptr addrspace(1) %[[COUNTER]] syncscope("device") acquire, align 4
; CHECK-NEXT: xor i32 %[[BEFORE]], %[[NOW]]
; CHECK: load atomic i32, ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @__gpuc_report_slot, i64 8) syncscope("device") monotonic
; CHECK: br i1 %{{.*}}, label %join, label %wait
; CHECK: join:
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: load atomic i32, ptr addrspace(1) getelementptr
; CHECK: br i1 %{{.*}}, label %leave, label %go
; CHECK: leave:
; CHECK-NEXT: call void @llvm.nvvm.exit()
; CHECK: go:
; CHECK-NEXT: ret void

; SAFE: define internal void @__gpuc_grid_sync()
; SAFE-NOT: __gpuc_report_slot
; SAFE: join:
; SAFE-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; SAFE-NEXT: ret void

declare void @__gpuc_report(i32, i64, i64)
declare void @__gpuc_grid_sync()

define void @k(i1 %c) {
  call void @__gpuc_grid_sync()
  br i1 %c, label %bad, label %end
bad:
  call void @__gpuc_report(i32 3, i64 1, i64 2) ; FAULT
  unreachable
end:
  ret void
}

; Registers with the range that the architecture gives them, convergent operations, shared memory, assumptions.
; RUN: %gpuc-opt --passes=lower-intrinsics %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: @__gpuc_dynamic_shared_memory = external addrspace(3) global [0 x i8], align 16
; CHECK-NOT: @__gpuc_{{thread|block|grid|lane|warp|shuffle|ballot|requires|requirement}}

declare i32 @__gpuc_thread_x()
declare i32 @__gpuc_thread_z()
declare i32 @__gpuc_block_x()
declare i32 @__gpuc_block_dim_x()
declare i32 @__gpuc_grid_dim_y()
declare i32 @__gpuc_lane()
declare void @__gpuc_block_sync()
declare void @__gpuc_warp_sync(i32)
declare i32 @__gpuc_shuffle_idx(i32, i32, i32)
declare i32 @__gpuc_shuffle_xor(i32, i32, i32)
declare i32 @__gpuc_shuffle_up(i32, i32, i32)
declare i32 @__gpuc_shuffle_down(i32, i32, i32)
declare i32 @__gpuc_ballot(i32, i1 zeroext)
declare ptr @__gpuc_dynamic_shared()
declare i32 @__gpuc_dynamic_shared_size()
declare void @__gpuc_requires(i1 zeroext, i32)
declare void @__gpuc_requirement_wrapped()
declare i32 @__gpuc_domain()

; CHECK-LABEL: define void @registers(
define void @registers(ptr %p) {
  ; CHECK: call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call i32 @__gpuc_thread_x()
  store volatile i32 %a, ptr %p
  ; CHECK: call range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %b = call i32 @__gpuc_thread_z()
  store volatile i32 %b, ptr %p
  ; CHECK: call range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %c = call i32 @__gpuc_block_x()
  store volatile i32 %c, ptr %p
  ; CHECK: call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %d = call i32 @__gpuc_block_dim_x()
  store volatile i32 %d, ptr %p
  ; CHECK: call range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %e = call i32 @__gpuc_grid_dim_y()
  store volatile i32 %e, ptr %p
  ; CHECK: call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %f = call i32 @__gpuc_lane()
  store volatile i32 %f, ptr %p
  ; CHECK: call range(i32 0, {{[0-9]+}}) i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
  %g = call i32 @__gpuc_dynamic_shared_size()
  store volatile i32 %g, ptr %p
  ; CHECK: call i32 @__gpuc_domain()
  %h = call i32 @__gpuc_domain()
  store volatile i32 %h, ptr %p
  ret void
}

; CHECK-LABEL: define i32 @together(
define i32 @together(i32 %m, i32 %v, i32 %l, i1 %c) {
  ; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @__gpuc_block_sync()
  ; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 %m)
  call void @__gpuc_warp_sync(i32 %m)
  ; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %m, i32 %v, i32 %l, i32 31)
  %a = call i32 @__gpuc_shuffle_idx(i32 %m, i32 %v, i32 %l)
  ; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %m, i32 %{{.*}}, i32 %l, i32 31)
  %b = call i32 @__gpuc_shuffle_xor(i32 %m, i32 %a, i32 %l)
  ; CHECK: call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %m, i32 %{{.*}}, i32 %l, i32 0)
  %d = call i32 @__gpuc_shuffle_up(i32 %m, i32 %b, i32 %l)
  ; CHECK: call i32 @llvm.nvvm.shfl.sync.down.i32(i32 %m, i32 %{{.*}}, i32 %l, i32 31)
  %e = call i32 @__gpuc_shuffle_down(i32 %m, i32 %d, i32 %l)
  ; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %c)
  %f = call i32 @__gpuc_ballot(i32 %m, i1 zeroext %c)
  %g = add i32 %e, %f
  ret i32 %g
}

; CHECK-LABEL: define ptr @other(
define ptr @other(i1 %c) {
  ; CHECK: call void @llvm.assume(i1 %c)
  call void @__gpuc_requires(i1 zeroext %c, i32 7)
  call void @__gpuc_requirement_wrapped()
  ; CHECK: ret ptr addrspacecast (ptr addrspace(3) @__gpuc_dynamic_shared_memory to ptr)
  %p = call ptr @__gpuc_dynamic_shared()
  ret ptr %p
}

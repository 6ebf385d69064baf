; The whole way for the simplest kernel: what the launch was checked for removes the bounds checks, shared views are
; read through the read-only path, and the PTX is the oldest that has everything.
; RUN: %gpuc-opt --ptx %s -o %t.ptx
; RUN: FileCheck %s < %t.ptx
; RUN: %if ptxas %{ %verify-ptx %t.ptx %}
; RUN: %gpuc-opt --ptx --arch=sm_90a %s | FileCheck --check-prefix=HOPPER %s

; CHECK: .version 7.0
; CHECK-NEXT: .target sm_80
; CHECK: .visible .entry vecadd_1(
; CHECK-NEXT: .param .u64 .ptr .align 1 vecadd_1_param_0,
; CHECK-NEXT: .param .u64 vecadd_1_param_1,
; CHECK-NEXT: .param .u64 .ptr .align 1 vecadd_1_param_2,
; CHECK-NEXT: .param .u64 vecadd_1_param_3
; CHECK-NEXT: )
; CHECK-NEXT: .reqntid 256, 1, 1
; CHECK-NOT: {{ntid.x|tid.y|bar|call|trap}}
; CHECK: ld.global.nc.b32
; CHECK-NOT: setp
; CHECK: st.global.b32
; CHECK: ret;
; HOPPER: .version 8.0
; HOPPER: .target sm_90a

target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define linkonce_odr void @run(ptr %args) {
  %in = load ptr, ptr %args
  %slot = getelementptr ptr, ptr %args, i64 1
  %out = load ptr, ptr %slot
  call void @kernel(ptr %in, ptr %out)
  ret void
}

define internal void @kernel(ptr %in, ptr %out) noinline "target-cpu"="x86-64" {
  %in.p = load ptr, ptr %in
  %in.n = getelementptr i64, ptr %in, i64 1
  %n = load i64, ptr %in.n
  %out.p = load ptr, ptr %out
  %out.n = getelementptr i64, ptr %out, i64 1
  %m = load i64, ptr %out.n
  %enough = icmp uge i64 %n, %m
  call void @__gpuc_requires(i1 zeroext %enough, i32 3)
  %i = call i64 @index()
  %mine = icmp ult i64 %i, %m
  br i1 %mine, label %work, label %done
work:
  %fits = icmp ult i64 %i, %n
  br i1 %fits, label %add, label %bad
bad:
  call void @__gpuc_out_of_range(i64 %i, i64 %n)
  unreachable
add:
  %from = getelementptr inbounds float, ptr %in.p, i64 %i
  %v = load float, ptr %from
  %w = fadd float %v, 1.0
  %to = getelementptr inbounds float, ptr %out.p, i64 %i
  store float %w, ptr %to
  br label %done
done:
  ret void
}

define linkonce_odr i64 @index() {
  %b = call i32 @__gpuc_block_x()
  %d = call i32 @__gpuc_block_dim_x()
  %t = call i32 @__gpuc_thread_x()
  %bw = zext i32 %b to i64
  %dw = zext i32 %d to i64
  %tw = zext i32 %t to i64
  %s = mul i64 %bw, %dw
  %i = add i64 %s, %tw
  ret i64 %i
}

declare i32 @__gpuc_block_x()
declare i32 @__gpuc_block_dim_x()
declare i32 @__gpuc_thread_x()
declare void @__gpuc_requires(i1 zeroext, i32)
declare void @__gpuc_out_of_range(i64, i64) noreturn

!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"vecadd", !"vecadd", !"vecadd_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{!3, !4}
!2 = !{i32 1, i32 256, i32 1, i32 1, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"slice", !"in", i32 16, i32 8, i32 4, i1 false}
!4 = !{!"disjoint_slice", !"out", i32 16, i32 8, i32 4, i1 true}

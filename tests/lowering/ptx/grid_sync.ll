; The barrier of the grid in PTX: the workspace's address from the two registers, an addition that releases and
; acquires, and a loop that acquires.
; RUN: %gpuc-opt --ptx %s -o %t.ptx
; RUN: FileCheck %s < %t.ptx
; RUN: %if ptxas %{ %verify-ptx %t.ptx %}

; CHECK: bar.sync 0;
; CHECK: mov.b32 %{{.*}}, %envreg1;
; CHECK: shl.b64 %{{.*}}, %{{.*}}, 32;
; CHECK: mov.b32 %{{.*}}, %envreg2;
; CHECK: add.s64 %[[AT:.*]], %{{.*}}, 4;
; CHECK: atom.acq_rel.gpu.global.add.u32 %{{.*}}, [%[[AT]]], %{{.*}};
; CHECK: ld.acquire.gpu.global.b32 %{{.*}}, [%[[AT]]];
; CHECK: bar.sync 0;

target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define linkonce_odr void @run(ptr %args) {
  %out = load ptr, ptr %args
  %out.p = load ptr, ptr %out
  store volatile i32 1, ptr %out.p
  call void @__gpuc_grid_sync()
  store volatile i32 2, ptr %out.p
  ret void
}

declare void @__gpuc_grid_sync()

!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !3, !"a.cpp", i32 4}
!1 = !{!2}
!2 = !{!"atomic_slice", !"out", i32 16, i32 8, i32 4, i1 true}
!3 = !{i32 1, i32 64, i32 1, i32 1, i32 0, i32 0, i64 -1, i32 0, i64 -1, i32 16, i32 1}

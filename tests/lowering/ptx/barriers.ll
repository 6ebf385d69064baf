; Two barriers in the source are two in the PTX, with divergent code around them and a fault between them.
; RUN: %gpuc-opt --ptx %s -o %t.ptx
; RUN: FileCheck %s < %t.ptx
; RUN: %if ptxas %{ %verify-ptx %t.ptx %}

; CHECK: .func __gpuc_report(
; CHECK: fence.acq_rel.sys;
; CHECK-NEXT: st.release.sys.global.b32
; CHECK: exit;
; CHECK: .visible .entry k_1(
; CHECK-COUNT-2: bar.sync 0;
; CHECK-NOT: bar.sync

@tile = internal global [256 x i32] zeroinitializer, section "gpuc.shared", align 4

define linkonce_odr void @run(ptr %args) {
  %view = load ptr, ptr %args
  %p = load ptr, ptr %view
  %count = getelementptr i64, ptr %view, i64 1
  %n = load i64, ptr %count
  %t = call i32 @__gpuc_thread_x()
  %i = zext i32 %t to i64
  %c = icmp ult i64 %i, %n
  %slot = getelementptr i32, ptr @tile, i64 %i
  br i1 %c, label %first, label %meet
first:
  store i32 %t, ptr %slot
  br label %meet
meet:
  call void @sync()
  br i1 %c, label %second, label %again
second:
  %v = load i32, ptr @tile
  %bad = icmp eq i32 %v, 77
  br i1 %bad, label %fault, label %go
fault:
  call void @__gpuc_trap()
  unreachable
go:
  %w = add i32 %v, %t
  store i32 %w, ptr %slot
  br label %again
again:
  call void @sync()
  br i1 %c, label %third, label %done
third:
  %x = load i32, ptr %slot
  %to = getelementptr i32, ptr %p, i64 %i
  store i32 %x, ptr %to
  br label %done
done:
  ret void
}

define internal void @sync() {
  call void @__gpuc_block_sync()
  ret void
}

declare i32 @__gpuc_thread_x()
declare void @__gpuc_block_sync()
declare void @__gpuc_trap() noreturn

!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"a.cpp", i32 4}
!1 = !{!3}
!2 = !{i32 1, i32 256, i32 1, i32 1, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"disjoint_slice", !"out", i32 16, i32 8, i32 4, i1 true}

; A tile of 256 floats, of which a block of 128 threads takes 2 each in one access where rows and address allow it; the
; CPU executor runs over it in a loop, in place where the tile lies inside of its tensor.
; RUN: %gpuc-opt --lower-tiles=gpu %s | FileCheck %s --check-prefix=GPU
; RUN: %gpuc-opt --lower-tiles=cpu %s | FileCheck %s --check-prefix=CPU
; RUN: %gpuc-opt --ptx --prepared %s | FileCheck %s --check-prefix=PTX

; GPU-LABEL: define void @run
; GPU: call i32 @__gpuc_thread_x()
; GPU: call i32 @__gpuc_block_x()
; GPU: load <2 x float>, ptr {{.*}}, align 8
; GPU: load float, ptr
; GPU: fadd float
; GPU: fadd float
; GPU: store <2 x float>
; GPU-NOT: __gpuc_tile_

; CPU-LABEL: define void @run
; CPU: alloca [256 x float], align 64
; CPU: br i1 {{.*}}, label
; CPU: phi ptr
; CPU: fadd float
; CPU-NOT: __gpuc_tile_
; CPU: !"add_0", i1 true
; CPU: !{i32 1, i32 1, i32 1, i32 1

; PTX: .entry add_0
; PTX: .reqntid 128
; PTX: ld.global.nc.v2.b32
; PTX: add.rn.f32
; PTX: st.global.v2.b32

target triple = "x86_64-unknown-linux-gnu"

define void @run(ptr %args) {
  %1 = getelementptr ptr, ptr %args, i64 1
  %z = load ptr, ptr %args
  %x = load ptr, ptr %1
  %z.data = load ptr, ptr %z
  %x.data = load ptr, ptr %x
  %z.size = getelementptr i8, ptr %z, i64 8
  %n = load i64, ptr %z.size
  %i = call i32 @__gpuc_tile_index()
  %j = zext i32 %i to i64
  %o = mul i64 %j, 256
  %a = call ptr @__gpuc_tile_load(i64 524551, ptr %x.data, i64 %o, i64 0, i64 0, i64 %n, i64 1, i64 1, i32 0)
  %b = call ptr @__gpuc_tile_binary(i64 524551, i32 0, ptr %a, ptr %a)
  call void @__gpuc_tile_store(i64 524551, ptr %z.data, i64 %o, i64 0, i64 0, i64 %n, i64 1, i64 1, ptr %b)
  ret void
}

declare i32 @__gpuc_tile_index()
declare ptr @__gpuc_tile_load(i64, ptr, i64, i64, i64, i64, i64, i64, i32) memory(none)
declare ptr @__gpuc_tile_binary(i64, i32, ptr, ptr) memory(none)
declare void @__gpuc_tile_store(i64, ptr, i64, i64, i64, i64, i64, i64, ptr)

!gpuc.kernels = !{!0}
!0 = !{ptr @run, !"add", !"kernels::add", !"add_0", i1 true, !1, !4, !"src/main.cpp", i32 10, i1 false, i1 true}
!1 = !{!2, !3}
!2 = !{!"disjoint_slice", !"z", i32 16, i32 8, i32 4, i1 true}
!3 = !{!"slice", !"x", i32 16, i32 8, i32 4, i1 false}
!4 = !{i32 1, i32 128, i32 1, i32 1, i32 0, i32 0, i64 -1, i32 0}

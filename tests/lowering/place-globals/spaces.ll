; Shared variables have no value before the kernel writes one; constants lie in global memory, those that point to
; others too.
; RUN: %gpuc-opt --passes=place-globals %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @tile = internal addrspace(3) global [256 x float] poison, align 32
; CHECK-DAG: @table = internal addrspace(1) constant [2 x i32] [i32 4, i32 5]
; CHECK-DAG: @names = internal addrspace(1) constant [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @table to ptr)]
; CHECK-NOT: section

@tile = internal global [256 x float] zeroinitializer, section "gpuc.shared", align 32
@table = private constant [2 x i32] [i32 4, i32 5]
@names = linkonce_odr constant [1 x ptr] [ptr @table]

define void @f(i64 %i, ptr %p) {
  ; CHECK: getelementptr float, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 %i
  %a = getelementptr float, ptr @tile, i64 %i
  store float 1.0, ptr %a
  ; CHECK: load ptr, ptr addrspacecast (ptr addrspace(1) @names to ptr)
  %b = load ptr, ptr @names
  store ptr %b, ptr %p
  ret void
}

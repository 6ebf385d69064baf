; A call through a pointer is fine where every function that it can be is known: chosen, or read from a constant.
; RUN: not %gpuc-opt --passes=verify-lowered -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: m.cpp:3:1: error[GPUC0318]: device code calls through a pointer or a virtual function that gpuc cannot follow
; CHECK: m.cpp:4:1: error[GPUC0301]: device code calls `gone()`, which exists on the host only
; CHECK: m.cpp:5:1: error[GPUC0302]: device code uses the variable `table2` of the host
; CHECK-NOT: error

target triple = "nvptx64-nvidia-cuda"

@table = internal addrspace(1) constant [2 x ptr] [ptr @f, ptr @g]
@table2 = external addrspace(1) global i32

define ptx_kernel void @k(i64 %i, i1 %c, ptr %unknown) !dbg !20 {
  %a = select i1 %c, ptr @f, ptr @g
  call void %a(), !dbg !101
  %slot = getelementptr ptr, ptr addrspace(1) @table, i64 %i
  %b = load ptr, ptr addrspace(1) %slot
  call void %b(), !dbg !102
  call void %unknown(), !dbg !103
  call void @_Z4gonev(), !dbg !104
  %d = load i32, ptr addrspace(1) @table2, !dbg !105
  ret void
}

define internal void @f() {
  ret void
}

define internal void @g() {
  ret void
}

declare void @_Z4gonev()

!gpuc.kernels = !{!0}
!gpuc.directory = !{!3}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!5}
!0 = !{ptr @k, !"k", !"k", !"k_1", i1 true, !1, !2, !"m.cpp", i32 4}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"/project"}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !11, emissionKind: NoDebug)
!11 = !DIFile(filename: "m.cpp", directory: "/project")
!13 = !DISubroutineType(types: !1)
!20 = distinct !DISubprogram(name: "k", file: !11, line: 1, type: !13, unit: !10)
!101 = !DILocation(line: 1, column: 1, scope: !20)
!102 = !DILocation(line: 2, column: 1, scope: !20)
!103 = !DILocation(line: 3, column: 1, scope: !20)
!104 = !DILocation(line: 4, column: 1, scope: !20)
!105 = !DILocation(line: 5, column: 1, scope: !20)

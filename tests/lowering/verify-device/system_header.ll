; Code of a system header is reported at every line of the user's that reaches it, and never inside the header.
; RUN: not %gpuc-opt --passes=verify-device -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: main.cpp:5:3: error[GPUC0304]: device code allocates memory, and the device has no heap
; CHECK-NEXT: main.cpp:4: note: in kernel `k`
; CHECK-NEXT: help:
; CHECK-NEXT: main.cpp:6:3: error[GPUC0304]: device code allocates memory, and the device has no heap
; CHECK-NOT: {{error|vector}}

define void @run(ptr %args) !dbg !20 {
  call void @vector(), !dbg !30
  call void @vector(), !dbg !31
  ret void
}

define void @vector() !dbg !21 {
  %p = call ptr @_Znwm(i64 16), !dbg !32
  call void @_ZdlPv(ptr %p), !dbg !32
  ret void
}

declare ptr @_Znwm(i64)
declare void @_ZdlPv(ptr)

!gpuc.kernels = !{!0}
!gpuc.directory = !{!3}
!gpuc.system = !{!4}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!5}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"main.cpp", i32 4}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"/project"}
!4 = !{!"/usr/include"}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !11, emissionKind: NoDebug)
!11 = !DIFile(filename: "main.cpp", directory: "/project")
!12 = !DIFile(filename: "/usr/include/c++/12/vector", directory: "")
!13 = !DISubroutineType(types: !1)
!20 = distinct !DISubprogram(name: "k", file: !11, line: 4, type: !13, unit: !10)
!21 = distinct !DISubprogram(name: "vector", file: !12, line: 1, type: !13, unit: !10)
!30 = !DILocation(line: 5, column: 3, scope: !20)
!31 = !DILocation(line: 6, column: 3, scope: !20)
!32 = !DILocation(line: 99, column: 3, scope: !21)

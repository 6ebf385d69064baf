; A function of the host is reported at the user's line, with the way there from the kernel; a throw expression and
; what follows it are no device code; a borrowed library function is not followed.
; RUN: not %gpuc-opt --passes=verify-device -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: src/main.cpp:11:3: error[GPUC0301]: device code calls `log(int)`, which exists on the host only
; CHECK-NEXT: src/main.cpp:20:5: note: called from `helper(int)` here
; CHECK-NEXT: src/main.cpp:31:7: note: called from kernel `kernels::k` here
; CHECK-NEXT: help: call it on the host and pass the kernel its result
; CHECK-NOT: error

define void @run(ptr %args) !dbg !20 {
  call void @k(), !dbg !30
  ret void
}

define void @k() !dbg !21 {
  call void @_Z6helperi(i32 1), !dbg !31
  ret void
}

define void @_Z6helperi(i32 %x) !dbg !22 {
  call void @_Z5innerv(), !dbg !32
  ret void
}

define void @_Z5innerv() !dbg !23 {
  call void @_Z3logi(i32 1), !dbg !33
  %e = call ptr @__cxa_allocate_exception(i64 16), !dbg !34
  call void @_ZNSt13runtime_errorC1EPKc(ptr %e, ptr null), !dbg !34
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null), !dbg !34
  unreachable
}

@_ZTIi = external constant ptr
declare void @_Z3logi(i32)
declare ptr @__cxa_allocate_exception(i64)
declare void @_ZNSt13runtime_errorC1EPKc(ptr, ptr)
declare void @__cxa_throw(ptr, ptr, ptr)

!gpuc.kernels = !{!0}
!gpuc.directory = !{!3}
!gpuc.system = !{!4}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!5}
!0 = !{ptr @run, !"k", !"kernels::k", !"k_1", i1 true, !1, !2, !"src/main.cpp", i32 30}
!1 = !{}
!2 = !{i32 1, i32 256, i32 1, i32 1, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"/project"}
!4 = !{!"/usr/include", !"/project/gpuc"}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !11, emissionKind: NoDebug)
!11 = !DIFile(filename: "src/main.cpp", directory: "/project")
!12 = !DIFile(filename: "/project/gpuc/abi/entry.hpp", directory: "")
!13 = !DISubroutineType(types: !1)
!20 = distinct !DISubprogram(name: "run", file: !12, line: 1, type: !13, unit: !10)
!21 = distinct !DISubprogram(name: "k", file: !11, line: 30, type: !13, unit: !10)
!22 = distinct !DISubprogram(name: "helper", file: !11, line: 19, type: !13, unit: !10)
!23 = distinct !DISubprogram(name: "inner", file: !11, line: 10, type: !13, unit: !10)
!30 = !DILocation(line: 1, column: 1, scope: !20)
!31 = !DILocation(line: 31, column: 7, scope: !21)
!32 = !DILocation(line: 20, column: 5, scope: !22)
!33 = !DILocation(line: 11, column: 3, scope: !23)
!34 = !DILocation(line: 12, column: 3, scope: !23)

; One line for each construct that the device cannot have, and its code.
; RUN: not %gpuc-opt --passes=verify-device -o /dev/null %s 2>&1 | FileCheck %s

; CHECK-DAG: m.cpp:1:1: error[GPUC0302]: device code uses the variable `counter` of the host
; CHECK-DAG: m.cpp:2:1: error[GPUC0302]: device code uses the variable `elsewhere` of the host
; CHECK-DAG: m.cpp:3:1: error[GPUC0303]: device code computes with long double
; CHECK-DAG: m.cpp:4:1: error[GPUC0306]: device code calls the variadic function `sum`
; CHECK-DAG: m.cpp:5:1: error[GPUC0307]: device code reads `dynamic`, which is computed when the program starts
; CHECK-DAG: m.cpp:6:1: error[GPUC0307]: device code uses the static variable `f()::x`
; CHECK-DAG: m.cpp:7:1: error[GPUC0308]: device code uses the thread_local variable `mine`
; CHECK-DAG: m.cpp:8:1: error[GPUC0309]: device code has x86 inline assembly
; CHECK-DAG: m.cpp:9:1: error[GPUC0310]: device code uses dynamic_cast or typeid
; CHECK-DAG: m.cpp:10:1: error[GPUC0313]: the shared variable `tile` has an initialiser
; CHECK-DAG: m.cpp:11:1: error[GPUC0314]: the device has no atomic operation on an object of 16 bytes
; CHECK-DAG: m.cpp:12:1: error[GPUC0315]: the device does not convert between __int128 and floating point
; CHECK-DAG: m.cpp:13:1: error[GPUC0315]: device code uses the x86 instruction `llvm.x86.sse2.pause`
; CHECK-DAG: m.cpp:14:1: error[GPUC0317]: device code calls `scale(float)`, which is declared at include/scale.hpp:3
; CHECK-DAG: m.cpp:15:1: error[GPUC0302]: device code uses the variable `counter` of the host
; CHECK-DAG: m.cpp:16:1: error[GPUC0301]: device code calls the variadic function `fprintf`
; CHECK-DAG: m.cpp:17:1: error[GPUC0301]: device code takes the address of `_Exit`
; CHECK-DAG: m.cpp:40:5: error[GPUC0305]: device code has a try block
; What the device can have: constants, shared variables, mathematics, memory functions, barriers for the compiler.
; CHECK-NOT: {{m.cpp:2[2-9].*error}}

@counter = global i32 0
@elsewhere = external constant [4 x i32]
@dynamic = internal global double 0.0
@_ZGVZ1fvE1x = internal global i64 0
@mine = thread_local global i32 0
@tile = internal global i32 5, section "gpuc.shared"
@good = internal global [4 x i32] zeroinitializer, section "gpuc.shared"
@table = internal constant [2 x i32] [i32 1, i32 2]
@pointers = internal constant [1 x ptr] [ptr @counter]

define void @run(ptr %p) !dbg !20 {
  %a = load i32, ptr @counter, !dbg !101
  %b = load i32, ptr @elsewhere, !dbg !102
  %c = load x86_fp80, ptr %p, !dbg !103
  %d = call i32 (i32, ...) @sum(i32 1, i32 2), !dbg !104
  %e = load double, ptr @dynamic, !dbg !105
  %f = load atomic i8, ptr @_ZGVZ1fvE1x acquire, align 8, !dbg !106
  %g = call ptr @llvm.threadlocal.address.p0(ptr @mine), !dbg !107
  call void asm sideeffect "pause", ""(), !dbg !108
  %h = call ptr @__dynamic_cast(ptr %p, ptr null, ptr null, i64 0), !dbg !109
  %i = load i32, ptr @tile, !dbg !110
  %j = atomicrmw add ptr %p, i128 1 seq_cst, !dbg !111
  %k = sitofp i128 %j to double, !dbg !112
  call void @llvm.x86.sse2.pause(), !dbg !113
  %l = call float @_Z5scalef(float 1.0), !dbg !114
  %m = load ptr, ptr @pointers, !dbg !115
  %n = call i32 (ptr, ptr, ...) @fprintf(ptr %p, ptr %p), !dbg !116
  store ptr @_Exit, ptr %p, !dbg !117
  call void @tried(), !dbg !121

  store i32 1, ptr @good, !dbg !122
  %o = load i32, ptr @table, !dbg !123
  %q = call float @sinf(float 1.0), !dbg !124
  %r = call i32 @memcmp(ptr %p, ptr %p, i64 4), !dbg !125
  call void asm sideeffect "", "~{memory}"(), !dbg !126
  %s = call i32 @__gpuc_thread_x(), !dbg !127
  ret void
}

define void @tried() !gpuc.try !6 !dbg !21 {
  ret void
}

declare i32 @sum(i32, ...)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare ptr @__dynamic_cast(ptr, ptr, ptr, i64)
declare void @llvm.x86.sse2.pause()
declare !gpuc.declared !7 float @_Z5scalef(float)
declare i32 @fprintf(ptr, ptr, ...)
declare void @_Exit(i32)
declare float @sinf(float)
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @__gpuc_thread_x()

!gpuc.kernels = !{!0}
!gpuc.directory = !{!3}
!gpuc.dynamic = !{!8}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!5}
!0 = !{ptr @run, !"k", !"k", !"k_1", i1 true, !1, !2, !"m.cpp", i32 4}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"/project"}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{!"m.cpp", i32 40, i32 5}
!7 = !{!"include/scale.hpp", i32 3}
!8 = !{ptr @dynamic, !"m.cpp", i32 2}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !11, emissionKind: NoDebug)
!11 = !DIFile(filename: "m.cpp", directory: "/project")
!13 = !DISubroutineType(types: !1)
!20 = distinct !DISubprogram(name: "k", file: !11, line: 1, type: !13, unit: !10)
!21 = distinct !DISubprogram(name: "tried", file: !11, line: 39, type: !13, unit: !10)
!101 = !DILocation(line: 1, column: 1, scope: !20)
!102 = !DILocation(line: 2, column: 1, scope: !20)
!103 = !DILocation(line: 3, column: 1, scope: !20)
!104 = !DILocation(line: 4, column: 1, scope: !20)
!105 = !DILocation(line: 5, column: 1, scope: !20)
!106 = !DILocation(line: 6, column: 1, scope: !20)
!107 = !DILocation(line: 7, column: 1, scope: !20)
!108 = !DILocation(line: 8, column: 1, scope: !20)
!109 = !DILocation(line: 9, column: 1, scope: !20)
!110 = !DILocation(line: 10, column: 1, scope: !20)
!111 = !DILocation(line: 11, column: 1, scope: !20)
!112 = !DILocation(line: 12, column: 1, scope: !20)
!113 = !DILocation(line: 13, column: 1, scope: !20)
!114 = !DILocation(line: 14, column: 1, scope: !20)
!115 = !DILocation(line: 15, column: 1, scope: !20)
!116 = !DILocation(line: 16, column: 1, scope: !20)
!117 = !DILocation(line: 17, column: 1, scope: !20)
!121 = !DILocation(line: 21, column: 1, scope: !20)
!122 = !DILocation(line: 22, column: 1, scope: !20)
!123 = !DILocation(line: 23, column: 1, scope: !20)
!124 = !DILocation(line: 24, column: 1, scope: !20)
!125 = !DILocation(line: 25, column: 1, scope: !20)
!126 = !DILocation(line: 26, column: 1, scope: !20)
!127 = !DILocation(line: 27, column: 1, scope: !20)

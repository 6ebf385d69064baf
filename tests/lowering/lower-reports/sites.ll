; Every fault has a site: what, in which kernel, and the innermost line of the user's. Code that two kernels share has
; no kernel; equal sites are one.
; RUN: %gpuc-opt --passes=lower-reports %s | FileCheck %s

; CHECK: define void @run0(ptr %args)
; CHECK: call void @__gpuc_report(i32 0, i64 %i, i64 %n)
; CHECK-NEXT: unreachable
; CHECK: call void @__gpuc_report(i32 0, i64 7, i64 8)
; CHECK: define void @run1(ptr %args)
; CHECK: call void @__gpuc_report(i32 1, i64 0, i64 0)
; CHECK: define internal void @shared()
; CHECK: call void @__gpuc_report(i32 2, i64 0, i64 0)
; CHECK: declare void @__gpuc_report(i32, i64, i64) #[[REPORT:[0-9]+]]
; CHECK: attributes #[[REPORT]] = { cold noinline noreturn nounwind }
; CHECK: !gpuc.sites = !{![[A:[0-9]+]], ![[B:[0-9]+]], ![[C:[0-9]+]]}
; CHECK-DAG: ![[A]] = !{i32 1, i32 0, !"src/a.cpp", i32 7, i32 9, !""}
; CHECK-DAG: ![[B]] = !{i32 5, i32 1, !"src/a.cpp", i32 8, i32 2, !"x > 0"}
; CHECK-DAG: ![[C]] = !{i32 4, i32 -1, !"src/a.cpp", i32 9, i32 3, !""}

@condition = private constant [6 x i8] c"x > 0\00"

define void @run0(ptr %args) !dbg !20 {
  %i = load i64, ptr %args
  %n = load i64, ptr %args
  %c = icmp ult i64 %i, %n
  br i1 %c, label %fine, label %bad
bad:
  call void @__gpuc_out_of_range(i64 %i, i64 %n), !dbg !31
  unreachable
fine:
  call void @shared(), !dbg !34
  br i1 %c, label %end, label %again
again:
  call void @__gpuc_out_of_range(i64 7, i64 8), !dbg !31
  unreachable
end:
  ret void
}

define void @run1(ptr %args) !dbg !22 {
  %c = load i1, ptr %args
  br i1 %c, label %fine, label %bad
bad:
  call void @__gpuc_fault(i32 5, ptr @condition), !dbg !32
  unreachable
fine:
  call void @shared(), !dbg !35
  ret void
}

define internal void @shared() !dbg !23 {
  call void @__gpuc_trap(), !dbg !33
  unreachable
}

declare void @__gpuc_out_of_range(i64, i64)
declare void @__gpuc_fault(i32, ptr)
declare void @__gpuc_trap()

!gpuc.kernels = !{!0, !6}
!gpuc.directory = !{!3}
!gpuc.system = !{!4}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!5}
!0 = !{ptr @run0, !"k", !"k", !"k_1", i1 true, !1, !2, !"src/a.cpp", i32 4}
!1 = !{}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64 -1, i32 0}
!3 = !{!"/project"}
!4 = !{!"/opt/gpuc"}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{ptr @run1, !"l", !"l", !"l_1", i1 true, !1, !2, !"src/a.cpp", i32 5}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !11, emissionKind: NoDebug)
!11 = !DIFile(filename: "src/a.cpp", directory: "/project")
!12 = !DIFile(filename: "/opt/gpuc/slice.hpp", directory: "")
!13 = !DISubroutineType(types: !1)
!20 = distinct !DISubprogram(name: "k", file: !11, line: 4, type: !13, unit: !10)
!21 = distinct !DISubprogram(name: "operator[]", file: !12, line: 22, type: !13, unit: !10)
!22 = distinct !DISubprogram(name: "l", file: !11, line: 5, type: !13, unit: !10)
!23 = distinct !DISubprogram(name: "s", file: !11, line: 9, type: !13, unit: !10)
!30 = !DILocation(line: 7, column: 9, scope: !20)
!31 = !DILocation(line: 23, column: 5, scope: !21, inlinedAt: !30)
!32 = !DILocation(line: 8, column: 2, scope: !22)
!33 = !DILocation(line: 9, column: 3, scope: !23)
!34 = !DILocation(line: 6, column: 1, scope: !20)
!35 = !DILocation(line: 7, column: 1, scope: !22)

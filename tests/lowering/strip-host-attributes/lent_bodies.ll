; A body that a header of the C library lends for putchar goes: the device has a putchar of its own, and no stdout.
; RUN: %gpuc-opt --passes=strip-host-attributes %s | FileCheck %s

; CHECK-NOT: call
; CHECK: declare {{.*}}i32 @putchar(i32)
; CHECK-NOT: call

@stdout = external global ptr

define i32 @putchar(i32 %c) !dbg !5 {
  %f = load ptr, ptr @stdout
  %r = call i32 @putc(i32 %c, ptr %f)
  ret i32 %r
}

declare i32 @putc(i32, ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!gpuc.directory = !{!3}
!gpuc.system = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "/usr/include/bits/stdio.h", directory: "/p")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{!"/p"}
!4 = !{!"/usr/include"}
!5 = distinct !DISubprogram(name: "putchar", file: !1, line: 1, type: !6, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{}

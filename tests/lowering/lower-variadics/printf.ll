; Arguments lie in memory as they were promoted; puts and putchar are formats.
; RUN: %gpuc-opt --passes=lower-variadics %s | FileCheck %s

@format = private constant [6 x i8] c"%d %f\00"

; CHECK-DAG: c"%s\0A\00"
; CHECK-DAG: c"%c\00"
; CHECK-NOT: @{{printf|puts|putchar|__printf_chk}}(

; CHECK-LABEL: define i32 @f(
; CHECK: %[[B:.*]] = alloca { ptr, i32, double }
; CHECK: %[[A:.*]] = alloca { i32, double, ptr }
define i32 @f(i32 %i, double %d, ptr %s) {
  ; CHECK: %[[P:.*]] = getelementptr inbounds nuw { i32, double, ptr }, ptr %[[A]], i32 0, i32 1
  ; CHECK: store double %d, ptr %[[P]]
  ; CHECK: %[[N:.*]] = call i32 @vprintf(ptr @format, ptr %[[A]])
  %n = call i32 (ptr, ...) @printf(ptr @format, i32 %i, double %d, ptr %s)
  ; CHECK: call i32 @vprintf(ptr @format, ptr %[[B]])
  %a = call i32 (i32, ptr, ...) @__printf_chk(i32 1, ptr @format, ptr %s, i32 %i, double %d)
  ; CHECK: call i32 @vprintf(ptr @format, ptr null)
  %e = call i32 (ptr, ...) @printf(ptr @format)
  ; CHECK: call i32 @vprintf(
  %b = call i32 @puts(ptr %s)
  ; CHECK: call i32 @vprintf(
  %c = call i32 @putchar(i32 %i)
  ; CHECK: ret i32 %[[N]]
  ret i32 %n
}

declare i32 @printf(ptr, ...)
declare i32 @__printf_chk(i32, ptr, ...)
declare i32 @puts(ptr)
declare i32 @putchar(i32)

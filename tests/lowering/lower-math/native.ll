; What NVPTX has instructions for needs no library, whoever spelled it.
; RUN: %gpuc-opt --passes=lower-math %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare float @sqrtf(float)
declare double @fma(double, double, double)
declare double @fmin(double, double)
declare i64 @lrintf(float)
declare i64 @llround(double)
declare ptr @memcpy(ptr, ptr, i64)
declare ptr @memset(ptr, i32, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare <2 x float> @__mulsc3(float, float, float, float)
declare i64 @llvm.llrint.i64.f64(double)

; CHECK-LABEL: define i64 @f(
define i64 @f(float %x, double %y, ptr %p, ptr %q, i64 %n) {
  ; CHECK: call reassoc float @llvm.sqrt.f32(float %x)
  %a = call reassoc float @sqrtf(float %x)
  store volatile float %a, ptr %p
  ; CHECK: call double @llvm.fma.f64(double %y, double %y, double %y)
  %b = call double @fma(double %y, double %y, double %y)
  store volatile double %b, ptr %p
  ; CHECK: call double @llvm.minnum.f64(double %y, double %y)
  %c = call double @fmin(double %y, double %y)
  store volatile double %c, ptr %p
  ; CHECK: %[[R:.*]] = call float @llvm.rint.f32(float %x)
  ; CHECK: call i64 @llvm.fptosi.sat.i64.f32(float %[[R]])
  %d = call i64 @lrintf(float %x)
  store volatile i64 %d, ptr %p
  ; CHECK: %[[S:.*]] = call double @llvm.round.f64(double %y)
  ; CHECK: call i64 @llvm.fptosi.sat.i64.f64(double %[[S]])
  %e = call i64 @llround(double %y)
  store volatile i64 %e, ptr %p
  ; CHECK: call double @llvm.rint.f64(double %y)
  %f = call i64 @llvm.llrint.i64.f64(double %y)
  store volatile i64 %f, ptr %p
  ; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  %g = call ptr @memcpy(ptr %p, ptr %q, i64 %n)
  ; CHECK: call void @llvm.memset.p0.i64(ptr %p, i8 {{.*}}, i64 %n, i1 false)
  %h = call ptr @memset(ptr %p, i32 1, i64 %n)
  ; CHECK: call i32 @memcmp(ptr %p, ptr %q, i64 %n)
  %i = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
  ; CHECK: call <2 x float> @__mulsc3(
  %j = call <2 x float> @__mulsc3(float %x, float %x, float %x, float %x)
  store volatile <2 x float> %j, ptr %p
  %k = sext i32 %i to i64
  ret i64 %k
}

; From gpuc's device runtime:
; CHECK: define internal i32 @memcmp(
; CHECK: define internal <2 x float> @__mulsc3(

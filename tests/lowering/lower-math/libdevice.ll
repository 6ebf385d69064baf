; The rest is libdevice's, without errno: calls, LLVM's own intrinsics, frem, vectors and half precision.
; RUN: %gpuc-opt --passes=lower-math --libdevice=%libdevice %s | FileCheck %s
; REQUIRES: libdevice

target triple = "nvptx64-nvidia-cuda"

declare double @pow(double, double)
declare float @sinf(float)
declare void @sincosf(float, ptr, ptr)
declare <2 x float> @llvm.exp.v2f32(<2 x float>)
declare half @llvm.cos.f16(half)
declare float @llvm.powi.f32.i32(float, i32)
declare { float, float } @llvm.sincos.f32(float)
declare { float, float } @llvm.modf.f32(float)

; CHECK-LABEL: define void @f(
define void @f(float %x, double %y, ptr %p, <2 x float> %v, half %h, i32 %i) {
  ; CHECK: call double @__nv_pow(double %y, double %y) #[[PURE:[0-9]+]]
  %a = call double @pow(double %y, double %y)
  store volatile double %a, ptr %p
  ; CHECK: call float @__nv_sinf(float %x) #[[PURE]]
  %b = call float @sinf(float %x)
  store volatile float %b, ptr %p
  ; CHECK: call void @__nv_sincosf(float %x, ptr %p, ptr %p) #[[WRITES:[0-9]+]]
  call void @sincosf(float %x, ptr %p, ptr %p)
  ; CHECK: call float @__nv_fmodf(float %x, float %x)
  %c = frem float %x, %x
  store volatile float %c, ptr %p
  ; CHECK: %[[E:.*]] = extractelement <2 x float> %v, i64 0
  ; CHECK: call float @__nv_expf(float %[[E]])
  ; CHECK: call float @__nv_expf(
  %d = call <2 x float> @llvm.exp.v2f32(<2 x float> %v)
  store volatile <2 x float> %d, ptr %p
  ; CHECK: fpext half %h to float
  ; CHECK: call float @__nv_cosf(
  ; CHECK: fptrunc float {{.*}} to half
  %e = call half @llvm.cos.f16(half %h)
  store volatile half %e, ptr %p
  ; CHECK: call float @__nv_powif(float %x, i32 %i)
  %f = call float @llvm.powi.f32.i32(float %x, i32 %i)
  store volatile float %f, ptr %p
  ; CHECK: call void @__nv_sincosf(
  %g = call { float, float } @llvm.sincos.f32(float %x)
  store volatile { float, float } %g, ptr %p
  ; CHECK: call float @__nv_modff(
  %j = call { float, float } @llvm.modf.f32(float %x)
  store volatile { float, float } %j, ptr %p
  ret void
}

; CHECK: define internal double @__nv_pow(
; CHECK-NOT: __nvvm_reflect
; CHECK: attributes #[[PURE]] = { nounwind willreturn memory(none) }
; CHECK: attributes #[[WRITES]] = { nounwind willreturn memory(argmem: readwrite) }

; A throw is a fault where its expression starts; cleanups and the unwinder are gone, also where nothing throws.
; RUN: %gpuc-opt --passes=lower-exceptions %s | FileCheck %s

; CHECK-DAG: c"std::range_error: too big\00"
; CHECK-DAG: c"std::out_of_range: vector::_M_range_check\00"
; CHECK-DAG: c"i < n\00"
; CHECK-NOT: {{__cxa_|_Unwind|personality|landingpad|invoke|resume|_ZNSt11range_error}}

; CHECK: define void @thrower(i32 %x) #{{[0-9]+}} {
; CHECK: call void @__gpuc_fault(i32 6, ptr @{{.*}})
; CHECK-NEXT: unreachable
; CHECK: define void @caller(i32 %x)
; CHECK: call void @thrower(i32 %x)
; CHECK-NEXT: br label %ok
; CHECK: define void @library(ptr %p)
; CHECK-NEXT: call void @__gpuc_fault(i32 6, ptr @{{.*}})
; CHECK: define void @asserts()
; CHECK-NEXT: call void @__gpuc_fault(i32 5, ptr @{{.*}})
; CHECK: define void @traps()
; CHECK-NEXT: call void @__gpuc_fault(i32 4, ptr @{{.*}})
; CHECK: define void @deletes(ptr %p)
; CHECK-NEXT: call void @__gpuc_fault(i32 4, ptr @{{.*}})

@text = private constant [8 x i8] c"too big\00"
@check = private constant [23 x i8] c"vector::_M_range_check\00"
@condition = private constant [6 x i8] c"i < n\00"
@_ZTISt11range_error = external constant ptr

define void @thrower(i32 %x) personality ptr @__gxx_personality_v0 {
  %c = icmp sgt i32 %x, 3
  br i1 %c, label %throw, label %done
throw:
  %e = call ptr @__cxa_allocate_exception(i64 16)
  invoke void @_ZNSt11range_errorC1EPKc(ptr %e, ptr @text) to label %go unwind label %pad
go:
  call void @__cxa_throw(ptr %e, ptr @_ZTISt11range_error, ptr null)
  unreachable
pad:
  %l = landingpad { ptr, i32 } cleanup
  call void @__cxa_free_exception(ptr %e)
  resume { ptr, i32 } %l
done:
  ret void
}

define void @caller(i32 %x) personality ptr @__gxx_personality_v0 {
  invoke void @thrower(i32 %x) to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %p = extractvalue { ptr, i32 } %l, 0
  call void @__clang_call_terminate(ptr %p)
  unreachable
}

define void @library(ptr %p) {
  call void @_ZSt20__throw_out_of_rangePKc(ptr @check)
  unreachable
}

define void @asserts() {
  call void @__assert_fail(ptr @condition, ptr null, i32 1, ptr null)
  unreachable
}

define void @traps() {
  call void @llvm.trap()
  unreachable
}

define void @deletes(ptr %p) {
  call void @_ZdlPvm(ptr %p, i64 8)
  ret void
}

define linkonce_odr void @__clang_call_terminate(ptr %p) {
  %b = call ptr @__cxa_begin_catch(ptr %p)
  call void @_ZSt9terminatev()
  unreachable
}

declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_free_exception(ptr)
declare void @_ZNSt11range_errorC1EPKc(ptr, ptr)
declare void @__cxa_throw(ptr, ptr, ptr)
declare void @_ZSt20__throw_out_of_rangePKc(ptr)
declare void @_ZSt9terminatev()
declare void @__assert_fail(ptr, ptr, i32, ptr)
declare void @_ZdlPvm(ptr, i64)

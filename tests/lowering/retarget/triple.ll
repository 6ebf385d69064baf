; The module becomes the GPU's; the host's module flags go.
; RUN: %gpuc-opt --passes=retarget --arch=sm_90a %s | FileCheck %s
; RUN: not %gpuc-opt --passes=retarget --arch=sm_75 %s -o /dev/null 2>&1 | FileCheck --check-prefix=UNKNOWN %s

; CHECK: target datalayout = "e-p{{.*}}i128:128{{.*}}"
; CHECK: target triple = "nvptx64-nvidia-cuda"
; CHECK-NOT: PIC Level
; UNKNOWN: error[GPUC0015]: `sm_75` is not a GPU architecture that gpuc can build for
; UNKNOWN: help: known are sm_80, {{.*}}sm_90a

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"PIC Level", i32 2}

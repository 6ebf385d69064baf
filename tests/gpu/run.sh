#!/usr/bin/env bash
# On a machine with a GPU: runs what prepare.py built, one line per check, and ends with 1 if any failed.
#
#   run.sh [--build DIR] [--log DIR] [PART...]
#
# Parts, all unless some are named: machine programs runtime sanitize bench
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build-gpu
log=
while [[ ${1:-} == --* ]]; do
  case $1 in
    --build) build=$2 ;;
    --log) log=$2 ;;
    *) echo "run.sh: $1 is no option" >&2; exit 2 ;;
  esac
  shift 2
done
parts=("$@")
[[ ${#parts[@]} -gt 0 ]] || parts=(machine programs runtime sanitize bench)
log=${log:-$build/log}
mkdir -p "$log" || exit 2
passed=0
failed=0
export GPUC_DEVICE=cuda

limited() { timeout --kill-after=5 "${seconds:-120}" "$@"; }

# check NAME COMMAND...: passes where the command succeeds; else its last lines are shown.
check() {
  local name=$1 file=$log/${1//[^A-Za-z0-9._-]/_}.txt started=${EPOCHREALTIME/[.,]/} status=0
  shift
  "$@" >"$file" 2>&1 </dev/null || status=$?
  local took=$(((${EPOCHREALTIME/[.,]/} - started) / 1000))
  if [[ $status == 0 ]]; then
    passed=$((passed + 1))
    echo "ok      $name ($took ms)"
  else
    failed=$((failed + 1))
    echo "FAILED  $name ($took ms, status $status)"
    tail -n 15 "$file" | sed 's/^/        /'
  fi
}

# The program succeeds, says on its last line what it has to, and nothing on stderr.
program_says() {
  local program=$1 expected=${1%.*}.expected said errors status=0
  errors=$(mktemp)
  said=$(limited "$program" 2>"$errors") || status=$?
  echo "$said" | grep -v '^ok ' || true
  cat "$errors"
  [[ $status == 0 && ! -s $errors ]] || return 1
  rm -f "$errors"
  if [[ -f $expected ]]; then
    [[ $said == "$(cat "$expected")" ]]
  else
    [[ $(tail -n 1 <<<"$said") == PASSED:* ]]
  fi
}

machine() {
  nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv,noheader
  check "doctor" limited env GPUC_PREFIX="$build/stage" python3 "$root/tests/gpu/doctor.py" "$build/stage/bin/gpuc"
}

programs() {
  local program
  for program in "$build"/programs/*.{dev,release,ptx,foreign}; do
    check "${program##*/}" program_says "$program"
  done
  for program in "$build"/programs/*.tests; do
    check "${program##*/}" limited "$program"
  done
}

runtime() {
  check "runtime_gpu_test" limited "$build/runtime_gpu_test"
}

# sanitized TOOL PROGRAM ARGUMENT...: one line, which ends with what the tool counted.
sanitized() {
  local tool=$1 program=$2 name=$1_${2##*/} status=0 options=()
  shift 2
  # They make the driver refuse something on purpose.
  case ${program##*/} in errors.* | streams_and_memory.*) options=(--report-api-errors no) ;; esac
  seconds=180 limited compute-sanitizer --tool "$tool" --error-exitcode 99 "${options[@]}" "$program" "$@" \
    >"$log/$name.txt" 2>&1 </dev/null || status=$?
  local summary
  summary=$(grep -o '[A-Z]* SUMMARY: .*' "$log/$name.txt" | tail -n 1)
  local wanted=0
  [[ $program == */planted ]] && wanted=99
  if [[ $status == "$wanted" && -n $summary ]]; then
    echo "ok      $tool ${program##*/}: $summary"
  else
    echo "FAILED  $tool ${program##*/} (status $status): $summary"
    tail -n 15 "$log/$name.txt" | sed 's/^/        /'
    return 1
  fi
}

# All tools on all programs of the SIMT route, several at a time, and on one that has a fault for each tool to find.
sanitize() {
  local program tool running=0
  done_one() { wait -n && passed=$((passed + 1)) || failed=$((failed + 1)); }
  for tool in memcheck racecheck synccheck initcheck; do
    for program in "$build"/planted "$build"/programs/{*.release,*.tests,errors.dev,out_of_range.dev}; do
      case ${program##*/} in
        # The other route, one with a fault that is meant, hundreds of kernels that access memory alike, and one that takes minutes when watched.
        *tile_* | blocking.* | equal_float.* | equal_integer.* | equal_math.* | large.*) continue ;;
        # Four thousand million threads, and no shared memory.
        streams_and_memory.*)
          [[ $tool == memcheck ]] || continue
          sanitized "$tool" "$program" &
          ;;
        planted) sanitized "$tool" "$program" "$tool" & ;;
        *) sanitized "$tool" "$program" & ;;
      esac
      running=$((running + 1))
      [[ $running -lt ${GPUC_SANITIZE_JOBS:-$(nproc)} ]] || { done_one; running=$((running - 1)); }
    done
  done
  while [[ $running -gt 0 ]]; do done_one; running=$((running - 1)); done
}

bench() {
  local library=$build/bench/libvecadd_cuda.so
  check "nvcc" nvcc -O3 -arch=sm_90 -shared -Xcompiler -fPIC -o "$library" "$root/tests/bench/gpu/vecadd_cuda.cu"
  local name
  for name in vecadd launch views; do
    python3 "$root/tests/bench/bench.py" "$name" --built "$build/bench" || failed=$((failed + 1))
  done
}

for part in "${parts[@]}"; do
  case $part in
    machine | programs | runtime | sanitize | bench)
      echo "== $part"
      "$part"
      ;;
    *) echo "run.sh: there is no part $part" >&2; exit 2 ;;
  esac
done
echo "$passed passed, $failed failed"
[[ $failed == 0 ]]

#!/usr/bin/env bash
# On a machine with a GPU: the Tile route alone, from what prepare.py built. Its programs, or with `prepare.py --matrix`
# every operation, and the bandwidth of an addition against that of a copy; ends with 1 if any failed.
#
#   tile.sh [--build DIR]
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build-gpu
[[ ${1:-} == --build ]] && build=$2
export GPUC_DEVICE=cuda
failed=0
shopt -s nullglob
for program in "$build"/programs/tile_*.{dev,release,ptx}; do
  if said=$(timeout 120 "$program" 2>&1); then
    echo "ok      ${program##*/}: ${said##*$'\n'}"
  else
    failed=$((failed + 1))
    echo "FAILED  ${program##*/}"
    tail -n 15 <<<"$said" | sed 's/^/        /'
  fi
done
timeout 300 "$build/bench/tile_add" || failed=$((failed + 1))
timeout 300 "$build/bench/tile_rows" || failed=$((failed + 1))
python3 "$root/tests/bench/gpu/beside.py" || echo "no PyTorch or Triton here to put beside it"
echo "$failed failed"
[[ $failed == 0 ]]

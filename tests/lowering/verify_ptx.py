#!/usr/bin/env python3
"""verify_ptx.py PTXAS FILE [ARCH...]: assembles a PTX file for every architecture that gpuc promises.

Warnings count as errors: ptxas only warns where an undefined variable reads as zero."""
import subprocess
import sys

ptxas, path, *archs = sys.argv[1:]
failed = False
for arch in archs or ["sm_80", "sm_90", "sm_100"]:
    result = subprocess.run([ptxas, f"-arch={arch}", path, "-o", "/dev/null"], capture_output=True, text=True)
    output = result.stdout + result.stderr
    if result.returncode != 0 or "warning" in output:
        print(f"{arch}: {output}", file=sys.stderr)
        failed = True
sys.exit(failed)

#!/usr/bin/env python3
"""What `gpuc doctor` says on a machine with a GPU: doctor.py GPUC

The rows about the toolkit, the driver and the GPU must be good ones; those about Clang may say that it is missing.
"""
import json
import subprocess
import sys

GOOD = ["system", "toolkit", "ptxas", "libdevice", "driver", "gpu"]

ended = subprocess.run([sys.argv[1], "doctor", "--json"], capture_output=True, text=True, check=False)
print(ended.stderr, end="")
checks = {check["id"]: check for check in json.loads(ended.stdout)["checks"]}
wrong = 0
for name, check in checks.items():
    print(f"{check['verdict']:8} {name}: {check['summary']}")
for name in GOOD:
    if checks[name]["verdict"] != "ok":
        wrong += 1
        print(f"FAILED: {name} is not ok: {json.dumps(checks[name], indent=1)}")
smi = subprocess.run(["nvidia-smi", "--query-gpu=name,compute_cap", "--format=csv,noheader"], capture_output=True,
                     text=True, check=True).stdout
for part in smi.splitlines()[0].split(", "):
    if part not in json.dumps(checks["gpu"]):
        wrong += 1
        print(f"FAILED: the driver says {part}, the doctor does not: {json.dumps(checks['gpu'], indent=1)}")
sys.exit(1 if wrong else 0)

#!/usr/bin/env python3
"""Shell scripts are clean under shellcheck."""
import shutil
import subprocess
import sys

import tree


def scripts(top):
    return [name for name in tree.files(top)
            if name.endswith(".sh") or (top / name).read_bytes().startswith((b"#!/usr/bin/env bash", b"#!/bin/bash"))]


def check(top):
    names = scripts(top)
    result = subprocess.run(["shellcheck", *names], cwd=top, capture_output=True, text=True) if names else None
    return ([result.stdout] if result and result.returncode != 0 else []), f"{len(names)} scripts"


if __name__ == "__main__":
    if shutil.which("shellcheck") is None:
        print("skipped: shellcheck is not installed")
        sys.exit(tree.SKIPPED)
    tree.finish("shell", *check(tree.root()))

"""What the lint checks share: the project's files, and how a check reports.

Every check takes the root of a tree as its argument, so that lint_test.py can give it one with planted faults.
"""
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
CXX = {".h", ".hpp", ".cpp", ".def", ".c"}


def root():
    return Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()


def files(top, folders=None, suffixes=None):
    """The project's files, sorted: those that git tracks or would; without git, all but builds. Relative paths."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=top,
                            capture_output=True, text=True)
    if listed.returncode == 0 and (top / ".git").exists():
        names = [name for name in listed.stdout.split("\0") if name and (top / name).is_file()]
    else:
        names = [path.relative_to(top).as_posix() for path in top.rglob("*")
                 if path.is_file() and not path.relative_to(top).parts[0].startswith(("build", ".git/"))]
    return sorted(name for name in set(names)
                  if (folders is None or name.split("/")[0] in folders)
                  and (suffixes is None or Path(name).suffix in suffixes))


def read(top, name):
    return (top / name).read_text(encoding="utf-8", errors="replace")


def finish(check, faults, summary=""):
    """Prints the faults and ends the check: 1 when there are any."""
    for fault in faults:
        print(fault)
    print(f"{check}: {len(faults)} fault(s)" + (f"; {summary}" if summary else ""))
    sys.exit(1 if faults else 0)

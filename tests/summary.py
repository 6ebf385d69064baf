#!/usr/bin/env python3
"""Sums up a test run: the skipped and failed tests by name, and as the last line "N passed, N failed".

Reads the JUnit file that CTest wrote. With GPUC_SKIP_IS_FAILURE=1 a skipped test counts as failed. The exit status is 1
when a test failed, or when none ran.
"""
import os
import sys
import xml.etree.ElementTree as xml


def summarise(report, skip_is_failure):
    """The lines to print and whether all is well."""
    passed, failed, skipped = [], [], []
    for case in xml.parse(report).getroot().iter("testcase"):
        name, status, skip = case.get("name"), case.get("status"), case.find("skipped")
        if status == "run":
            passed.append(name)
        elif skip is not None and skip.get("message", "").startswith("SKIP_") or status == "disabled":
            skipped.append(name)
        elif skip is not None:  # CTest files a test whose program is missing with those that were skipped
            failed.append(f"{name} ({skip.get('message')})")
        else:
            failed.append(name)
    lines = [f"skipped: {name}" for name in skipped]
    if skip_is_failure:
        lines += [f"failed: {name} (skipped, and a skip is a failure here)" for name in skipped]
    lines += [f"failed: {name}" for name in failed]
    failures = len(failed) + (len(skipped) if skip_is_failure else 0)
    lines.append(f"{len(passed)} passed, {failures} failed")
    return lines, failures == 0 and bool(passed)


def main():
    lines, good = summarise(sys.argv[1], os.environ.get("GPUC_SKIP_IS_FAILURE") == "1")
    print("\n".join(lines))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

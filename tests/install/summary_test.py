#!/usr/bin/env python3
"""The closing line of `install.sh --test`."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import summary  # noqa: E402

PASSED = '<testcase name="a" status="run"/>'
FAILED = '<testcase name="b" status="fail"><failure message=""/></testcase>'
SKIPPED = '<testcase name="c" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>'
NOT_BUILT = '<testcase name="d" status="notrun"><skipped message="Unable to find executable"/></testcase>'
DISABLED = '<testcase name="e" status="disabled"/>'


class Summary(unittest.TestCase):
    def summarise(self, *cases, skip_is_failure=False):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
            file.write("<testsuite>" + "".join(cases) + "</testsuite>")
            file.flush()
            return summary.summarise(file.name, skip_is_failure)

    def test_all_passed(self):
        self.assertEqual(self.summarise(PASSED, PASSED), (["2 passed, 0 failed"], True))

    def test_failure(self):
        self.assertEqual(self.summarise(PASSED, FAILED), (["failed: b", "1 passed, 1 failed"], False))

    def test_skips_are_listed(self):
        self.assertEqual(self.summarise(PASSED, SKIPPED), (["skipped: c", "1 passed, 0 failed"], True))

    def test_skips_can_be_failures(self):
        lines, good = self.summarise(PASSED, SKIPPED, skip_is_failure=True)
        self.assertEqual(lines[-1], "1 passed, 1 failed")
        self.assertIn("failed: c (skipped, and a skip is a failure here)", lines)
        self.assertFalse(good)

    def test_a_program_that_is_missing_is_a_failure(self):
        self.assertEqual(self.summarise(PASSED, NOT_BUILT),
                         (["failed: d (Unable to find executable)", "1 passed, 1 failed"], False))

    def test_disabled_is_skipped(self):
        self.assertFalse(self.summarise(PASSED, DISABLED, skip_is_failure=True)[1])

    def test_nothing_ran(self):
        self.assertEqual(self.summarise(), (["0 passed, 0 failed"], False))


if __name__ == "__main__":
    unittest.main()

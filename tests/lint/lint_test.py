#!/usr/bin/env python3
"""Every lint check finds the faults that it is there for, in a small tree with the fault planted."""
import shutil
import tempfile
import unittest
from pathlib import Path

import check_codes
import check_format
import check_layers
import check_shell
import check_sizes
import check_words


class Planted(unittest.TestCase):
    def setUp(self):
        self.top = Path(tempfile.mkdtemp(prefix="gpuc-lint-"))
        self.addCleanup(shutil.rmtree, self.top)

    def write(self, name, text):
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


class Layers(Planted):
    def faults(self, name, include):
        self.write(name, f"#include {include}\n")
        found = check_layers.check(self.top)
        (self.top / name).unlink()
        return found

    def test_allowed(self):
        for name, include in [("tool/plan/a.cpp", '"tool/model/plan.h"'), ("tool/plan/a.cpp", '"tool/plan/b.h"'),
                              ("tool/lowering/a.cpp", '"llvm/IR/Module.h"'), ("tool/cc/a.cpp", '"tool/split/split.h"'),
                              ("tool/base/a.cpp", '"gpuc/abi/bundle.h"'), ("lib/include/gpuc/a.hpp", '"gpuc/b.hpp"'),
                              ("doctor/a.cpp", '"tool/toolchain/cuda.h"'), ("tests/unit/a.cpp", '"tool/plan/b.h"'),
                              ("lib/include/gpuc/abi/a.hpp", '"gpuc/slice.hpp"'),
                              ("tool/cpu/a.cpp", '"gpuc/device/builtins.hpp"'), ("tool/plan/a.cpp", "<vector>")]:
            with self.subTest(name=name, include=include):
                self.assertEqual(self.faults(name, include), [])

    def test_forbidden(self):
        for name, include in [("tool/plan/a.cpp", '"tool/manifest/load.h"'), ("tool/base/a.h", '"tool/model/plan.h"'),
                              ("tool/model/a.h", '"tool/toolchain/cuda.h"'), ("tool/plan/a.cpp", '"llvm/IR/Module.h"'),
                              ("tool/lowering/a.cpp", '"clang/AST/Decl.h"'), ("lib/host/a.cpp", '"tool/base/text.h"'),
                              ("tool/base/a.cpp", '"gpuc/slice.hpp"'), ("tool/driver/a.cpp", '"tool/lowering/x.h"'),
                              ("lib/include/gpuc/abi/a.h", '"gpuc/slice.hpp"'),
                              ("tool/plan/a.cpp", '"b.h"'), ("lib/host/a.cpp", "<cuda.h>"),
                              ("tool/plan/a.cpp", "<toml++/toml.h>"), ("tool/base/disk.cpp", "<CLI/CLI.hpp>"),
                              ("tool/unknown/a.cpp", "<vector>"), ("doctor/a.cpp", '"tool/manifest/load.h"')]:
            with self.subTest(name=name, include=include):
                self.assertEqual(len(self.faults(name, include)), 1)


class Sizes(Planted):
    def test_long_file(self):
        self.write("tool/a.cpp", "\n" * 800)
        self.write("tool/b.cpp", "\n")
        self.write("tool/c.cpp", "\n")
        self.assertEqual(check_sizes.check(self.top)[0], [])
        self.write("tool/a.cpp", "\n" * 801)
        self.assertEqual(len(check_sizes.check(self.top)[0]), 1)

    def test_median(self):
        self.write("tool/a.cpp", "\n" * 201)
        self.assertEqual(len(check_sizes.check(self.top)[0]), 1)


class Codes(Planted):
    def setUp(self):
        super().setUp()
        self.write("tool/base/codes.def", 'GPUC_CODE(11, FileAccess, Error, "a")\nGPUC_CODE(604, NoMemory, Error, "b")\n')
        self.write("tool/plan/a.cpp", "return diag(Code::FileAccess);\n")
        self.write("lib/host/a.cpp", "throw error(errc::out_of_memory, 604, {});\n")
        for number in ("0011", "0604"):
            self.write(f"docs/errors/{number}.md", f"# GPUC{number}: title\n")
        self.write("tests/a.cpp", "// GPUC0011 GPUC0604\n")

    def faults(self):
        return check_codes.check(self.top)[0]

    def test_complete(self):
        self.assertEqual(self.faults(), [])

    def test_no_page(self):
        for number in ("0011", "0604"):
            (self.top / f"docs/errors/{number}.md").unlink()
        self.assertEqual(len(self.faults()), 2)

    def test_no_test(self):
        self.write("tests/a.cpp", "// GPUC0011\n")
        self.assertEqual(len(self.faults()), 1)

    def test_a_page_with_a_failing_example_is_a_test(self):
        self.write("tests/a.cpp", "// GPUC0011\n")
        self.write("docs/errors/0604.md", "# GPUC0604: title\n\n## Fails\n\n```cpp\nint x\n```\n")
        self.assertEqual(self.faults(), [])

    def test_page_without_code(self):
        self.write("docs/errors/0012.md", "# GPUC0012: title\n")
        self.assertEqual(len(self.faults()), 2)

    def test_wrong_title(self):
        self.write("docs/errors/0011.md", "# Title\n")
        self.assertEqual(len(self.faults()), 1)

    def test_order(self):
        self.write("tool/base/codes.def", 'GPUC_CODE(604, NoMemory, Error, "b")\nGPUC_CODE(11, FileAccess, Error, "a")\n')
        self.assertEqual(len(self.faults()), 1)

    def test_unknown_code_in_documentation(self):
        self.write("docs/guide.md", "see GPUC0999\n")
        self.assertEqual(len(self.faults()), 1)


class Words(Planted):
    def test_words_and_paths(self):
        self.write("tool/a.cpp", "// all is well, over network/ and in frameworks/\n")
        self.assertEqual(check_words.check(self.top), [])
        for text in ("// TO" + "DO: later", "cd /wo" + "rk/main", '"/ro' + 'ot/x"'):
            with self.subTest(text=text):
                self.write("tool/a.cpp", text + "\n")
                self.assertEqual(len(check_words.check(self.top)), 1)


@unittest.skipUnless(shutil.which(check_format.PROGRAM), "no clang-format")
class Format(Planted):
    def test_found_and_fixed(self):
        self.write(".clang-format", "BasedOnStyle: LLVM\n")
        self.write("tool/a.cpp", "int   x;\n")
        self.assertEqual(check_format.check(self.top, False)[0], ["tool/a.cpp: is not formatted"])
        check_format.check(self.top, True)
        self.assertEqual(check_format.check(self.top, False)[0], [])

    def test_user_code_is_left_alone(self):
        self.write("tests/programs/a.cpp", "int   x;\n")
        self.assertEqual(check_format.check(self.top, False)[0], [])


@unittest.skipUnless(shutil.which("shellcheck"), "no shellcheck")
class Shell(Planted):
    def test_unquoted(self):
        self.write("run", '#!/usr/bin/env bash\necho "$1"\n')
        self.assertEqual(check_shell.check(self.top)[0], [])
        self.write("run", "#!/usr/bin/env bash\nrm $1\n")
        self.assertEqual(len(check_shell.check(self.top)[0]), 1)


if __name__ == "__main__":
    unittest.main()

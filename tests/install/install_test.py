#!/usr/bin/env python3
"""install.sh on made-up machines: what it asks of apt, what it puts below the prefix and takes away again.

Commands that would change the machine (apt-get, cmake, sudo, ...) are replaced by scripts that come first on PATH and
record how they were called. The Ubuntu branch, which adds LLVM's package source, is only ever tried this way.
"""
import os
import shutil
import stat
import subprocess
import tempfile
import textwrap
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "install.sh"

DEBIAN = 'ID=debian\nVERSION_CODENAME=bookworm\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n'
UBUNTU = 'ID=ubuntu\nVERSION_CODENAME=noble\nPRETTY_NAME="Ubuntu 24.04 LTS"\n'
FEDORA = 'ID=fedora\nPRETTY_NAME="Fedora Linux 42"\n'

# dpkg-query, apt-cache and apt-get share two lists of package names: installed and available.
DPKG_QUERY = r"""
for name in "$@"; do
  case $name in -*) continue ;; esac
  grep -qxF -- "$name" "$FAKE/installed" && echo "installed $name"
done
exit 1
"""
APT_CACHE = r"""
shift
# A long version table behind the answer, as for packages that several sources have.
grep -qxF -- "$1" "$FAKE/available" && { printf '%s:\n  Candidate: 1.0\n' "$1" && seq 100000; exit; }
printf '%s:\n  Candidate: (none)\n' "$1"
"""
APT_GET = r"""
echo "apt-get $*" >> "$FAKE/calls"
case $1 in
  update)
    [ -e "$FAKE/no-network" ] && exit 100
    [ -e "$GPUC_APT_DIR/sources.list.d/gpuc-llvm.sources" ] && cat "$FAKE/llvm" >> "$FAKE/available" ;;
  install)
    for name in "$@"; do :; done
    grep -qxF -- "$name" "$FAKE/available" || exit 100
    echo "$name" >> "$FAKE/installed" ;;
esac
exit 0
"""
CURL = r"""
echo "curl $*" >> "$FAKE/calls"
[ -e "$FAKE/no-network" ] && exit 6
while [ $# -gt 1 ]; do [ "$1" = -o ] && echo KEY > "$2"; shift; done
exit 0
"""
# Stands for configuring, building and collecting: `cmake --install` makes a small image.
CMAKE = r"""
echo "cmake $*" >> "$FAKE/calls"
[ "$1" = --install ] || exit "${FAKE_BUILD_STATUS:-0}"
prefix=$4
mkdir -p "$prefix/bin" "$prefix/include/gpuc" "$prefix/libexec/gpuc" "$prefix/share/gpuc/errors"
cp "$FAKE/gpuc" "$prefix/bin/gpuc"
echo "compiler ${FAKE_COMPILER:-1}" > "$prefix/libexec/gpuc/gpuc-cc"
echo "header" > "$prefix/include/gpuc/gpuc.hpp"
[ -n "${FAKE_OLD:-}" ] && echo "old" > "$prefix/include/gpuc/old.hpp"
echo "page" > "$prefix/share/gpuc/errors/0001.md"
"""
GPUC = r"""#!/bin/sh
echo "gpuc $*" >> "$FAKE/calls"
case $1 in
  --version) echo "gpuc 0.1.0" ;;
  __precompile)  # DIR --std STANDARD --profile PROFILE
    [ -e "$FAKE/no-precompile" ] && exit 1
    mkdir -p "$2" && echo pch > "$2/$4-$6.pch" ;;
  new) mkdir "$2" ;;
  run) echo "PASSED" ;;
esac
"""


class Machine(unittest.TestCase):
    """A directory with fake commands, a prefix that does not exist yet, and the calls that were made."""

    def setUp(self):
        self.root = Path(tempfile.mkdtemp(prefix="gpuc-install-"))
        self.addCleanup(shutil.rmtree, self.root)
        self.fake = self.root / "fake"
        self.commands = self.fake / "commands"
        self.commands.mkdir(parents=True)
        self.prefix = self.root / "prefix"
        self.work = self.root / "work"
        self.work.mkdir()
        for name, text in {"dpkg-query": DPKG_QUERY, "apt-cache": APT_CACHE, "apt-get": APT_GET, "curl": CURL,
                           "cmake": CMAKE}.items():
            self.command(name, text)
        (self.fake / "gpuc").write_text(GPUC)
        (self.fake / "gpuc").chmod(0o755)
        self.needed = self.packages()
        self.set_packages(installed=self.needed, available=self.needed)
        self.os_release(DEBIAN)

    def command(self, name, text):
        path = self.commands / name
        path.write_text("#!/bin/bash\n" + textwrap.dedent(text))
        path.chmod(0o755)

    @staticmethod
    def packages():
        """What install.sh says that it needs, read from its list."""
        text = SCRIPT.read_text()
        body = text[text.index("\nPACKAGES=(") + len("\nPACKAGES=("):]
        lines = body[:body.index("\n)")].splitlines()
        return [word for line in lines for word in line.split("#")[0].split()]

    def set_packages(self, installed, available, llvm=()):
        for name, packages in {"installed": installed, "available": available, "llvm": llvm}.items():
            (self.fake / name).write_text("".join(f"{package}\n" for package in packages))

    def os_release(self, text):
        (self.fake / "os-release").write_text(text)

    def install(self, *arguments, answer="", prefix=True, **environment):
        env = dict(os.environ, FAKE=str(self.fake), GPUC_APT_DIR=str(self.root / "apt"),
                   GPUC_OS_RELEASE=str(self.fake / "os-release"), GPUC_BUILD_DIR=str(self.root / "build"),
                   PATH=f"{self.commands}:/usr/bin:/bin", HOME=str(self.root / "home"), **environment)
        where = ["--prefix", str(self.prefix)] if prefix else []
        return subprocess.run([str(SCRIPT), *arguments, *where], env=env, cwd=self.work, input=answer,
                              capture_output=True, text=True, timeout=60)

    def calls(self, program=""):
        path = self.fake / "calls"
        lines = path.read_text().splitlines() if path.exists() else []
        return [line for line in lines if line.startswith(program)]

    def tree(self):
        """Everything below the prefix, directories with a slash."""
        return sorted(p.relative_to(self.prefix).as_posix() + ("/" if p.is_dir() else "")
                      for p in self.prefix.rglob("*"))


class Usage(Machine):
    def test_help(self):
        result = self.install("--help")
        self.assertEqual(result.returncode, 0)
        for option in ("--demo", "--test", "--prefix", "--uninstall", "-j N", "--yes"):
            self.assertIn(option, result.stdout)

    def test_wrong_options(self):
        for arguments in (["--wat"], ["-j"], ["-j", "0"], ["-jx"], ["--demo", "--test"]):
            with self.subTest(arguments=arguments):
                result = self.install(*arguments, prefix=False)
                self.assertEqual(result.returncode, 2)
                self.assertIn("install.sh: error:", result.stderr)
                self.assertIn("install.sh: help:", result.stderr)
        self.assertEqual(self.install("--prefix", prefix=False).returncode, 2)
        self.assertEqual(self.calls(), [])

    def test_other_architecture(self):
        self.command("uname", '[ "$1" = -s ] && echo Linux || echo aarch64')
        result = self.install()
        self.assertEqual(result.returncode, 3)
        self.assertIn("aarch64", result.stderr)


class Packages(Machine):
    def test_all_there(self):
        result = self.install("--packages")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("are installed", result.stdout)
        self.assertEqual(self.calls("apt-get"), [])

    def test_only_the_missing_ones(self):
        missing = ["lld-22", "doctest-dev"]
        self.set_packages([p for p in self.needed if p not in missing], self.needed)
        result = self.install("--packages")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(sorted(line.split()[-1] for line in self.calls("apt-get")), sorted(missing))
        self.assertRegex(result.stdout, r"Installing lld-22 \.\.\. done in \d+ s")

    def test_lists_are_updated_only_when_needed(self):
        self.set_packages(self.needed[1:], self.needed[1:])
        result = self.install("--packages", answer="n\n")
        self.assertEqual(self.calls("apt-get"), ["apt-get update"])
        self.assertEqual(result.returncode, 3)

    def test_not_to_be_had(self):
        self.set_packages([p for p in self.needed if p != "libcli11-dev"],
                          [p for p in self.needed if p != "libcli11-dev"])
        result = self.install("--packages")
        self.assertEqual(result.returncode, 3)
        self.assertIn("no package source has: libcli11-dev", result.stderr)

    def test_no_network(self):
        self.set_packages([], [])
        (self.fake / "no-network").touch()
        result = self.install("--packages")
        self.assertEqual(result.returncode, 3)
        self.assertIn("package lists cannot be updated", result.stderr)

    def test_failing_installation(self):
        self.set_packages([p for p in self.needed if p != "lld-22"], self.needed)
        self.command("apt-get", 'echo "E: disk full" >&2; exit 100')
        result = self.install("--packages")
        self.assertEqual(result.returncode, 3)
        self.assertIn("E: disk full", result.stderr)
        self.assertIn("lld-22 cannot be installed", result.stderr)

    def test_old_lists(self):
        """The archive no longer has the file that the lists name: they are updated and it is tried again."""
        self.set_packages([p for p in self.needed if p != "lld-22"], self.needed)
        self.command("apt-get", """
            [ "$1" = update ] && touch "$FAKE/fresh"
            [ "$1" = install ] && { [ -e "$FAKE/fresh" ] || exit 100; echo lld-22 >> "$FAKE/installed"; }
            exit 0""")
        result = self.install("--packages")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Updating the package lists", result.stdout)

    def test_user_with_sudo(self):
        self.command("id", "echo 1000")
        self.command("sudo", 'echo "sudo $*" >> "$FAKE/calls"; exec "$@"')
        self.set_packages([p for p in self.needed if p != "lld-22"], self.needed)
        result = self.install("--packages")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(self.calls("sudo")), 1)

    def test_other_distribution(self):
        self.os_release(FEDORA)
        (self.commands / "apt-get").unlink()
        if shutil.which("apt-get", path="/usr/bin:/bin"):
            # The real one must not be found: keep only what the script uses besides.
            for name in ("bash", "env", "uname", "id", "dirname", "nproc", "awk", "cat", "mkdir"):
                (self.commands / name).symlink_to(shutil.which(name))
            result = subprocess.run([str(SCRIPT), "--packages"], capture_output=True, text=True, timeout=60,
                                    env=dict(os.environ, PATH=str(self.commands), FAKE=str(self.fake)))
        else:
            result = self.install("--packages")
        self.assertEqual(result.returncode, 3)
        self.assertIn("apt-get, which is not here", result.stderr)


class UserWithoutSudo(Machine):
    def test_says_what_to_run(self):
        self.command("id", "echo 1000")
        self.set_packages([p for p in self.needed if p != "lld-22"], self.needed)
        for name in ("bash", "env", "uname", "dirname", "nproc", "awk", "cat", "mkdir", "sed", "grep"):
            if not (self.commands / name).exists():
                (self.commands / name).symlink_to(shutil.which(name))
        env = dict(os.environ, PATH=str(self.commands), FAKE=str(self.fake), HOME=str(self.root),
                   GPUC_OS_RELEASE=str(self.fake / "os-release"))
        result = subprocess.run([str(SCRIPT), "--packages"], capture_output=True, text=True, timeout=60, env=env)
        self.assertEqual(result.returncode, 3)
        self.assertIn("as root: apt-get install lld-22", result.stderr)


class Ubuntu(Machine):
    """Ubuntu 24.04 has everything but LLVM 22."""

    def setUp(self):
        super().setUp()
        self.os_release(UBUNTU)
        self.llvm = [p for p in self.needed if "-22" in p]
        self.others = [p for p in self.needed if "-22" not in p]
        self.set_packages(installed=["python3"], available=self.others, llvm=self.llvm)
        self.source = self.root / "apt/sources.list.d/gpuc-llvm.sources"

    def test_no(self):
        for answer in ("n\n", "\n", ""):
            with self.subTest(answer=answer):
                result = self.install("--packages", answer=answer)
                self.assertEqual(result.returncode, 3)
                self.assertIn("Add this package source? [y/N]", result.stdout)
                self.assertFalse((self.root / "apt").exists())
                self.assertEqual(self.calls("curl"), [])
        self.assertEqual((self.fake / "installed").read_text(), "python3\n")

    def test_yes(self):
        result = self.install("--packages", answer="y\n")
        self.assertEqual(result.returncode, 0, result.stderr)
        text = self.source.read_text()
        self.assertIn("URIs: https://apt.llvm.org/noble/\n", text)
        self.assertIn("Suites: llvm-toolchain-noble-22\n", text)
        key = self.root / "apt/keyrings/gpuc-llvm.asc"
        self.assertIn(f"Signed-By: {key}\n", text)
        self.assertEqual(key.read_text(), "KEY\n")
        self.assertEqual(stat.S_IMODE(key.stat().st_mode), 0o644)
        self.assertEqual(sorted((self.fake / "installed").read_text().split()), sorted(self.needed))

    def test_option_answers(self):
        result = self.install("--packages", "--yes")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("[y/N]", result.stdout)
        self.assertTrue(self.source.exists())

    def test_second_time_does_not_ask(self):
        self.install("--packages", "--yes")
        before = len(self.calls())
        result = self.install("--packages")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(self.calls()), before)

    def test_key_cannot_be_fetched(self):
        self.command("curl", "exit 6")
        result = self.install("--packages", "--yes")
        self.assertEqual(result.returncode, 3)
        self.assertIn("the key of https://apt.llvm.org cannot be fetched", result.stderr)
        self.assertFalse(self.source.exists())


class Install(Machine):
    def test_from_nothing_and_back(self):
        result = self.install()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Installed gpuc 0.1.0", result.stdout)
        self.assertIn(f'export PATH="{self.prefix}/bin:$PATH"', result.stdout)
        self.assertIn("lib/gpuc/pch/c++23-release.pch", self.tree())
        self.assertEqual(self.calls("apt-get"), [])
        listed = (self.prefix / "share/gpuc/installed.txt").read_text().splitlines()
        self.assertEqual(sorted(listed + ["share/gpuc/installed.txt"]), sorted(self.tree() + ["./"]))

        result = self.install("--uninstall")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertFalse(self.prefix.exists())
        result = self.install("--uninstall")
        self.assertEqual(result.returncode, 1)
        self.assertIn("nothing that this script installed", result.stderr)

    def test_twice_changes_nothing(self):
        self.install()
        header = self.prefix / "include/gpuc/gpuc.hpp"
        stamps = {path: path.stat().st_mtime_ns for path in self.prefix.rglob("*") if path.name != "installed.txt"
                  and path.is_file()}
        tree, listed = self.tree(), (self.prefix / "share/gpuc/installed.txt").read_text()
        result = self.install()
        self.assertIn("0 files changed", result.stdout)
        self.assertEqual(self.tree(), tree)
        self.assertEqual((self.prefix / "share/gpuc/installed.txt").read_text(), listed)
        self.assertEqual(len(self.calls("gpuc __precompile")), 6)
        self.assertEqual({path: path.stat().st_mtime_ns for path in stamps}, stamps)
        self.assertIn(header, stamps)

    def test_another_compiler_voids_the_precompiled_headers(self):
        self.install()
        self.install(FAKE_COMPILER="2")
        self.assertEqual(len(self.calls("gpuc __precompile")), 12)

    def test_a_failed_precompilation_is_made_up_for(self):
        self.install()
        (self.fake / "no-precompile").touch()
        result = self.install(FAKE_COMPILER="2")
        self.assertEqual(result.returncode, 1)
        self.assertNotIn("lib/gpuc/pch/c++23-release.pch", self.tree())
        (self.fake / "no-precompile").unlink()
        self.assertEqual(self.install(FAKE_COMPILER="2").returncode, 0)
        self.assertIn("lib/gpuc/pch/c++23-release.pch", self.tree())

    def test_files_of_an_earlier_version_go(self):
        self.install(FAKE_OLD="1")
        self.assertIn("include/gpuc/old.hpp", self.tree())
        self.install()
        self.assertNotIn("include/gpuc/old.hpp", self.tree())
        self.install("--uninstall")
        self.assertFalse(self.prefix.exists())

    def test_uninstall_leaves_what_is_not_its_own(self):
        (self.prefix / "bin").mkdir(parents=True)
        (self.prefix / "bin/other").write_text("mine")
        self.install()
        (self.prefix / "include/gpuc/notes.txt").write_text("mine too")
        self.install("--uninstall")
        self.assertEqual(self.tree(), ["bin/", "bin/other", "include/", "include/gpuc/", "include/gpuc/notes.txt"])

    def test_an_empty_directory_that_was_there_stays(self):
        (self.prefix / "bin").mkdir(parents=True)
        self.install()
        self.install("--uninstall")
        self.assertEqual(self.tree(), ["bin/"])

    def test_refuses_to_overwrite(self):
        (self.prefix / "bin").mkdir(parents=True)
        (self.prefix / "bin/gpuc").write_text("another gpuc")
        result = self.install()
        self.assertEqual(result.returncode, 3)
        self.assertIn("exists and was not installed by this script", result.stderr)
        self.assertEqual(self.tree(), ["bin/", "bin/gpuc"])

    def test_a_damaged_list_removes_nothing(self):
        self.install()
        victim = self.root / "victim"
        victim.write_text("precious")
        for entry in ("../victim", str(victim), "bin/../../victim"):
            with self.subTest(entry=entry):
                with open(self.prefix / "share/gpuc/installed.txt", "a") as file:
                    file.write(entry + "\n")
                result = self.install("--uninstall")
                self.assertEqual(result.returncode, 1)
                self.assertTrue(victim.exists())
                self.assertIn("bin/gpuc", self.tree())

    def test_failed_build_installs_nothing(self):
        result = self.install(FAKE_BUILD_STATUS="1")
        self.assertEqual(result.returncode, 1)
        self.assertFalse(self.prefix.exists())

    def test_interrupted_installation_can_be_removed(self):
        self.command("cp", '[[ $* == *gpuc.hpp* ]] && exit 1; exec /bin/cp "$@"')
        result = self.install()
        self.assertNotEqual(result.returncode, 0)
        self.assertTrue((self.prefix / "bin/gpuc").exists())
        result = self.install("--uninstall")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertFalse(self.prefix.exists())

    def test_prefix_with_a_blank(self):
        self.prefix = self.root / "a prefix"
        self.assertEqual(self.install().returncode, 0)
        self.assertIn("bin/gpuc", self.tree())
        self.assertEqual(self.install("--uninstall").returncode, 0)
        self.assertFalse(self.prefix.exists())

    def test_packages_are_left_and_named(self):
        self.set_packages([p for p in self.needed if p != "lld-22"], self.needed)
        self.install()
        result = self.install("--uninstall")
        self.assertIn("left in place: lld-22", result.stdout)
        self.assertFalse(self.prefix.exists())

    def test_user_installs_into_home(self):
        self.command("id", "echo 1000")
        result = self.install(prefix=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue((self.root / "home/.local/bin/gpuc").exists())


class Demo(Machine):
    def test_new_then_kept(self):
        result = self.install("--demo")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.calls("gpuc ")[-3:], ["gpuc new vecadd_demo", "gpuc doctor", "gpuc run"])
        self.assertIn("PASSED", result.stdout)
        result = self.install("--demo")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("stays as it is", result.stdout)
        self.assertEqual(len(self.calls("gpuc new")), 1)


if __name__ == "__main__":
    unittest.main()

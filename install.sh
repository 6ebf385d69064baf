#!/usr/bin/env bash
# Installs gpuc from this checkout: the Debian packages that are missing, the build, the installation, and the
# precompiled public headers. Everything that it puts below the prefix is listed in PREFIX/share/gpuc/installed.txt,
# which is what --uninstall removes. See usage() for the options.
set -euo pipefail
export LC_ALL=C.UTF-8

# To build gpuc and to use it.
PACKAGES=(
  clang-22 lld-22 llvm-22-dev libclang-22-dev libpolly-22-dev  # the compiler, and what gpuc-cc is made of
  libcli11-dev libtomlplusplus-dev nlohmann-json3-dev libxxhash-dev doctest-dev  # used by gpuc; doctest by its users too
  zlib1g-dev libzstd-dev  # used by LLVM
  g++ cmake ninja-build python3  # g++ brings libstdc++, with which user programs are built
)
# Only for --test: lit and FileCheck, the editor's view of a project, the checks on the sources.
TEST_PACKAGES=(llvm-22-tools clangd-22 clang-format-22 shellcheck git)

EXIT_FAILURE=1
EXIT_USAGE=2
EXIT_ENVIRONMENT=3

SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
BUILD=${GPUC_BUILD_DIR:-$SOURCE/build}
LOG=$BUILD/install.log
# What a test puts in place of the machine's own.
OS_RELEASE=${GPUC_OS_RELEASE:-/etc/os-release}
APT_DIR=${GPUC_APT_DIR:-/etc/apt}

usage() {
  cat <<END
usage: ./install.sh [options]

Builds gpuc from this checkout and installs it: as root into /usr/local, else into ~/.local. Packages that are missing
are installed with apt-get, through sudo where you are not root; nothing is downloaded when all of them are there.

  --demo         install, then start a project here (vecadd_demo), check the machine and run the project
  --test         build and run the whole test suite, in $BUILD; nothing is installed but packages
  --packages     install the missing packages and stop
  --prefix DIR   install into DIR
  --uninstall    remove what this script installed below the prefix, and nothing else
  -j N           build with N jobs; without it, as many as processors and memory allow
  --yes          answer every question with yes
  --help         show this

Exit status: 0 done, 1 a build or test failed, 2 wrong usage, 3 something is missing that cannot be had.
END
}

say() { printf '%s\n' "$*"; }

# fail STATUS MESSAGE [WAY-OUT]
fail() {
  printf 'install.sh: error: %s\n' "$2" >&2
  [ -z "${3:-}" ] || printf 'install.sh: help: %s\n' "$3" >&2
  exit "$1"
}

# step TITLE COMMAND...: says what is done and how long it took. The output goes to the log, whose end is shown when the
# command fails.
step() {
  local title=$1 start=$SECONDS status=0
  shift
  printf '%s ... ' "$title"
  mkdir -p "$BUILD"
  printf '\n== %s\n' "$title" >>"$LOG"
  "$@" >>"$LOG" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    say "failed after $((SECONDS - start)) s"
    tail -n 40 "$LOG" >&2
    say "install.sh: the whole output is in $LOG" >&2
    return "$status"
  fi
  say "done in $((SECONDS - start)) s"
}

is_root() { [ "$(id -u)" -eq 0 ]; }

as_root() { if is_root; then "$@"; else sudo "$@"; fi; }

# The value of a key in os-release.
os_release() { (
  # shellcheck disable=SC1090
  . "$OS_RELEASE" 2>/dev/null || true
  eval "printf '%s' \"\${$1:-}\""
); }

check_system() {
  [[ $(uname -s) == Linux && $(uname -m) == x86_64 ]] ||
    fail $EXIT_ENVIRONMENT "gpuc runs on Linux on x86-64, and this is $(uname -s) on $(uname -m)"
}

# ---- packages

# The packages among the arguments that are not installed, one a line.
missing_packages() {
  local installed package
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p') || true
  for package in "$@"; do
    grep -qxF -- "$package" <<<"$installed" || say "$package"
  done
}

# Those among the arguments that no package source offers.
unavailable_packages() {
  local package
  for package in "$@"; do
    [[ $(apt-cache policy "$package" 2>/dev/null) == *"Candidate: "[^\(]* ]] || say "$package"
  done
}

# confirm QUESTION: yes by --yes, else asks; no where there is nobody to ask.
confirm() {
  [ "$ASSUME_YES" = 1 ] && return 0
  local answer
  printf '%s [y/N] ' "$1"
  read -r answer || { say; return 1; }
  [[ $answer == [yY] || $answer == [yY][eE][sS] ]]
}

# LLVM's own packages, for releases whose archive has no LLVM 22 (Ubuntu 24.04).
add_llvm_source() {
  local codename url=https://apt.llvm.org
  codename=$(os_release VERSION_CODENAME)
  case $(os_release ID) in
    ubuntu | debian) [ -n "$codename" ] ;;
    *) false ;;
  esac || fail $EXIT_ENVIRONMENT "the package sources of $(os_release PRETTY_NAME) have no LLVM 22" \
    "install LLVM 22 and Clang 22 with their development files, or use Debian 12 or Ubuntu 24.04"
  say "The package sources of $(os_release PRETTY_NAME) have no LLVM 22; LLVM's own at $url has."
  say "That would add $APT_DIR/sources.list.d/gpuc-llvm.sources and the key $APT_DIR/keyrings/gpuc-llvm.asc."
  confirm "Add this package source?" ||
    fail $EXIT_ENVIRONMENT "without LLVM 22 gpuc cannot be built" \
      "run ./install.sh again and answer y (or give --yes), or install clang-22 and llvm-22-dev yourself"
  local key
  key=$(mktemp)
  if command -v curl >/dev/null; then
    step "Fetching the key of $url" curl -fsSL -o "$key" "$url/llvm-snapshot.gpg.key"
  elif command -v wget >/dev/null; then
    step "Fetching the key of $url" wget -q -O "$key" "$url/llvm-snapshot.gpg.key"
  else
    fail $EXIT_ENVIRONMENT "fetching the key of $url needs curl or wget" "apt-get install curl"
  fi || fail $EXIT_ENVIRONMENT "the key of $url cannot be fetched" "check the network, then run ./install.sh again"
  as_root install -D -m 644 "$key" "$APT_DIR/keyrings/gpuc-llvm.asc"
  cat >"$key" <<END
Types: deb
URIs: $url/$codename/
Suites: llvm-toolchain-$codename-22
Components: main
Architectures: amd64
Signed-By: $APT_DIR/keyrings/gpuc-llvm.asc
END
  as_root install -D -m 644 "$key" "$APT_DIR/sources.list.d/gpuc-llvm.sources"
  rm -f "$key"
}

update_lists() { step "Updating the package lists" as_root apt-get update; }

install_packages() {
  { command -v dpkg-query && command -v apt-get; } >/dev/null ||
    fail $EXIT_ENVIRONMENT "this script installs packages with apt-get, which is not here" \
      "install what these Debian packages have, then build with CMake (README.md): $*"
  local missing unavailable
  mapfile -t missing < <(missing_packages "$@")
  if [ ${#missing[@]} -eq 0 ]; then
    say "All $# packages that are needed are installed."
    return
  fi
  say "${#missing[@]} of $# packages are missing: ${missing[*]}"
  is_root || command -v sudo >/dev/null ||
    fail $EXIT_ENVIRONMENT "packages are missing, and you are neither root nor have sudo" \
      "as root: apt-get install ${missing[*]}"
  mapfile -t unavailable < <(unavailable_packages "${missing[@]}")
  if [ ${#unavailable[@]} -ne 0 ]; then
    update_lists || fail $EXIT_ENVIRONMENT "the package lists cannot be updated" \
      "check the network and $APT_DIR, then run ./install.sh again"
    mapfile -t unavailable < <(unavailable_packages "${missing[@]}")
  fi
  if [[ " ${unavailable[*]-} " == *-22* ]]; then
    add_llvm_source
    update_lists || fail $EXIT_ENVIRONMENT "LLVM's package source cannot be read" \
      "check the network; the source is in $APT_DIR/sources.list.d/gpuc-llvm.sources"
    mapfile -t unavailable < <(unavailable_packages "${missing[@]}")
  fi
  [ ${#unavailable[@]} -eq 0 ] ||
    fail $EXIT_ENVIRONMENT "no package source has: ${unavailable[*]}" \
      "on Ubuntu, enable the universe component; else install them by hand and run ./install.sh again"
  local package
  for package in "${missing[@]}"; do
    # One at a time, so that each is named with its time; apt-get resolves the rest.
    if [ -z "$(missing_packages "$package")" ]; then
      say "Installing $package ... came with another"
      continue
    fi
    # Lists that are older than the archive name files that it no longer has.
    install_package "$package" || { update_lists && install_package "$package"; } ||
      fail $EXIT_ENVIRONMENT "$package cannot be installed" "see the messages above, then run ./install.sh again"
    INSTALLED_PACKAGES+=("$package")
  done
}

install_package() {
  step "Installing $1" as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1"
}

# ---- build

# A compilation with Clang's headers takes up to a gigabyte and a half.
default_jobs() {
  local processors memory
  processors=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo)
  [ "${memory:-1}" -ge 1 ] || memory=1
  if [ "$processors" -lt "$memory" ]; then say "$processors"; else say "$memory"; fi
}

# build TESTS [TARGET...]
build() {
  local tests=$1
  shift
  step "Configuring in $BUILD" cmake -S "$SOURCE" -B "$BUILD" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 -DGPUC_TESTS="$tests" ||
    fail $EXIT_FAILURE "gpuc could not be configured"
  step "Building with $JOBS jobs" cmake --build "$BUILD" -j "$JOBS" "$@" || fail $EXIT_FAILURE "gpuc could not be built"
}

# ---- installation

# The regular files below a directory, relative to it.
files_below() { (cd "$1" 2>/dev/null && find . -type f -printf '%P\n' | sort); }

# The directories above the paths on standard input, each with a slash at its end.
directories_above() {
  local path
  while read -r path; do
    while [[ $path == */* ]]; do
      path=${path%/*}
      say "$path/"
    done
  done | sort -u
}

# Copies one file into place: complete or not at all, and left alone where it is the same already.
install_file() {
  local from=$1 to=$PREFIX/$2
  if cmp -s "$from" "$to"; then return; fi
  cp -p "$from" "$to.gpuc-new"
  mv -f "$to.gpuc-new" "$to"
  CHANGED+=("$2")
}

# Headers are precompiled where they will be used, since the result names the files that went into it. All or none:
# the next installation sees from their presence that they are current.
precompile() {
  local directory=$PREFIX/lib/gpuc/pch standard profile
  rm -rf "$directory"
  for standard in c++20 c++23 c++26; do
    for profile in dev release; do
      "$PREFIX/bin/gpuc" __precompile "$directory" --std "$standard" --profile "$profile" ||
        { rm -rf "$directory"; return 1; }
    done
  done
}

install_gpuc() {
  local image=$BUILD/image manifest=$PREFIX/share/gpuc/installed.txt
  local known files directories path start
  rm -rf "$image"
  step "Collecting the files" cmake --install "$BUILD" --prefix "$image" --strip ||
    fail $EXIT_FAILURE "the build is not complete"
  files=$(files_below "$image")
  known=$(cat "$manifest" 2>/dev/null) || true
  while read -r path; do
    [ ! -e "$PREFIX/$path" ] || grep -qxF -- "$path" <<<"$known" ||
      fail $EXIT_ENVIRONMENT "$PREFIX/$path exists and was not installed by this script" \
        "move it away, or name another place with --prefix"
  done <<<"$files"

  # The directories that this script makes, now or earlier.
  directories=$(while read -r path; do
    if [ ! -d "$PREFIX/$path" ] || grep -qxF -- "$path" <<<"$known"; then say "$path"; fi
  done < <(printf '%s\n' ./ "$files" lib/gpuc/pch/x share/gpuc/x | directories_above))
  (mkdir -p "$PREFIX/share/gpuc" && [ -w "$PREFIX/share/gpuc" ]) 2>/dev/null ||
    fail $EXIT_ENVIRONMENT "$PREFIX cannot be written" "name another place with --prefix, or run ./install.sh as root"
  # Listed before they are there: an interrupted installation can be removed too.
  write_manifest "$manifest" "$known" "$files" "$directories"

  start=$SECONDS
  CHANGED=()
  printf 'Installing into %s ... ' "$PREFIX"
  while read -r path; do
    mkdir -p "$PREFIX/$(dirname "$path")"
    install_file "$image/$path" "$path"
  done <<<"$files"
  say "${#CHANGED[@]} files changed, done in $((SECONDS - start)) s"
  rm -rf "$image"

  # Another compiler or another header makes them all void.
  if [[ " ${CHANGED[*]-} " =~ " "(include|libexec)/ || -z $(files_below "$PREFIX/lib/gpuc/pch") ]]; then
    step "Precompiling the public headers" precompile ||
      fail $EXIT_FAILURE "the public headers could not be precompiled"
  fi
  files+=$'\n'$(files_below "$PREFIX/lib/gpuc/pch" | sed 's,^,lib/gpuc/pch/,')

  # What an earlier version had and this one has not.
  while read -r path; do
    [[ -z $path || $path == */ ]] || grep -qxF -- "$path" <<<"$files" || rm -f -- "${PREFIX:?}/$path"
  done <<<"$known"
  write_manifest "$manifest" "$files" "$directories"
}

# write_manifest FILE LIST...
write_manifest() {
  local file=$1
  shift
  printf '%s\n' "$@" | sed '/^$/d' | sort -u >"$file.gpuc-new"
  mv -f "$file.gpuc-new" "$file"
}

uninstall_gpuc() {
  local manifest=$PREFIX/share/gpuc/installed.txt path count=0 packages=()
  [ -f "$manifest" ] ||
    fail $EXIT_FAILURE "nothing that this script installed is in $PREFIX ($manifest is not there)" \
      "name the place with --prefix"
  local entries
  mapfile -t entries <"$manifest"
  # The list is only trusted to name things below the prefix.
  for path in "${entries[@]}"; do
    [[ $path != /* && /$path/ != */../* ]] || fail $EXIT_FAILURE "$manifest is damaged: it names $path"
  done
  [[ -w $manifest && -w $PREFIX/share/gpuc ]] ||
    fail $EXIT_ENVIRONMENT "$PREFIX cannot be written" "run ./install.sh --uninstall as the user who installed it"
  mapfile -t packages < <(cat "$PREFIX/share/gpuc/packages.txt" 2>/dev/null)
  for path in "${entries[@]}"; do
    [[ $path == */ || ! -e $PREFIX/$path ]] && continue
    rm -f -- "${PREFIX:?}/$path"
    count=$((count + 1))
  done
  rm -f -- "$manifest" "$PREFIX/share/gpuc/packages.txt"
  # Deepest first, and only those that are empty.
  while read -r path; do
    rmdir --ignore-fail-on-non-empty -- "$PREFIX/${path#./}" 2>/dev/null || true
  done < <(printf '%s\n' "${entries[@]}" | grep '/$' | sort -r)
  say "Removed $count files from $PREFIX."
  if [ ${#packages[@]} -ne 0 ]; then
    say "These packages were installed for gpuc and are left in place: ${packages[*]}"
  fi
}

path_hint() {
  case ":$PATH:" in
    *":$PREFIX/bin:"*) ;;
    *)
      say "gpuc is not on your PATH yet. For this shell, and in ~/.profile for later ones:"
      say "    export PATH=\"$PREFIX/bin:\$PATH\""
      ;;
  esac
}

install_all() {
  install_packages "${PACKAGES[@]}"
  build OFF
  install_gpuc
  if [ ${#INSTALLED_PACKAGES[@]} -ne 0 ]; then
    printf '%s\n' "${INSTALLED_PACKAGES[@]}" >>"$PREFIX/share/gpuc/packages.txt"
  fi
  say "Installed $("$PREFIX/bin/gpuc" --version) in $SECONDS s."
}

# ---- demo and test

demo() {
  local gpuc=$PREFIX/bin/gpuc
  say
  if [ -e vecadd_demo ]; then
    say "vecadd_demo is here already and stays as it is."
  else
    say "\$ gpuc new vecadd_demo"
    "$gpuc" new vecadd_demo
  fi
  cd vecadd_demo
  say "\$ cd vecadd_demo"
  say "\$ gpuc doctor"
  "$gpuc" doctor
  say "\$ gpuc run"
  "$gpuc" run
  say
  say "The program is in vecadd_demo/src/main.cpp. Next, in that directory: gpuc test, gpuc inspect, gpuc help."
  path_hint
}

test_all() {
  install_packages "${PACKAGES[@]}" "${TEST_PACKAGES[@]}"
  build ON
  local exclude=() status=0
  if [ ! -e /dev/nvidiactl ] && [ ! -e /dev/dxg ]; then
    say "There is no NVIDIA GPU here: the tests labelled 'gpu' are left out."
    exclude=(-LE '^gpu$')
  fi
  local report=$BUILD/tests.xml
  rm -f "$report"
  ctest --test-dir "$BUILD" -j "$JOBS" --output-on-failure --no-tests=error --output-junit "$report" \
    ${exclude[@]+"${exclude[@]}"} || status=$?
  [ -f "$report" ] || fail $EXIT_FAILURE "the tests did not run"
  python3 "$SOURCE/tests/summary.py" "$report" || status=$EXIT_FAILURE
  [ "$status" -eq 0 ] || exit $EXIT_FAILURE
}

main() {
  local action=install jobs=
  PREFIX=
  ASSUME_YES=0
  INSTALLED_PACKAGES=()
  while [ $# -gt 0 ]; do
    case $1 in
      --demo | --test | --packages | --uninstall)
        [ "$action" = install ] || fail $EXIT_USAGE "--$action and $1 cannot go together" "run one after the other"
        action=${1#--}
        ;;
      --prefix)
        PREFIX=${2:-}
        [ -n "$PREFIX" ] || fail $EXIT_USAGE "--prefix needs a directory" "./install.sh --prefix DIR"
        shift
        ;;
      --prefix=?*) PREFIX=${1#*=} ;;
      -j)
        jobs=${2:-}
        [ -n "$jobs" ] || fail $EXIT_USAGE "-j needs a number" "./install.sh -j 2"
        shift
        ;;
      -j?*) jobs=${1#-j} ;;
      --yes) ASSUME_YES=1 ;;
      --help | -h)
        usage
        exit 0
        ;;
      *) fail $EXIT_USAGE "unknown option '$1'" "./install.sh --help lists the options" ;;
    esac
    shift
  done
  [[ -z $jobs || $jobs =~ ^[1-9][0-9]*$ ]] || fail $EXIT_USAGE "-j needs a number, and '$jobs' is none" "./install.sh -j 2"
  check_system
  if [ -z "$PREFIX" ]; then
    if is_root; then PREFIX=/usr/local; else PREFIX=${HOME:?HOME is not set; name a place with --prefix}/.local; fi
  fi
  [[ $PREFIX == /* ]] || PREFIX=$PWD/$PREFIX
  PREFIX=${PREFIX%/}
  JOBS=${jobs:-$(default_jobs)}

  case $action in
    install)
      install_all
      path_hint
      ;;
    demo)
      install_all
      demo
      ;;
    test) test_all ;;
    packages) install_packages "${PACKAGES[@]}" ;;
    uninstall) uninstall_gpuc ;;
  esac
}

main "$@"

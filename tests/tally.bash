# Functions that count tests and install tools, for the scripts in tests/parts. Source it first.

# tally PASSED FAILED: adds to the count of this part. `again=yes tally ...` for cases that were counted before and ran
# again, such as with another interpreter: they count only if they fail.
tally() { echo "$1 $2 ${again:+$1}" >>"$TALLY"; }

# check NAME COMMAND...: runs one command that counts as one test.
check() {
    local name=$1 started=$SECONDS
    shift
    if "$@"; then
        tally 1 0
        echo "ok     $name ($((SECONDS - started)) s)"
    else
        tally 0 1
        echo "FAILED $name ($((SECONDS - started)) s)"
    fi
}

# cargo_tests COMMAND...: runs cargo's tests and counts by their `test result:` lines. A failure without such a line,
# such as a compiler error, is one failed test.
cargo_tests() {
    local log code=0
    log=$(mktemp target/tests/cargo.XXXXXX)
    "$@" 2>&1 | tee "$log" || code=$?
    local passed failed
    read -r passed failed < <(sed -n 's/^test result: .* \([0-9]*\) passed; \([0-9]*\) failed;.*/\1 \2/p' "$log" |
        awk '{ p += $1; f += $2 } END { print p + 0, f + 0 }')
    rm -f "$log"
    if [ "$code" -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
    tally "$passed" "$failed"
}

# junit_tests REPORT...: counts the tests of JUnit XML reports. Skipped tests are not counted.
junit_tests() {
    local passed failed
    read -r passed failed < <(python3 - "$@" <<'END'
import sys
from xml.etree import ElementTree

passed = failed = 0
for report in sys.argv[1:]:
    for case in ElementTree.parse(report).iter("testcase"):
        outcome = {child.tag for child in case}
        failed += bool(outcome & {"failure", "error"})
        passed += not outcome & {"failure", "error", "skipped"}
print(passed, failed)
END
)
    tally "$passed" "$failed"
}

# alone FUNCTION ARGUMENTS...: runs a function while no other part that runs beside this one runs one in this way.
alone() {
    (
        flock 9
        "$@"
    ) 9>target/tests/lock
}

# apt PACKAGE: installs a Debian package, if this is Debian, as root or with sudo.
apt() { alone install_debian_package "$1"; }
install_debian_package() {
    local sudo=
    [ "$(id -u)" -eq 0 ] || sudo="sudo -n"
    command -v apt-get >/dev/null || return
    $sudo apt-get update -qq && $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y "$1" >/dev/null
}

# need COMMAND PACKAGE: makes sure that a command is installed, from Debian's package if it is missing.
need() {
    command -v "$1" >/dev/null || apt "$2" || true
    command -v "$1" >/dev/null && return
    echo "missing: $1. Install it (on Debian: apt-get install $2) and run again." >&2
    return 1
}

# need_store_servers: puts the commands of PostgreSQL and Redis on the PATH, for tests that start servers.
need_store_servers() {
    need redis-server redis-server && need setpriv util-linux || return
    # Debian does not install PostgreSQL's commands on the PATH.
    local find='find /usr/lib/postgresql -maxdepth 2 -name bin'
    PATH="$PATH:$($find 2>/dev/null | sort | tail -1)"
    command -v initdb >/dev/null && return
    apt postgresql || true
    PATH="$PATH:$($find 2>/dev/null | sort | tail -1)"
    need initdb postgresql
}

# need_rust: puts cargo on the PATH. Fails with instructions if Rust is not installed.
need_rust() {
    [ -x "$HOME/.cargo/bin/cargo" ] && PATH="$HOME/.cargo/bin:$PATH"
    command -v cargo >/dev/null && return
    echo "missing: Rust. Install it from https://rustup.rs and run again." >&2
    return 1
}

# python_tools REQUIREMENT...: creates a virtual environment with these packages, and puts it on the PATH.
python_tools() {
    need python3 python3 || return
    alone install_python_tools "$@" || return
    PATH="$PWD/target/tests/python/bin:$PATH"
}
install_python_tools() {
    local venv=target/tests/python
    if [ ! -x "$venv/bin/pip" ]; then
        # Debian's Python has `venv` in a separate package.
        python3 -c "import ensurepip" 2>/dev/null || install_debian_package python3-venv || true
        python3 -m venv --clear "$venv" || return
    fi
    "$venv/bin/pip" install --quiet --disable-pip-version-check "$@"
}

# Swift 6, for the scripts in tests/parts: from the PATH, or Debian's package. If this Debian has none, a newer Debian
# is installed in a folder and used with chroot, which needs root and permission to mount. Source tests/tally.bash
# first.

# need_swift: installs Swift if it is missing. `repository` is this folder, as seen by the programs that it runs.
need_swift() {
    repository=$PWD swift_root=
    if ! command -v swift >/dev/null && apt-cache show swiftlang >/dev/null 2>&1; then apt swiftlang || true; fi
    if command -v swift >/dev/null; then return; fi
    if [ "$(id -u)" -ne 0 ] || ! unshare --mount true 2>/dev/null; then
        echo "missing: Swift 6. Put it on the PATH (https://swift.org/install), or run this as root where mounting is" >&2
        echo "allowed: then Debian 13, which has a package of it, is installed into a folder." >&2
        exit 1
    fi
    swift_root=$PWD/target/tests/swift/debian repository=/repository
    if [ -e "$swift_root/.complete" ]; then return; fi
    need debootstrap debootstrap
    alone install_newer_debian
}
install_newer_debian() {
    if [ -e "$swift_root/.complete" ]; then return; fi
    rm -rf "$swift_root"
    mkdir -p "${swift_root%/*}"
    debootstrap --variant=minbase trixie "$swift_root" >/dev/null
    chroot "$swift_root" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
        swiftlang libc6-dev libstdc++-14-dev >/dev/null 2>&1
    chroot "$swift_root" apt-get clean
    mkdir -p "$swift_root/repository"
    touch "$swift_root/.complete"
}

# in_swift COMMAND...: runs a command with Swift. `library` is the folder of the native library, by default that of a
# debug build.
in_swift() {
    local command=(env "LD_LIBRARY_PATH=$repository/${library:-target/debug}" "OPEN_PLATFORM_REPOSITORY=$repository"
        "OPEN_PLATFORM_BIN=$repository/target/debug/open-platform"
        "OPEN_PLATFORM_FAULTS=$repository/${OPEN_PLATFORM_FAULTS#"$PWD/"}" "$@")
    if [ -z "$swift_root" ]; then
        "${command[@]}"
        return
    fi
    # The mounts are visible to this command only, and are removed when it ends.
    unshare --mount bash -euc 'root=$1; shift
        mount -t proc proc "$root/proc"; mount --bind /dev "$root/dev"; mount --bind "$PWD" "$root/repository"
        mount --bind /tmp "$root/tmp"
        # The folder for temporary files has the same path inside.
        case ${TMPDIR:-/tmp}/ in
        /tmp/*) ;;
        *) mkdir -p "$root$TMPDIR" && mount --bind "$TMPDIR" "$root$TMPDIR" ;;
        esac
        exec chroot "$root" env HOME=/root "$@"' - "$swift_root" "${command[@]}"
}

# write_swift_sources FOLDER: writes the generated sources of the package, for the library in this folder, into the package.
write_swift_sources() {
    alone env "OPEN_PLATFORM_LIBRARY=$1/libopen_platform_uniffi.so" packages/swift/scripts/prepare.sh
}

# with_swift_package build|test PACKAGE [OPTION...]: compiles or tests a package with the native library in target/debug.
with_swift_package() {
    in_swift swift "$1" --package-path "$repository/$2" --scratch-path "$repository/target/tests/swift/build/$2" \
        -Xlinker "-L$repository/target/debug" "${@:3}"
}

# swift_flood debug|release: prints the command of Swift's receiver for `a_flood` of core/tests/inbox, from this build.
swift_flood() {
    echo "cd '$PWD' && source tests/tally.bash && source tests/swift.bash && need_swift &&
        library=target/$1 in_swift '$repository/target/tests/swift/build/packages/swift/$1/Flood'"
}

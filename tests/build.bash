# What several parts compile, for the scripts in tests/parts and for tests/prebuild. Source tests/tally.bash and tests/cargo.bash first.

# build_node_library: the native library of the Node package. napi writes its type definitions to $NAPI_TYPE_DEF_TMP_FOLDER while the
# library is compiled, and src/native-types.ts is generated from them. They must be newer than the sources. If the library was compiled
# without them, a touched source lets cargo compile it again; all others that have this source, too, so not without need.
build_node_library() {
    export NAPI_TYPE_DEF_TMP_FOLDER=$PWD/target/tests/node/types
    mkdir -p "$NAPI_TYPE_DEF_TMP_FOLDER"
    node_types_are_old open-platform core/src core/macros/src core/Cargo.toml && touch core/src/lib.rs
    node_types_are_old open-platform-node bindings/node && touch bindings/node/src/lib.rs
    cargo build --locked --quiet --package open-platform-node
}
# node_types_are_old CRATE SOURCE...: whether the library was compiled, and the types of the crate are missing or older than a source.
node_types_are_old() {
    local types=$NAPI_TYPE_DEF_TMP_FOLDER/$1
    compgen -G 'target/debug/libopen_platform_node.*' >/dev/null &&
        { [ ! -s "$types" ] || find "${@:2}" -newer "$types" -print -quit | grep -q .; }
}

# build_wheels: the wheels of the package and of the command, which has the sandbox for the tests, into target/tests/wheel.
build_wheels() {
    python_tools maturin==1.16.* && alone write_wheels
}
write_wheels() {
    forget_source_build
    write_licences
    rm -rf target/tests/wheel
    (cd packages/cli && maturin build --locked --quiet --out ../../target/tests/wheel) &&
        (cd packages/python && maturin build --locked --quiet --out ../../target/tests/wheel)
}
# forget_source_build: cargo identifies a crate by its path in the workspace, so it would take the crates of the source archive that
# an earlier run has unpacked and compiled for those of the repository, and not compile what has changed since.
forget_source_build() {
    [ -e target/tests/unpacked/Cargo.toml ] || return 0
    find target/debug/.fingerprint -path '*/open*platform*/*' -type f -newer target/tests/unpacked/Cargo.toml -delete
    rm -rf target/tests/unpacked
}

# Cargo, for the scripts in tests/parts.

# The crates of the library, the sandbox and the command, with all features. Cargo compiles a shared dependency with the features that
# the crates of one command need. A command for fewer of them would compile it, and all that depend on it, once more: so every part
# names all of them.
crates=(--locked --package open-platform --package open-platform-sandbox --package open-platform-cli --package open-platform-generator
    --package open-platform-examples
    --features "open-platform/stores,open-platform/reqwest,open-platform/axum")

# build_programs NAME...: builds programs of these crates into target/debug. A test is built with them, because cargo takes the features
# that tests need only for a command with a test.
build_programs() { cargo build "${crates[@]}" --quiet --test init "${@/#/--bin=}"; }

# write_licences: the licences of the crates in what is compiled, which every package with something compiled has.
write_licences() { .github/third-party . packages/python packages/cli >/dev/null; }

# test_written_app LANGUAGE: tests the app that `open-platform init LANGUAGE` writes.
test_written_app() {
    cargo_tests cargo test "${crates[@]}" --test init "app_in_$1" -- --include-ignored --nocapture
}

# test_flood LANGUAGE COMMAND: sends many events to a receiver of this language, for one second into each store.
test_flood() {
    cargo_tests env OPEN_PLATFORM_ROUNDS=1 "OPEN_PLATFORM_RECEIVER=$1: $2" \
        cargo test "${crates[@]}" --test inbox a_flood -- --nocapture
}

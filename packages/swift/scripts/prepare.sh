#!/usr/bin/env bash
# Makes this checkout ready for an app or the tests: builds the native library, in target/debug, and writes the generated sources
# of the package. It needs Rust, and runs anywhere:
#
#     packages/swift/scripts/prepare.sh
#
# OPEN_PLATFORM_LIBRARY: generates the sources from this library instead of building one.
set -euo pipefail
cd "$(dirname "$0")/../../.."

library=${OPEN_PLATFORM_LIBRARY:-}
if [ -z "$library" ]; then
    cargo build --locked --quiet --package open-platform-uniffi
    extension=so
    if [ "$(uname)" = Darwin ]; then extension=dylib; fi
    library=target/debug/libopen_platform_uniffi.$extension
fi
cargo build --locked --quiet --package open-platform-bindgen

generated=target/swift-generated sources=packages/swift/Sources
rm -rf "$generated"
packages/swift/scripts/generate.sh target/debug/open-platform-bindgen "$library" "$generated"
# Unchanged files are not written, so that they are not compiled again.
update() { cmp --silent "$1" "$2/${1##*/}" || cp "$1" "$2/"; }
mkdir -p "$sources/OpenPlatform/Generated"
for half in Core Functions; do
    update "$generated/OpenPlatform$half.swift" "$sources/OpenPlatform/Generated"
    update "$generated/OpenPlatform${half}FFI.h" "$sources/OpenPlatform${half}FFI"
done

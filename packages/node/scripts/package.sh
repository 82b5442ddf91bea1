#!/usr/bin/env bash
# Makes the npm packages of this checkout for this machine: builds the native library, the command and the package, and writes a
# tarball of each into FOLDER, by default target/node. It needs Rust, a C compiler, and Node 20 or later with npm, and runs anywhere:
#
#     packages/node/scripts/package.sh [FOLDER]
#
# OPEN_PLATFORM_LIBRARY, OPEN_PLATFORM_BIN: packs this library, or this command, instead of building one.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
folder=${1:-$root/target/node}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
library=${OPEN_PLATFORM_LIBRARY:-} command=${OPEN_PLATFORM_BIN:-}
cd "$root"

if [ -z "$library" ]; then
    cargo build --release --locked --package open-platform-node
    extension=so
    if [ "$(uname)" = Darwin ]; then extension=dylib; fi
    library=target/release/libopen_platform_node.$extension
fi
if [ -z "$command" ]; then
    cargo build --release --locked --package open-platform-cli
    command=target/release/open-platform
fi
libc=$(node -p 'process.platform !== "linux" ? "" : process.report.getReport().header.glibcVersionRuntime ? "-gnu" : "-musl"')
machine=$(node -p 'process.platform + "-" + process.arch')$libc
cp "$library" "packages/node/open-platform.$machine.node"
commands=$(mktemp -d)
trap 'rm -rf "$commands"' EXIT
cp "$command" "$commands/open-platform.$machine"

cd packages/node
npm ci --silent
npm run --silent build
rm -f "$folder"/open-platform-*.tgz
node scripts/pack.mjs "$folder" "$commands"

#!/usr/bin/env bash
# Makes the Swift package as apps on Apple's platforms take it: the sources with the generated ones, and the library as an
# xcframework. Runs on macOS with Xcode and Rust, in the root of the repository:
#
#     packages/swift/scripts/package.sh FOLDER
#
# The result is FOLDER/OpenPlatform, which `swift build` and Xcode take as it is, and FOLDER/OpenPlatform.zip of it.
#
# Elsewhere nothing makes an xcframework. There the library of this machine stands in its place, built fast and not small,
# for tests: what else is in the package is the same. `swift build` needs `-Xlinker -L` with its folder OpenPlatformFFI.
set -euo pipefail

folder=$1
package=$folder/OpenPlatform
work=target/xcframework
if [ "$(uname)" = Darwin ]; then
    profile=phone built=target/phone extension=dylib
else
    # Not target/debug, where the library for servers has the same name.
    profile=dev built=target/tests/phone/debug extension=so
fi
crate=(--locked --quiet --package open-platform-uniffi --no-default-features --profile "$profile" --target-dir "${built%/*}")
# The oldest systems that Package.swift names.
export IPHONEOS_DEPLOYMENT_TARGET=16.0 MACOSX_DEPLOYMENT_TARGET=13.0

# What the generator reads: the same library for this machine, with its symbols.
CARGO_PROFILE_PHONE_STRIP=none cargo build "${crate[@]}"
cargo build --locked --quiet --package open-platform-bindgen
rm -rf "$work" "$package" "$folder/OpenPlatform.zip"
mkdir -p "$work/generated" "$package/Sources"
packages/swift/scripts/generate.sh target/debug/open-platform-bindgen \
    "$built/libopen_platform_uniffi.$extension" "$work/generated"

# In a folder of their own, because all packages of an app share one folder of headers.
headers=$work/headers/OpenPlatformFFI
mkdir -p "$headers"
cp "$work"/generated/*.h "$headers"
for half in Core Functions; do
    echo "module OpenPlatform${half}FFI { header \"OpenPlatform${half}FFI.h\" export * }"
done >"$headers/module.modulemap"

# One library for each platform: the machines of a simulator and of a Mac are put into one file.
together() {
    local platform=$1 target libraries=()
    shift
    for target in "$@"; do
        cargo build "${crate[@]}" --target "$target"
        libraries+=("target/$target/phone/libopen_platform_uniffi.a")
    done
    mkdir -p "$work/$platform"
    lipo -create "${libraries[@]}" -output "$work/$platform/libopen_platform_uniffi.a"
    slices+=(-library "$work/$platform/libopen_platform_uniffi.a" -headers "$work/headers")
}
if [ "$(uname)" = Darwin ]; then
    slices=()
    together ios aarch64-apple-ios
    together simulator aarch64-apple-ios-sim x86_64-apple-ios
    together macos aarch64-apple-darwin x86_64-apple-darwin
    xcodebuild -create-xcframework "${slices[@]}" -output "$package/OpenPlatformFFI.xcframework"
    library='.binaryTarget(name: "OpenPlatformFFI", path: "OpenPlatformFFI.xcframework")'
else
    cp -R "$headers" "$package/OpenPlatformFFI"
    sed -i 's/export \*/link "open_platform_uniffi" &/' "$package/OpenPlatformFFI/module.modulemap"
    cp "$built/libopen_platform_uniffi.a" "$package/OpenPlatformFFI"
    library='.systemLibrary(name: "OpenPlatformFFI", path: "OpenPlatformFFI")'
fi

# A phone has nothing of a server: neither the library nor the sources.
cp -R packages/swift/Sources/OpenPlatform "$package/Sources/OpenPlatform"
rm -rf "$package/Sources/OpenPlatform"/{Generated,Server}
perl -0pi -e 's/<!-- server -->\n.*?<!-- -->\n//sg' "$package/Sources/OpenPlatform/OpenPlatform.docc/OpenPlatform.md"
mkdir "$package/Sources/OpenPlatform/Generated"
cp "$work"/generated/*.swift "$package/Sources/OpenPlatform/Generated"
cp LICENSE-APACHE LICENSE-MIT packages/swift/README.md "$package"
cat >"$package/Package.swift" <<END
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "OpenPlatform",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [.library(name: "OpenPlatform", targets: ["OpenPlatform"])],
    targets: [
        $library,
        .target(name: "OpenPlatform", dependencies: ["OpenPlatformFFI"]),
    ]
)
END
(cd "$folder" && zip --quiet --recurse-paths --symlinks OpenPlatform.zip OpenPlatform)

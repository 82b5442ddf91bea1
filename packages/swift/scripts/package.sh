#!/usr/bin/env bash
# Builds the Swift package for apps on Apple's platforms: the hand-written and the generated sources, and the library as an
# xcframework. It runs on macOS with Xcode and Rust, in the root of the repository:
#
#     packages/swift/scripts/package.sh FOLDER
#
# The result is FOLDER/OpenPlatform, a package for `swift build` and Xcode, and an archive of it, FOLDER/OpenPlatform.zip.
#
# On other systems an xcframework cannot be built. There the package contains a debug build of the library of this machine,
# for tests; all other parts are the same. `swift build` then needs `-Xlinker -L` with the folder OpenPlatformFFI.
set -euo pipefail

folder=$1
package=$folder/OpenPlatform
work=target/xcframework
if [ "$(uname)" = Darwin ]; then
    profile=phone built=target/phone extension=dylib
    RUSTFLAGS=$(bindings/uniffi/phone_flags)
    export RUSTFLAGS
else
    # Not target/debug, where the library for servers has the same name.
    profile=dev built=target/tests/phone/debug extension=so
fi
crate=(--locked --quiet --package open-platform-uniffi --no-default-features --profile "$profile" --target-dir "${built%/*}")
# The oldest systems that Package.swift supports.
export IPHONEOS_DEPLOYMENT_TARGET=16.0 MACOSX_DEPLOYMENT_TARGET=13.0

# The generator reads the library of this machine, which must have its symbols.
CARGO_PROFILE_PHONE_STRIP=none cargo build "${crate[@]}"
cargo build --locked --quiet --package open-platform-bindgen
rm -rf "$work" "$package" "$folder/OpenPlatform.zip"
mkdir -p "$work/generated" "$package/Sources"
packages/swift/scripts/generate.sh target/debug/open-platform-bindgen \
    "$built/libopen_platform_uniffi.$extension" "$work/generated"

# The headers are in a subfolder, because all packages of an app share one folder of headers.
headers=$work/headers/OpenPlatformFFI
mkdir -p "$headers"
cp "$work"/generated/*.h "$headers"
for half in Core Functions; do
    echo "module OpenPlatform${half}FFI { header \"OpenPlatform${half}FFI.h\" export * }"
done >"$headers/module.modulemap"

# combine_targets PLATFORM TARGET...: one library for a platform, with the code for all of its targets.
combine_targets() {
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
    combine_targets ios aarch64-apple-ios
    combine_targets simulator aarch64-apple-ios-sim x86_64-apple-ios
    combine_targets macos aarch64-apple-darwin x86_64-apple-darwin
    xcodebuild -create-xcframework "${slices[@]}" -output "$package/OpenPlatformFFI.xcframework"
    library='.binaryTarget(name: "OpenPlatformFFI", path: "OpenPlatformFFI.xcframework")'
else
    cp -R "$headers" "$package/OpenPlatformFFI"
    sed -i 's/export \*/link "open_platform_uniffi" &/' "$package/OpenPlatformFFI/module.modulemap"
    cp "$built/libopen_platform_uniffi.a" "$package/OpenPlatformFFI"
    library='.systemLibrary(name: "OpenPlatformFFI", path: "OpenPlatformFFI")'
fi

# The package for phones contains neither the sources nor the documentation for servers.
cp -R packages/swift/Sources/OpenPlatform "$package/Sources/OpenPlatform"
rm -rf "$package/Sources/OpenPlatform"/{Generated,Server}
perl -0pi -e 's/<!-- server -->\n.*?<!-- -->\n//sg' "$package/Sources/OpenPlatform/OpenPlatform.docc/OpenPlatform.md"
mkdir "$package/Sources/OpenPlatform/Generated"
cp "$work"/generated/*.swift "$package/Sources/OpenPlatform/Generated"
cp LICENSE-* packages/swift/README.md "$package"
# The App Store asks for it: which of the interfaces the library uses that need a reason.
cp packages/swift/PrivacyInfo.xcprivacy "$package/Sources/OpenPlatform"
cat >"$package/Package.swift" <<END
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "OpenPlatform",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [.library(name: "OpenPlatform", targets: ["OpenPlatform"])],
    targets: [
        $library,
        .target(
            name: "OpenPlatform", dependencies: ["OpenPlatformFFI"], resources: [.copy("PrivacyInfo.xcprivacy")]),
    ]
)
END
(cd "$folder" && zip --quiet --recurse-paths --symlinks OpenPlatform.zip OpenPlatform)

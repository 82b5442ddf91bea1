#!/usr/bin/env bash
# Builds the Android library (AAR) from the jar and the native libraries:
#
#     packages/kotlin/scripts/aar.sh JAR LIBRARIES AAR
#
# JAR is built by `mvn -Dphone`. LIBRARIES has a folder for each ABI, as written by `cargo ndk`, such as
# `arm64-v8a/libopen_platform_uniffi.so`.
set -euo pipefail

jar=$1 libraries=$2 aar=$3
if unzip -l "$jar" io/github/openplatformsdk/OpenPlatform.class >/dev/null; then
    echo "$1 is the jar for servers: build that for phones with mvn -Dphone" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -RL "$libraries" "$work/jni"
cp "$jar" "$work/classes.jar"
cp "$(dirname "$0")"/../../../LICENSE-* "$work"
# R8 reads the rules of a library from this file.
unzip -p "$jar" META-INF/proguard/open-platform.pro >"$work/proguard.txt"
: >"$work/R.txt"
# API level 26 is the first with `java.time`, which the public API uses.
cat >"$work/AndroidManifest.xml" <<'END'
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="io.github.openplatformsdk">
    <uses-sdk android:minSdkVersion="26" />
    <uses-permission android:name="android.permission.INTERNET" />
</manifest>
END
mkdir -p "$(dirname "$aar")"
jar --create --no-manifest --file "$aar" -C "$work" .

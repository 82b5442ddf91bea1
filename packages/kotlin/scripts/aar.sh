#!/usr/bin/env bash
# Makes the Android library (AAR) from the jar and the libraries of the phones:
#
#     packages/kotlin/scripts/aar.sh JAR LIBRARIES AAR
#
# JAR is that of `mvn -Dphone`. LIBRARIES has a folder for each ABI, as `cargo ndk` writes them
# (`arm64-v8a/libopen_platform_uniffi.so` and so on).
set -euo pipefail

jar=$(realpath "$1") libraries=$(realpath "$2") aar=$(realpath --canonicalize-missing "$3")
if unzip -l "$jar" io/github/openplatformsdk/OpenPlatform.class >/dev/null; then
    echo "$1 is the jar for servers: build that for phones with mvn -Dphone" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -R "$libraries" "$work/jni"
cp "$jar" "$work/classes.jar"
# Where R8 looks for the rules of a library.
unzip -p "$jar" META-INF/proguard/open-platform.pro >"$work/proguard.txt"
: >"$work/R.txt"
# 26: `java.time`, in which times are given.
cat >"$work/AndroidManifest.xml" <<'END'
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="io.github.openplatformsdk">
    <uses-sdk android:minSdkVersion="26" />
    <uses-permission android:name="android.permission.INTERNET" />
</manifest>
END
mkdir -p "$(dirname "$aar")"
jar --create --no-manifest --file "$aar" -C "$work" .

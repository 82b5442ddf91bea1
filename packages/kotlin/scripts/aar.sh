#!/usr/bin/env bash
# Makes the Android library (AAR) from the jar and the libraries of the phones:
#
#     packages/kotlin/scripts/aar.sh JAR LIBRARIES RULES AAR
#
# JAR is that of `mvn -Dphone`; its own library, for the machine that built it, is left out. LIBRARIES has a folder for each
# ABI, as `cargo ndk` writes them (`arm64-v8a/libopen_platform_uniffi.so` and so on). RULES are the rules for R8.
set -euo pipefail

jar=$(realpath "$1") libraries=$(realpath "$2") rules=$(realpath "$3") aar=$(realpath --canonicalize-missing "$4")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/aar"
cp -R "$libraries" "$work/aar/jni"
cp "$rules" "$work/aar/proguard.txt"
: >"$work/aar/R.txt"
# 26: `java.time`, in which times are given.
cat >"$work/aar/AndroidManifest.xml" <<'END'
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="io.github.openplatformsdk">
    <uses-sdk android:minSdkVersion="26" />
    <uses-permission android:name="android.permission.INTERNET" />
</manifest>
END
cp "$jar" "$work/aar/classes.jar"
zip -q --delete "$work/aar/classes.jar" '*.so' '*.dylib' '*.dll' || [ $? -eq 12 ] # 12: there is none
rm -f "$aar"
mkdir -p "$(dirname "$aar")"
(cd "$work/aar" && zip -q -X -r "$aar" .)

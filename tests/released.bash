# The packages as they are published, installed in target/tests/released, for the scripts in tests/parts that measure. Source
# tests/tally.bash, tests/maven.bash and tests/swift.bash first.

source tests/cargo.bash

released=$PWD/target/tests/released

# need_release_tools: installs what the functions below need.
need_release_tools() {
    need_rust
    need cc build-essential
    need node nodejs
    need npm npm
    need advzip advancecomp
    need javac default-jdk-headless
    need mvn maven
    need_swift
    write_licences
    read -ra link_flags < <(bindings/link_flags "$(rustc --print host-tuple)")
}

# release_python REQUIREMENT...: the wheel, linked for the smallest download and with the best compression of `deflate`, and an
# environment with it and the requirements.
release_python() {
    rm -rf "$released/wheel" "$released/python"
    python_tools maturin==1.16.*
    (cd packages/python && maturin build --release --locked --quiet --out "$released/wheel" -- "${link_flags[@]}")
    advzip --recompress --shrink-extra --quiet "$released"/wheel/*.whl
    python3 -m venv "$released/python"
    "$released/python/bin/pip" install --quiet --disable-pip-version-check "$released"/wheel/*.whl "$@"
}

# release_node PACKAGE...: the tarballs, made in the same way, and a folder where they and the packages are installed.
release_node() {
    rm -rf "$released/npm" "$released/node"
    mkdir -p "$released/node"
    cargo rustc --release --locked --quiet --package open-platform-node -- -C strip=symbols "${link_flags[@]}"
    local libc
    libc=$(node -p 'process.report.getReport().header.glibcVersionRuntime ? "gnu" : "musl"')
    cp target/release/libopen_platform_node.so "packages/node/open-platform.$(node -p 'process.platform + "-" + process.arch')-$libc.node"
    (cd packages/node && npm ci --silent && npm run --silent build && node scripts/pack.mjs "$released/npm")
    advdef --recompress --shrink-extra --quiet "$released"/npm/*.tgz
    echo '{ "private": true }' >"$released/node/package.json"
    (cd "$released/node" && npm install --silent --no-package-lock "$released"/npm/*.tgz "$@")
}

# The sources of Kotlin and Swift are generated from a library with symbols. Otherwise theirs is as it is published.

# release_kotlin ARGUMENT...: the package in Maven's repository of the tests, and the classes of its tests.
release_kotlin() {
    CARGO_PROFILE_RELEASE_STRIP=none maven --file packages/kotlin -Dnative.profile=release -Dnative.folder=release -DskipTests "$@" install
}

# release_swift PACKAGE: compiles a Swift package with the native library, into target/tests/swift/build/PACKAGE/release.
release_swift() {
    local log=$released/swift.log
    mkdir -p "$released"
    CARGO_PROFILE_RELEASE_STRIP=none cargo build --release --locked --quiet --package open-platform-uniffi
    write_swift_sources target/release
    in_swift swift build --configuration release --package-path "$repository/$1" \
        --scratch-path "$repository/target/tests/swift/build/$1" -Xlinker "-L$repository/target/release" >"$log" 2>&1 ||
        { tail -50 "$log"; return 1; }
}

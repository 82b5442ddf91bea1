// swift-tools-version: 6.0
import PackageDescription

// Not published: what tests/bench.py measures.
let package = Package(
    name: "Benches",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "OpenPlatform", path: "..")],
    targets: [
        .executableTarget(name: "Calls", dependencies: [.product(name: "OpenPlatform", package: "OpenPlatform")])
    ]
)

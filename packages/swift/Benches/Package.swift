// swift-tools-version: 6.0
import PackageDescription

let openPlatform = Target.Dependency.product(name: "OpenPlatform", package: "OpenPlatform")

// Not published: what tests/bench.py measures.
let package = Package(
    name: "Benches",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "OpenPlatform", path: "..")],
    targets: [
        .target(name: "Measure"),
        .executableTarget(name: "Calls", dependencies: ["Measure", openPlatform]),
        .executableTarget(name: "WebhookRequests", dependencies: ["Measure", openPlatform]),
    ]
)

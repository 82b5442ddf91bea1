// swift-tools-version: 6.0
import PackageDescription

// An app that uses the package for phones. `scripts/package.sh` builds that package in the folder given by the variable.
let package = Package(
    name: "Phone",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: Context.environment["OPEN_PLATFORM_PACKAGE"] ?? "OpenPlatform")],
    targets: [
        .executableTarget(name: "Phone", dependencies: [.product(name: "OpenPlatform", package: "OpenPlatform")])
    ]
)

// swift-tools-version: 6.0
import PackageDescription

// An app of the package for phones, which `scripts/package.sh` makes where this variable says.
let package = Package(
    name: "Phone",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: Context.environment["OPEN_PLATFORM_PACKAGE"] ?? "OpenPlatform")],
    targets: [
        .executableTarget(name: "Phone", dependencies: [.product(name: "OpenPlatform", package: "OpenPlatform")])
    ]
)

// swift-tools-version: 6.0
import PackageDescription

// The sources in Sources/OpenPlatform/Generated and the two headers are generated (by scripts/prepare.sh). The library is linked from
// the folder given with `-Xlinker -L`. The generator writes two namespaces, one for the data types and one for the functions.
// Both are part of one module, because they do not compile as two.
let package = Package(
    name: "OpenPlatform",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "OpenPlatform", targets: ["OpenPlatform"]),
        .library(name: "OpenPlatformTesting", targets: ["OpenPlatformTesting"]),
    ],
    targets: [
        .systemLibrary(name: "OpenPlatformCoreFFI"),
        .systemLibrary(name: "OpenPlatformFunctionsFFI"),
        .target(name: "OpenPlatform", dependencies: ["OpenPlatformCoreFFI", "OpenPlatformFunctionsFFI"]),
        .target(name: "OpenPlatformTesting", dependencies: ["OpenPlatform"]),
        .executableTarget(name: "InboxProcess", dependencies: ["OpenPlatform"], path: "Tests/InboxProcess"),
        .executableTarget(name: "Shortage", dependencies: ["OpenPlatform"], path: "Tests/Shortage"),
        .executableTarget(name: "Flood", dependencies: ["OpenPlatform", "OpenPlatformTesting"], path: "Tests/Flood"),
        .testTarget(name: "OpenPlatformTests", dependencies: ["OpenPlatform", "OpenPlatformTesting", "InboxProcess", "Shortage"]),
    ]
)

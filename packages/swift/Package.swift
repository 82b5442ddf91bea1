// swift-tools-version: 6.0
import PackageDescription

// The sources in Sources/OpenPlatform/Generated and the two headers are written by the generator (see README.md), the
// library is linked from the folder that `-Xlinker -L` names. The generator makes two namespaces, one for the data
// types and one for the functions; both go into one module, because two do not compile.
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
        .testTarget(name: "OpenPlatformTests", dependencies: ["OpenPlatform", "OpenPlatformTesting"]),
    ]
)

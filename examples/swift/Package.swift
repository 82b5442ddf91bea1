// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v13)],
    // By a symbolic link, because SwiftPM identifies a package by the name of its folder, and both folders are named `swift`.
    dependencies: [.package(path: "OpenPlatform")],
    targets: [
        .target(
            name: "Web",
            dependencies: [
                .product(name: "OpenPlatform", package: "OpenPlatform"),
                .product(name: "OpenPlatformTesting", package: "OpenPlatform"),
            ]),
        .executableTarget(name: "Login", dependencies: ["Web"]),
        .executableTarget(name: "SellerAddon", dependencies: ["Web"]),
        .executableTarget(name: "ChatService", dependencies: ["Web"]),
        .executableTarget(name: "Agency", dependencies: ["Web"]),
        .executableTarget(name: "SellerAssistant", dependencies: ["Web"]),
        .testTarget(
            name: "FlowTests", dependencies: ["Web", "Login", "SellerAddon", "ChatService", "Agency", "SellerAssistant"]),
    ]
)

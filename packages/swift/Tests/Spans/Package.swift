// swift-tools-version: 6.0
import PackageDescription

// Calls as spans of swift-distributed-tracing. The variable has the folder with its sources and those of its dependency.
let sources = Context.environment["SWIFT_TRACING_SOURCES"] ?? "sources"
let package = Package(
    name: "Spans",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "OpenPlatform", path: "../.."),
        .package(path: "\(sources)/swift-distributed-tracing"),
        .package(path: "\(sources)/swift-service-context"),
    ],
    targets: [
        .testTarget(
            name: "SpansTests",
            dependencies: [
                .product(name: "OpenPlatform", package: "OpenPlatform"),
                .product(name: "OpenPlatformTesting", package: "OpenPlatform"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ])
    ]
)

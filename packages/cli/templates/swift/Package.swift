// swift-tools-version: 6.0
import PackageDescription

// The library is not published yet: it is used from a checkout of its repository, after `packages/swift/scripts/prepare.sh` there.
guard let checkout = Context.environment["OPEN_PLATFORM_CHECKOUT"] else {
    fatalError("set OPEN_PLATFORM_CHECKOUT to the folder of a checkout of the Open Platform SDK")
}
let library = "\(checkout)/target/debug"

let package = Package(
    name: "MyApp",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "OpenPlatform", path: "\(checkout)/packages/swift")],
    targets: [
        .executableTarget(
            name: "MyApp",
            dependencies: [
                .product(name: "OpenPlatform", package: "OpenPlatform"),
                .product(name: "OpenPlatformTesting", package: "OpenPlatform"),
            ],
            // Finds the library when the app is linked, and when it runs.
            linkerSettings: [.unsafeFlags(["-L\(library)", "-Xlinker", "-rpath", "-Xlinker", library])]),
        .testTarget(name: "MyAppTests", dependencies: ["MyApp"]),
    ]
)

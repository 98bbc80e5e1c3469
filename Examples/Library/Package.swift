// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "build-plan",
  platforms: [.macOS(.v15)],
  // In a package of its own, name the repository and a version instead of a path.
  dependencies: [.package(name: "tile-pyramid", path: "../..")],
  targets: [
    .executableTarget(
      name: "build-plan",
      dependencies: [.product(name: "TilePyramid", package: "tile-pyramid")],
      path: "Sources/BuildPlan")
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "pyramid-tests",
  platforms: [.macOS(.v15)],
  // In a package of its own, name the repository and a version instead of a path.
  dependencies: [.package(name: "tile-pyramid", path: "../..")],
  targets: [
    .testTarget(
      name: "PyramidTests",
      dependencies: [
        .product(name: "TilePyramid", package: "tile-pyramid"),
        .product(name: "PyramidVerification", package: "tile-pyramid"),
        .product(name: "TilePyramidTesting", package: "tile-pyramid"),
      ],
      exclude: ["Goldens"])
  ],
  swiftLanguageModes: [.v6]
)

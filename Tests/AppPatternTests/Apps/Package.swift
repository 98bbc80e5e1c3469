// swift-tools-version: 6.2
import PackageDescription

/// The modules that apps' files import, off Apple platforms.
let modules: [Target.Dependency] = [
  .product(
    name: "GoogleMapsModule", package: "tile-pyramid", condition: .when(platforms: [.linux])),
  .product(name: "MapKitModule", package: "tile-pyramid", condition: .when(platforms: [.linux])),
  .product(name: "TileLayers", package: "tile-pyramid"),
]

let package = Package(
  name: "app-patterns",
  platforms: [.macOS(.v15)],
  // In a package of its own, name the repository and a version instead of a path.
  dependencies: [.package(name: "tile-pyramid", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Patterns6", dependencies: modules, swiftSettings: [.swiftLanguageMode(.v6)]),
    // A target of the same files, which the folders Shared are links to, and of downloads.
    .executableTarget(
      name: "Patterns5", dependencies: modules, swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
)

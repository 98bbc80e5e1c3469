// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "museum-app",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "MuseumMap", targets: ["MuseumMap"])],
  // In a package of its own, name the repository and a version instead of a path.
  dependencies: [.package(name: "tile-pyramid", path: "../..")],
  targets: [
    .target(
      name: "MuseumMap",
      // The types of the Google Maps SDK for machines without it; an app names the SDK's product here.
      dependencies: [.product(name: "GoogleMapsModule", package: "tile-pyramid")],
      plugins: [.plugin(name: "GoogleMapsTiles", package: "tile-pyramid")]),
    .testTarget(name: "MuseumMapTests", dependencies: ["MuseumMap"]),
  ],
  swiftLanguageModes: [.v6]
)

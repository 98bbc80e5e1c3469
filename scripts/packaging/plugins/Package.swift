// swift-tools-version: 6.2
import PackageDescription

// The plugins with the program as it was built for each platform, so that an app's build compiles nothing
// of it. scripts/package puts Plugins and tilepyramid.artifactbundle beside this file.
let package = Package(
  name: "tile-pyramid-plugins",
  products: [
    .plugin(name: "GoogleMapsTiles", targets: ["GoogleMapsTiles"]),
    .plugin(name: "MapKitTiles", targets: ["MapKitTiles"]),
    .plugin(name: "TilePyramidCommand", targets: ["TilePyramidCommand"]),
  ],
  targets: [
    .binaryTarget(name: "tilepyramid", path: "tilepyramid.artifactbundle"),
    .plugin(name: "GoogleMapsTiles", capability: .buildTool(), dependencies: ["tilepyramid"]),
    .plugin(name: "MapKitTiles", capability: .buildTool(), dependencies: ["tilepyramid"]),
    .plugin(
      name: "TilePyramidCommand",
      capability: .command(
        intent: .custom(
          verb: "tilepyramid", description: "Builds, checks and shows map tiles of floor plans."),
        permissions: [
          .writeToPackageDirectory(reason: "Tiles, code and drafts of manifests are written.")
        ]),
      dependencies: ["tilepyramid"]),
  ],
  swiftLanguageModes: [.v6]
)

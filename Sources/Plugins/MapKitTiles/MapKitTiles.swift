import PackagePlugin

/// A plugin that makes tiles of a target's plans, and code for MapKit.
@main
struct MapKitTiles: TilesPlugin {
  static let client = "swift-mapkit"
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension MapKitTiles: XcodeBuildToolPlugin {}
#endif

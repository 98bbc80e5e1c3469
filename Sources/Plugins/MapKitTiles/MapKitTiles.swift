import PackagePlugin

/// Makes tiles of a target's plans, and code that shows them with MapKit.
@main
struct MapKitTiles: TilesPlugin {
  static let client = "swift-mapkit"
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension MapKitTiles: XcodeBuildToolPlugin {}
#endif

import PackagePlugin

/// A plugin that makes tiles of a target's plans, and code for the Google Maps SDK for iOS.
@main
struct GoogleMapsTiles: TilesPlugin {
  static let client = "swift"
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension GoogleMapsTiles: XcodeBuildToolPlugin {}
#endif

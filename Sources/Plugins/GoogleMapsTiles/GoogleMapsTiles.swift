import PackagePlugin

/// Makes tiles of a target's plans, and code that shows them with the Google Maps SDK for iOS.
@main
struct GoogleMapsTiles: TilesPlugin {
  static let client = "swift"
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension GoogleMapsTiles: XcodeBuildToolPlugin {}
#endif

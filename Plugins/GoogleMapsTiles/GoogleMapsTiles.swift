import PackagePlugin

/// Makes the plans of a target's buildings tiles in its resources, and code that shows them with the Google Maps SDK for iOS.
@main
struct GoogleMapsTiles: BuildToolPlugin {
  private static let client = "swift"

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try BuildingCommands.all(in: target, context, client: Self.client)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension GoogleMapsTiles: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try BuildingCommands.all(in: target, context, client: Self.client)
    }
  }
#endif

import PackagePlugin

/// Makes the plans of a target's buildings tiles in its resources, and code that shows them with MapKit.
@main
struct MapKitTiles: BuildToolPlugin {
  private static let client = "swift-mapkit"

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try BuildingCommands.all(in: target, context, client: Self.client)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension MapKitTiles: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try BuildingCommands.all(in: target, context, client: Self.client)
    }
  }
#endif

import PackagePlugin

/// A plugin that makes tiles of a target's building plans in its resources, and code that shows
/// them.
protocol TilesPlugin: BuildToolPlugin {
  /// An SDK, as `layers --client` names it.
  static var client: String { get }
}

extension TilesPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try BuildingCommands(
      tool: program(context.tool), workFolder: context.pluginWorkDirectoryURL,
      client: Self.client, resources: "module"
    ).all(in: BuildingCommands.files(in: target.directoryURL), ofTarget: target.name)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  // The tiles are packed with the app of an Xcode project's target.
  extension TilesPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try BuildingCommands(
        tool: program(context.tool), workFolder: context.pluginWorkDirectoryURL,
        client: Self.client, resources: "bundle"
      ).all(in: target.inputFiles.map(\.url), ofTarget: target.displayName)
    }
  }
#endif

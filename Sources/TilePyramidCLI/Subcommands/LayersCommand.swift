import ArgumentParser
import Foundation
import LayerCodegen

/// `tilepyramid layers`.
struct LayersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layers", abstract: "Generates the code with which an app shows layers.",
    discussion: """
      Several layers must be different floors, or a floor in different variants; the code then also switches \
      between them, as it does for a building. Code for iOS and Android reads an MBTiles file without a URL in the app, which is \
      packed with the file. Code for leaflet, maplibre and openlayers reads PMTiles archives, by ranges, \
      where --url is that of an archive, or an archive has none. Tiles that were built with --grid image are \
      shown by leaflet, openlayers, openseadragon and flutter-map.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      What to show: folders or files of tiles, or layer definitions; or one building's folder \
      or document.
      """, valueName: "layers"),
    completion: .stores)
  var layers: [String]

  @Option(
    help: ArgumentHelp(
      """
      Choose the client. For Google Maps: swift or objc (iOS), kotlin or java (Android), \
      javascript, google-maps-flutter. Others: swift-mapkit, leaflet, maplibre, openlayers, \
      openseadragon, react-native, flutter-map, tilejson.
      """, valueName: "kind"))
  var client: ParsedOption<ClientKind>

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      Write the code into this folder, made when missing; for swift and swift-mapkit also into \
      one file ending in .swift.
      """, valueName: "path"),
    completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      """
      State where the tiles are found, instead of what the layers say. Give bundle for folders \
      and MBTiles files that are packed with an app for iOS or Android, or folders with one of \
      React Native, Flutter or MapLibre Native (maplibre), and module for those in the resources of the \
      code's own target in a Swift package.
      """, valueName: "template"))
  var url: String?

  @Option(help: ArgumentHelp("Call the layer or building so in code.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Name the package of the code, for kotlin and java.", valueName: "name"))
  var package: String?

  @Option(
    help: ArgumentHelp(
      """
      For swift, objc, kotlin and java, what becomes of the floors that the map itself shows of some \
      buildings: follow shows the floor that is chosen on the map's own picker; off switches them off.
      """, valueName: "what"))
  var indoor: ParsedOption<IndoorMaps>?

  @Option(
    help: ArgumentHelp(
      """
      For javascript, leaflet, maplibre, openlayers and openseadragon, write an ES module with types for \
      TypeScript, which is the default for maplibre, or a plain script.
      """, valueName: "format"))
  var module: ParsedOption<ModuleFormat>?

  @Flag(help: "Replace files in the folder.")
  var overwrite = false

  func run() throws {
    let kind = try client.value(of: "--client")
    let given = try ClientLayers(at: layers)
    let isInModule = url == Self.module
    if let url, given.sources.count > 1, !isInModule, url != Self.bundle, !url.contains("{floor}") {
      throw UsageError(
        "all floors would have the same addresses", found: url, expected: "a template with {floor}",
        nextStep: "correct --url, as in --url https://example.com/{floor}/{z}/{x}/{y}.png")
    }
    let located = try given.sources.map { source in
      let isPacked =
        isInModule || url == Self.bundle
        || url == nil && source.isFileWithoutURL && kind.belongsToApp
      return isPacked
        ? try source.packed(withFolder: isInModule)
        : try source.located(at: url, readsArchives: kind.readsArchives)
    }
    let path = URL(fileURLWithPath: output)
    let isFile = path.pathExtension == "swift"
    let files = try ClientCode.generate(
      kind, forLocated: located, named: name ?? given.name, package: package,
      resources: isInModule ? .module : .app, indoor: try indoor?.value(of: "--indoor"),
      module: try module?.value(of: "--module"), file: isFile ? path.lastPathComponent : nil)
    let folder = isFile ? path.deletingLastPathComponent().path : output
    let created = try NewFiles.makeFolder(folder)
    do {
      try NewFiles.write(
        files.map { file in
          let bytes = Array(file.contents.utf8)
          let path = URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent(file.path).path
          let kind: OutputFile.Kind =
            file.contents.contains(Self.mark) ? .marked(Self.mark) : .text
          return (
            try OutputFile(path: path, kind, overwrite: overwrite, inputs: layers), bytes
          )
        })
    } catch {
      // It goes only when it is empty.
      if created { _ = rmdir(folder) }
      throw error
    }
    for file in files { StandardOutput.print(isFile ? output : "\(output)/\(file.path)") }
    if kind == .mapLibre, !files.contains(where: { $0.path.hasSuffix(".json") }) {
      StandardError.warn(
        "no MapLibre style is written, since a style needs one absolute URL for all tiles of a layer; "
          + "the script needs none. For a style pass --url, as in --url "
          + "https://example.com/\(given.sources.count > 1 ? "{floor}/" : ""){z}/{x}/{y}"
      )
    }
  }

  private static let bundle = "bundle"

  private static let module = "module"

  /// The beginning of generated code, where its language has comments.
  private static let mark = "Generated from a layer definition by tilepyramid"
}

import ArgumentParser
import Foundation
import PlanEditor
import TileServer

/// `tilepyramid serve`.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves tiles and a page that shows them, on 127.0.0.1.",
    discussion: """
      The address of the page is printed on standard output. Beside the page, at /, there are \
      /layer.json, which is a TileJSON too, and /{z}/{x}/{y}.{ext}; for a building /building.json, \
      and the others behind /{floor}. Tiles are found under the paths of the layer's own URL template \
      too, such as /L2_{z}_{x}_{y}.png. Any page that is open in a browser of this machine may read \
      tiles and documents, unless --allow-origin says otherwise. Only requests for 127.0.0.1, \
      localhost, [::1] and --allow-host are answered. SIGINT (Ctrl-C) and SIGTERM end the server, which then exits with 0. A layer that was \
      built again meanwhile is shown when the page is loaded again.
      """)

  @Argument(
    help: ArgumentHelp(
      "What to serve: a folder or file of tiles, a layer definition, or a building's folder.",
      valueName: "path"),
    completion: .stores)
  var path: String

  @OptionGroup var rows: SchemeOption

  @Option(help: ArgumentHelp("Listen on this port; 0 takes any that is free.", valueName: "n"))
  var port = LoopbackServer.defaultPort

  @Option(
    help: ArgumentHelp(
      "Answer an address without a tile with 404 or 204.", valueName: "status"))
  var absent = ParsedOption<AbsentTileStatus>(argument: "404")

  @Option(
    help: ArgumentHelp(
      """
      Let pages of this origin read tiles and documents, such as http://localhost:3000; * lets \
      all, none lets none.
      """, valueName: "origin"))
  var allowOrigin = ParsedOption<AllowedOrigin>(argument: "*")

  @Option(
    help: ArgumentHelp(
      """
      Accept another name by which clients call this machine, such as 10.0.2.2 in an emulator; \
      may be given several times.
      """, valueName: "host"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Show this beneath the tiles, as for `georeference --edit`: GeoJSON, tiles, vector tiles, a \
      georeferenced image or a tile URL; may be given several times.
      """, valueName: "background"),
    completion: .file())
  var background: [String] = []

  func run() throws {
    // Georeferenced images become tiles in it.
    let folder =
      background.isEmpty
      ? nil
      : try EditFolder(in: FileManager.default.temporaryDirectory.path) {
        InterruptionWatch.interruption != nil
      }
    let served = Result { try serve(in: folder) }
    try folder?.remove()
    try served.get()
  }

  private func serve(in folder: EditFolder?) throws {
    let allowedOrigin = try allowOrigin.value(of: "--allow-origin")
    let absent = try absent.value(of: "--absent")
    OpenFileLimit.raise(to: 8192)
    let faults = FaultLog()
    let ground = try folder.map { folder in
      // Interrupted at once, the folder would be left.
      try InterruptionWatch.deferring {
        try EditBackground.ground(of: background.map { try EditBackground($0, in: folder) })
      }
    }
    if let interruption = InterruptionWatch.interruption { throw interruption }
    let site = try ServedSite(path: path, scheme: rows.value, ground: ground)
    for warning in site.warnings { StandardError.warn(warning) }
    let server = LoopbackServer(
      site, port: port, absent: absent, allowedOrigin: allowedOrigin, hosts: Set(allowHost),
      onFault: faults.report)
    try RunningServer.run(server) { "http://127.0.0.1:\($0)/" }
  }
}

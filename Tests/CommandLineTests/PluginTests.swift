import Foundation
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

/// Builds an app's package with the plugins and the built program in an artifact bundle, as an app
/// developer has them.
@Suite("Plugins of the package manager")
struct PluginTests {
  /// The package of an app, beside that of the plugins.
  private struct AppPackage {
    let folder: TemporaryDirectory
    private let swift: CommandProbe

    /// Writes both packages, the app's with the sources and the plans of Examples/AppPackage.
    init() throws {
      folder = try TemporaryDirectory()
      swift = CommandProbe(
        executable: try #require(PluginTests.swift),
        directory: folder.url.appendingPathComponent("app"),
        environment: ["SWIFT_BACKTRACE": "enable=no"])
      let files = FileManager.default
      let root = Workspace.packageRoot
      for path in ["plugins/tilepyramid.artifactbundle", "app/Sources/GoogleMaps"] {
        try files.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
      }
      let program = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
      for (source, copy) in [
        (root.appendingPathComponent("scripts/packaging/plugins/Package.swift"), "Package.swift"),
        (root.appendingPathComponent("Sources/Plugins"), "Plugins"),
        (program, "tilepyramid.artifactbundle/tilepyramid"),
      ] {
        try files.copyItem(at: source, to: folder.url.appendingPathComponent("plugins/\(copy)"))
      }
      try files.copyItem(
        at: root.appendingPathComponent("Examples/AppPackage/Sources/MuseumMap"),
        to: folder.url.appendingPathComponent("app/Sources/MuseumMap"))
      try write(PluginTests.bundleInfo, to: "plugins/tilepyramid.artifactbundle/info.json")
      try write(PluginTests.manifest, to: "app/Package.swift")
      try write(PluginTests.standIn, to: "app/Sources/GoogleMaps/GoogleMaps.swift")
      try write(PluginTests.main, to: "app/Sources/MuseumMap/main.swift")
    }

    func write(_ text: String, to path: String) throws {
      try folder.write(text.utf8, as: path)
    }

    func build() throws -> CommandProbe.Result { try swift.run(["build"]) }

    /// The folder of built programs.
    func binaries() throws -> String {
      try swift.run(["build", "--show-bin-path"]).output.trimmingCharacters(in: .newlines)
    }

    /// Runs the app, and returns what it found of each floor.
    func run() throws -> [String] {
      let app = CommandProbe(
        executable: URL(fileURLWithPath: try binaries()).appendingPathComponent("MuseumMap"),
        directory: folder.url)
      let result = try app.run([])
      #expect(result.end == .exit(0), "\(result.errors)")
      return result.output.split(separator: "\n").map(String.init)
    }

    func command(_ arguments: [String]) throws -> CommandProbe.Result {
      try swift.run(["package", "--allow-writing-to-package-directory", "tilepyramid"] + arguments)
    }
  }

  private static let swift: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { URL(fileURLWithPath: "\($0)/swift") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  /// The program is that of the machine, whichever it is.
  private static let bundleInfo = """
    {"schemaVersion": "1.0", "artifacts": {"tilepyramid": {"version": "0.0.0", "type": "executable",
    "variants": [{"path": "tilepyramid", "supportedTriples": ["x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu", "arm64-apple-macosx", "x86_64-apple-macosx"]}]}}}
    """

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "app", platforms: [.macOS(.v15)], dependencies: [.package(path: "../plugins")],
      targets: [
        .target(name: "GoogleMaps"),
        .executableTarget(
          name: "MuseumMap", dependencies: ["GoogleMaps"],
          plugins: [.plugin(name: "GoogleMapsTiles", package: "plugins")]),
      ])
    """

  /// The part of the SDK that the code names.
  private static let standIn = """
    import Foundation

    public final class GMSMapView {
      public init() {}
    }

    public final class CGImage: Sendable {
      public var width: Int { 256 }
      public var height: Int { 256 }
      public func cropping(to rect: CGRect) -> CGImage? { self }
    }

    public final class UIImage: Sendable {
      public init() {}
      public init(cgImage: CGImage) {}
      public var cgImage: CGImage? { nil }
    }

    public let kGMSTileLayerNoTile = UIImage()

    public protocol GMSTileReceiver: AnyObject {
      func receiveTileWith(x: UInt, y: UInt, zoom: UInt, image: UIImage?)
    }

    open class GMSTileLayer {
      public init() {}
      open func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {}
      open func clearTileCache() {}
      public var tileSize = 0
      public var zIndex: Int32 = 0
      public var opacity: Float = 1
      public var map: GMSMapView?
    }

    public final class GMSURLTileLayer: GMSTileLayer {
      public let url: (UInt, UInt, UInt) -> URL?
      public init(urlConstructor: @escaping (UInt, UInt, UInt) -> URL?) { url = urlConstructor }
    }
    """

  /// Asks the layer of each floor for the tiles around the building.
  private static let main = """
    import Foundation
    import GoogleMaps

    print(MuseumMap(on: GMSMapView()).storeys)
    for floor in MuseumFloor.allCases {
      guard let layer = floor.makeLayer(overzoom: 0) as? GMSURLTileLayer else { continue }
      var tiles = 0
      var urls: Set<String> = []
      for zoom in UInt(17)...21 {
        let (column, row) = (UInt(1_098_356) >> (21 - zoom), UInt(734_484) >> (21 - zoom))
        for x in (column - 8)...(column + 8) {
          for y in (row - 8)...(row + 8) {
            guard let url = layer.url(x, y, zoom) else { continue }
            urls.insert(url.query ?? "")
            tiles += try Data(contentsOf: url).starts(with: [0x89, 0x50, 0x4E, 0x47]) ? 1 : 0
          }
        }
      }
      print(floor.rawValue, tiles, urls.joined(separator: " "))
    }
    """

  @Test(
    "An app's package finds its tiles in its resources and makes again what changed, and runs the program",
    .enabled(if: swift != nil, "swift is not installed"))
  func app() throws {
    let app = try AppPackage()
    // One after the other, since the package manager compiles the plugins for each package.
    try checkCommand(in: app)
    try checkBuilds(of: app)
  }

  private func checkBuilds(of app: AppPackage) throws {
    func makesTiles(_ result: CommandProbe.Result) -> Bool {
      (result.output + result.errors).contains("Museum-tiles: 2 floors")
    }
    let first = try app.build()
    try #require(first.end == .exit(0), "\(first.output)\(first.errors)")
    #expect(makesTiles(first))
    // Swift Build names no steps, warns of an option of its own, and may end by a signal after a plugin's failure.
    let isSwiftBuild = try app.binaries().contains("/Products/")
    #expect(isSwiftBuild || first.output.contains("Building the tiles of Museum"))
    let warnings = (first.output + first.errors).split(separator: "\n")
      .filter { $0.contains("warning") && !(isSwiftBuild && $0.contains("'-rdynamic'")) }
    #expect(warnings == [])
    let found = try app.run()
    try #require(found.count == 3, "\(found)")
    #expect(found[0] == "[0, 1]")
    #expect(found[1].hasPrefix("ground 14 v=") && found[2].hasPrefix("first 14 v="))

    let unchanged = try app.build()
    #expect(unchanged.end == .exit(0) && !makesTiles(unchanged), "\(unchanged.output)")
    #expect(try app.run() == found)

    let museum = "app/Sources/MuseumMap/Museum"
    try PNGFileWriter.write(
      RGBAImage(
        width: 420, height: 315, samples: (0..<(420 * 315)).flatMap { _ in [9, 8, 7, 255] }),
      to: app.folder.path("\(museum)/first-floor.png"), compression: .fast)
    let changed = try app.build()
    #expect(changed.end == .exit(0) && makesTiles(changed), "\(changed.output)\(changed.errors)")
    let again = try app.run()
    #expect(again.first == found.first && again.dropFirst().first == found[1])
    #expect(again.last != found[2] && again.last?.hasPrefix("first 1") == true, "\(again)")

    try app.write("name: Museum\nflors: []\n", to: "\(museum)/building.yml")
    let broken = try app.build()
    #expect(broken.end == .exit(1))
    let messages = broken.output + broken.errors
    #expect(
      messages.contains("Museum/building.yml:2:1: the building has no such key"), "\(messages)")
    #expect(messages.contains("expected: probably floors"))

    try FileManager.default.removeItem(atPath: app.folder.path("\(museum)/building.yml"))
    let missing = try app.build()
    #expect(isSwiftBuild ? missing.end != .exit(0) : missing.end == .exit(1))
    #expect((missing.output + missing.errors).contains("MuseumMap holds no manifest of a building"))
  }

  private func checkCommand(in app: AppPackage) throws {
    let built = try app.command([
      "build", "Sources/MuseumMap/Museum/building.yml", "-o", "tiles with blanks",
    ])
    #expect(built.end == .exit(0), "\(built.errors)")
    #expect(built.output.contains("tiles with blanks: 2 floors, 28 tiles"))
    #expect(app.folder.listing.contains("app/tiles with blanks/building.json"))
    let refused = try app.command(["info", "nothing"])
    #expect(refused.end == .exit(1))
    #expect(refused.output.contains("error: nothing: the file cannot be opened"))
    #expect(refused.errors.contains("exit code 3"), "\(refused.errors)")
  }
}

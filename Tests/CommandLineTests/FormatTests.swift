import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Formats of tiles")
struct FormatTests {
  /// A photograph with a transparent corner that is as the aligned plan does.
  private static let photograph = SyntheticRaster(
    name: "photo", size: PixelSize(width: 512, height: 512), isOpaque: false
  ) { x, y in
    x + y < 60
      ? PixelColor(0, 0, 0, alpha: 0)
      : PixelColor(
        UInt8(truncatingIfNeeded: 90 + x / 6), UInt8(truncatingIfNeeded: 40 + y / 3),
        UInt8(truncatingIfNeeded: 128 + (x * y) / 4000), alpha: 255)
  }

  private func makeWorkspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Self.photograph, as: "photo.png")
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    return workspace
  }

  private func build(
    _ workspace: Workspace, _ source: String, _ output: String, _ options: [String]
  ) throws -> CommandProbe.Result {
    try workspace.run(["build", source, "-o", output] + options + AlignedPlan.placement)
  }

  @Test(
    "A build in each format is sound, is described as what it is, and updates to itself",
    arguments: [
      (["--format", "jpeg"], "jpg", "jpg"),
      (["--format", "jpeg", "--quality", "95"], "jpg", "jpg"),
      (["--format", "webp"], "webp", "webp"), (["--format", "webp", "--lossless"], "webp", "webp"),
      (["--format", "webp", "--quality", "0", "--effort", "fast"], "webp", "webp"),
      (["--format", "avif"], "avif", "avif"),
      (["--format", "avif", "--quality", "0", "--effort", "fast"], "avif", "avif"),
      (["--format", "hybrid", "--quality", "85"], "jpg", "hybrid"),
    ])
  func sound(options: [String], ending: String, format: String) throws {
    let workspace = try makeWorkspace()
    #expect(try build(workspace, "plan.png", "out", options).end == .exit(0))
    let names = AlignedPlan.tiles.map { "out/\($0).\(ending)" } + ["out/layer.json"]
    #expect(workspace.directory.listing.filter { $0.hasPrefix("out/") } == names.sorted())
    try workspace.succeed("verify out")
    try workspace.succeed("info out", printing: "format      \(format)\n")
    try workspace.succeed([
      "snapshot", "out", "--camera", AlignedPlan.camera, "--size", "64x64", "-o", "shot.png",
    ])
    try workspace.succeed("info out --sheet sheet.png")
    let update = try build(workspace, "plan.png", "out", options + ["--update"])
    #expect(update.output.contains("0 added, 0 changed, 0 removed, 5 kept"), "\(update.output)")
    let other = try build(workspace, "plan.png", "out", ["--update"])
    #expect(other.end == .exit(2) && other.errors.contains("another --format"))
  }

  @Test(
    "An MBTiles file names its format as the specification does",
    arguments: [
      ("jpeg", "jpg"), ("webp", "webp"), ("avif", "avif"),
    ])
  func mbtiles(format: String, name: String) throws {
    let workspace = try makeWorkspace()
    #expect(try build(workspace, "plan.png", "a.mbtiles", ["--format", format]).end == .exit(0))
    let reader = try MBTilesReader.open(path: workspace.directory.path("a.mbtiles"))
    #expect(reader.metadata.first { $0.name == "format" }?.value == name)
    try workspace.succeed("verify a.mbtiles")
  }

  @Test("A hybrid build is JPEG where opaque and PNG elsewhere, and every client learns which")
  func hybrid() throws {
    let workspace = try makeWorkspace()
    let result = try build(
      workspace, "photo.png", "out", ["--format", "hybrid", "--preview", "--hard-links"])
    #expect(result.end == .exit(0) && !result.errors.contains("warning"), "\(result.errors)")
    let definition = try #require(
      try DirectoryTileReader(path: workspace.directory.path("out")).definition)
    let names = definition.coverage.tiles.map { tile in
      "out/\(tile).\(definition.format(of: tile).rawValue)"
    }
    #expect(
      workspace.directory.listing.filter { $0.hasPrefix("out/") }
        == (names + ["out/layer.json", "out/preview.html"]).sorted())
    #expect(names.count { $0.hasSuffix(".jpg") } == 3 && names.count == 5)
    for name in names {
      let bytes = try workspace.bytes(name)
      #expect(TileFormat(signatureOf: bytes)?.rawValue == String(name.suffix(3)))
    }
    try workspace.succeed("verify out --against photo.png", AlignedPlan.placement)
    for client in ["swift", "objc", "swift-mapkit", "kotlin", "java", "javascript", "leaflet"] {
      try workspace.succeed("layers out --client \(client) -o \(client)")
    }
    try workspace.fail("layers out --client tilejson -o json", saying: "one URL template")
    try workspace.succeed(
      "layers out --client tilejson -o json --url https://example.com/{z}/{x}/{y}")
  }

  @Test("A JPEG build says how many tiles lost transparency, and a dry run that some will")
  func lostTransparency() throws {
    let workspace = try makeWorkspace()
    let options = ["--format", "jpeg", "--background", "#00FF00"]
    let plain = ["--format", "jpeg"]
    let built = try build(workspace, "photo.png", "a", plain)
    #expect(built.end == .exit(0))
    #expect(
      built.errors.contains(
        "warning: 2 tiles have transparent parts, which JPEG cannot hold: they"
          + " show #FFFFFF;"), "\(built.errors)")
    #expect(built.errors.components(separatedBy: "warning").count == 2)
    let dry = try build(workspace, "photo.png", "b", plain + ["--dry-run"])
    #expect(dry.errors.contains("some tiles may have transparent parts"))
    #expect(dry.output.contains("pixels, JPEG of quality 80\n"))
    // An image that is opaque and fills its tiles loses nothing.
    let quiet = try build(workspace, "plan.png", "c", plain + ["--min-zoom", "16"])
    #expect(quiet.end == .exit(0) && !quiet.errors.contains("warning"), "\(quiet.errors)")
    // Around the image, what --background names.
    try workspace.succeed(
      "build plan.png -o d", options + RotatedPlan.placement, saying: "show #00FF00")
    let reader = try DirectoryTileReader(path: workspace.directory.path("d"))
    #expect(reader.definition?.background == "#00FF00FF")
    try workspace.succeed("verify d")
  }

  @Test(
    "What does not go together is refused before anything is read",
    arguments: [
      ("--format gif", "png, jpeg, webp, avif, hybrid"), ("--quality 80", "PNG loses nothing"),
      ("--lossless", "PNG loses nothing"), ("--format jpeg --lossless", "always lossy"),
      ("--format hybrid --lossless", "always lossy"), ("--format jpeg --quality 0", "1 to 100"),
      ("--format webp --quality 101", "0 to 100"), ("--format avif --quality 101", "0 to 100"),
      ("--format avif --lossless", "--format webp --lossless"),
      ("--format webp --lossless --quality 80", "lossless tiles have none"),
      ("--format hybrid --path {z}/{x}/{y}.png", "{ext} in --path"),
      ("--path {z}/{x}/{y}.jpg", "end --path in {ext}, or in .png"),
      ("--format jpeg --path {z}-{x}-{y}.PNG", "tiles of the format jpg"),
      ("--format hybrid --url https://a.example/{z}/{x}/{y}.png?k=1", "{ext} in --url"),
    ])
  func refusals(options: String, words: String) throws {
    let workspace = try Workspace()
    try workspace.fail(
      "build absent.png -o out", options.words + AlignedPlan.placement, saying: words)
  }

  @Test("AVIF tiles of a photograph show it, go into archives unchanged, and into no GeoPackage")
  func avif() throws {
    let workspace = try makeWorkspace()
    let options = ["--format", "avif", "--quality", "60"]
    #expect(try build(workspace, "photo.png", "out", options).end == .exit(0))
    try workspace.succeed("verify out --against photo.png", AlignedPlan.placement)
    for name in ["a.pmtiles", "a.mbtiles"] {
      try workspace.succeed("convert out \(name)")
      try workspace.succeed("verify \(name)")
      try workspace.succeed("diff out \(name)")
    }
    let reader = try PMTilesReader(path: workspace.directory.path("a.pmtiles"))
    #expect(reader.definition?.format == .avif)
    for refused in [
      try build(workspace, "photo.png", "a.gpkg", options),
      try workspace.run("convert out a.gpkg"),
      try workspace.run("merge out a.pmtiles -o a.gpkg"),
    ] {
      #expect(refused.end == .exit(2))
      #expect(
        refused.errors.contains("a GeoPackage cannot hold AVIF tiles")
          && refused.errors.contains("png, jpeg or webp"), "\(refused.errors)")
    }
    try workspace.succeed("merge out a.pmtiles -o merged")
    try workspace.succeed("verify merged")
  }

  @Test("A building has floors of several formats, which verify and build to the same bytes")
  func building() throws {
    let workspace = try makeWorkspace()
    let manifest = """
      name: House
      bounds: [\(AlignedPlan.bounds)]
      floors:
        - {id: L0, image: plan.png, format: webp, lossless: true}
        - {id: L1, image: photo.png, format: hybrid, quality: 70}
        - {id: L2, image: photo.png, format: jpeg}
      """
    try workspace.write(manifest.utf8, as: "house.yml")
    for (output, threads) in [("a", "1"), ("b", "3")] {
      try workspace.succeed(
        "build house.yml -o \(output) --threads \(threads) --preview",
        saying: "2 tiles have transparent parts")
    }
    for name in workspace.directory.listing where name.hasPrefix("a/") {
      #expect(try workspace.bytes(name) == workspace.bytes("b/" + name.dropFirst(2)), "\(name)")
    }
    let listing = Set(workspace.directory.listing)
    #expect(listing.contains("a/L0/16/34320/22950.webp"))
    #expect(listing.contains("a/L1/16/34320/22950.png"))
    #expect(listing.contains("a/L1/16/34321/22951.jpg"))
    #expect(listing.contains("a/L2/16/34321/22951.jpg"))
    try workspace.succeed("layers a --client openlayers -o code")
    try workspace.succeed(
      "build house.yml -o c --dry-run", saying: "floor L2: some tiles may have transparent parts",
      printing: "pixels, JPEG of quality 70 where opaque, else PNG")
    try workspace.succeed(
      "build house.yml -o a --update --preview", printing: "0 added, 0 changed, 0 removed, 15 kept")
  }
}

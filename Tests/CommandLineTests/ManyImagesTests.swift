import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Many images on the command line")
struct ManyImagesTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for (number, name) in ["a", "b", "c"].enumerated() {
      try workspace.write(
        SyntheticRaster.noise(
          seed: UInt64(number), opaque: true, size: PixelSize(width: 300, height: 300)),
        as: "\(name).png")
      let affine = AffineTransform.northUp(1_000_000 + 300 * Double(number), 6_000_000, step: 1)
      try workspace.write(WorldFile(affine).text.utf8, as: "\(name).pgw")
    }
    try workspace.write("a.png\nb.png\nc.png\n".utf8, as: "list.txt")
  }

  private let crs = ["--crs", "EPSG:3857"]

  @Test("Damaged images end a build, or are left out, listed, and end the program with 1")
  func damaged() throws {
    try workspace.write("damaged".utf8, as: "b.png")
    let build = ["build", "@list.txt"] + crs
    try workspace.fail(build + ["-o", "out"], saying: "b.png")

    let result = try workspace.fail(
      build + ["-o", "out", "--skip-damaged"], with: 1, saying: "b.png is left out: the file is not"
    )
    #expect(!result.errors.contains("a.png is left out"))
    try workspace.fail(
      build + ["-o", "other", "--skip-damaged", "--dry-run"], with: 1, saying: "b.png is left out")
    #expect(!workspace.entries.contains { $0.hasPrefix("other") })

    let verified = ["verify", "out", "--against", "@list.txt"] + crs
    try workspace.fail(verified)
    try workspace.succeed(verified + ["--skip-damaged", "--every"])
    try workspace.succeed(
      "info @list.txt --skip-damaged", crs, printing: "2 on one grid", "b.png is left out")
  }

  @Test("Options that have nothing to do are refused")
  func withoutEffect() throws {
    for (arguments, option) in [
      ("build a.png --skip-damaged", "--skip-damaged"),
      ("build @list.txt --skip-damaged --resume", "--resume"),
      ("build @list.txt --cut-to-footprints", "--cut-to-footprints"),
      ("build a.png --on-top first", "--on-top"), ("build a.png --feather 9", "--feather"),
      ("build a.png --headers h", "--headers"), ("build @list.txt --feather 0", "--feather"),
      ("build @list.txt --feather 257", "--feather"), ("build @list.txt --headers a.png", "a.png"),
      ("build @list.txt --bounds 8,47,9,48", "--bounds"),
    ] {
      try workspace.fail(arguments.words + ["-o", "out"], saying: option)
    }
  }

  @Test("An index cuts its images and credits those who made them; an update says what changed")
  func indexAndUpdate() throws {
    func feature(_ name: String, _ column: Double) -> String {
      let corners = [(0.0, 0.0), (150, 0), (150, 300), (0, 300)].map {
        "[\(1_000_000 + column + $0.0), \(6_000_000 - $0.1)]"
      }
      let ring = (corners + corners.prefix(1)).joined(separator: ", ")
      return "{\"type\": \"Feature\", \"properties\": {\"location\": \"\(name).png\", "
        + "\"attribution\": \"© \(name)\"}, \"geometry\": {\"type\": \"Polygon\", "
        + "\"coordinates\": [[\(ring)]]}}"
    }
    let features = [feature("a", 0), feature("b", 300)].joined(separator: ", ")
    try workspace.write(
      ("{\"type\": \"FeatureCollection\", \"crs\": {\"type\": \"name\", \"properties\": "
        + "{\"name\": \"EPSG:3857\"}}, \"features\": [\(features)]}").utf8, as: "index.geojson")
    let build = ["build", "index.geojson", "--update"] + crs
    let whole = try workspace.run(build + ["-o", "whole"])
    let cut = try workspace.run(build + ["-o", "cut", "--cut-to-footprints"])
    #expect(whole.end == .exit(0) && cut.end == .exit(0), "\(whole.errors)\(cut.errors)")
    let definition = try workspace.text("cut/layer.json")
    #expect(definition.contains("\"attribution\": \"© a, © b\""))
    #expect(definition.contains("\"count\": 2"))
    try workspace.fail("diff whole cut", with: 1)

    try workspace.write(
      SyntheticRaster.noise(seed: 9, opaque: true, size: PixelSize(width: 300, height: 300)),
      as: "b.png")
    try workspace.succeed(build + ["-o", "whole", "--dry-run"], printing: "1 of 2 images changed")
    let json = try workspace.run(build + ["-o", "whole", "--dry-run", "--json"])
    #expect(
      json.output.contains("\"changedImages\" : 1") || json.output.contains("\"changedImages\": 1"))
  }

  @Test("Headers are kept in a file, and change nothing; a folder of images is described")
  func headers() throws {
    // Images that are placed by files beside them are opened every time; those of a mosaic are not.
    let bands = (1...3).map { band in
      let sources = ["a", "b", "c"].enumerated().map { number, name in
        """
        <SimpleSource><SourceFilename relativeToVRT="1">\(name).png</SourceFilename>
        <SourceBand>\(band)</SourceBand>
        <DstRect xOff="\(290 * number)" yOff="0" xSize="300" ySize="300"/></SimpleSource>
        """
      }
      return "<VRTRasterBand dataType=\"Byte\" band=\"\(band)\">\(sources.joined())</VRTRasterBand>"
    }
    try workspace.write(
      """
      <VRTDataset rasterXSize="880" rasterYSize="300"><SRS>EPSG:3857</SRS>
      <GeoTransform>1000000, 1, 0, 6000000, 0, -1</GeoTransform>\(bands.joined())</VRTDataset>
      """.utf8, as: "m.vrt")
    let options = ["build", "m.vrt", "--headers", "h"]
    try workspace.succeed(options + ["-o", "out", "--dry-run"])
    #expect(workspace.entries.contains("h") && !workspace.entries.contains("out"))
    try workspace.succeed(options + ["-o", "out", "--feather", "5"])
    try workspace.succeed("verify out --against m.vrt --headers h --feather 5")
    // Blended tiles are not those of one image on top.
    try workspace.fail("verify out --against m.vrt --every", with: 1)
    try workspace.succeed("info .", crs, printing: "3 on one grid")
  }
}

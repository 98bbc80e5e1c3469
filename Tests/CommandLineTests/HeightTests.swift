import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Tiles of heights by the program")
struct HeightTests {
  /// A folder with heights whose first pixel is that of the tile 16/34320/22950.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    let tile = try #require(TileCoordinate(zoom: 16, x: 34_320, y: 22_950))
    guard case .affine(let affine) = Georeference.aligned(to: tile).pixelToCRS else {
      throw CocoaError(.featureUnsupported)
    }
    try HeightField.hills(PixelSize(width: 400, height: 300)).write(
      to: workspace.directory.path("dem.tif"), at: affine)
    return workspace
  }

  @Test("Build makes tiles of heights that verify finds sound", arguments: ["out", "out.mbtiles"])
  func build(output: String) throws {
    let workspace = try workspace()
    try workspace.succeed("build dem.tif -o \(output) --encoding mapbox --nodata-height -1.5")
    if output == "out" {
      let text = try workspace.text("out/layer.json")
      #expect(text.contains("\"encoding\": \"mapbox\""))
      #expect(text.contains("\"noDataHeight\": -1.5"))
      let samples = try PNGDecoder.decode(try workspace.bytes("out/16/34320/22950.png")).samples
      // The first pixel has no height, the one beside it one of the field's.
      #expect(Array(samples[0..<4]) == [1, 134, 145, 255])
      let field = HeightField.hills(PixelSize(width: 400, height: 300))
      let number = Double(samples[4]) * 65_536 + Double(samples[5]) * 256 + Double(samples[6])
      #expect(field[0, 0] == nil)
      #expect(abs(number / 10 - 10_000 - (try #require(field[1, 0]))) < 0.053)
    }
    try workspace.succeed("info \(output)", printing: "\nheights     mapbox\n")
    try workspace.succeed(
      "build dem.tif -o other --encoding mapbox --dry-run", printing: "PNG, heights as mapbox")
    let verified = try workspace.succeed(
      "verify \(output) --against dem.tif", printing: "samples of heights;")
    #expect(verified.output.hasSuffix("0 errors, 0 warnings, 0 notes\n"))
    try workspace.fail(
      "verify \(output) --against dem.tif --vertical-unit ft", with: 1, printing: "source.pixels")
  }

  @Test("A unit that is stated is used")
  func unit() throws {
    let workspace = try workspace()
    try workspace.succeed("build dem.tif -o out --encoding terrarium --vertical-unit us-ft")
    let samples = try PNGDecoder.decode(try workspace.bytes("out/16/34320/22950.png")).samples
    let height = Double(samples[4]) * 256 + Double(samples[5]) + Double(samples[6]) / 256 - 32_768
    let field = HeightField.hills(PixelSize(width: 400, height: 300))
    #expect(abs(height - (try #require(field[1, 0])) * 1200 / 3937) <= 0.5 / 256 + 1e-9)
    #expect(Array(samples[0..<4]) == [0, 0, 0, 0])
  }

  @Test("Heights are drawn, and verified as they were drawn")
  func relief() throws {
    let workspace = try workspace()
    let colors = workspace.directory.path("colors.txt")
    try Data("-100 navy\n500 0 200 0\n1200 white\n".utf8).write(to: URL(fileURLWithPath: colors))
    for drawing in ["--hillshade", "--hillshade --color-relief colors.txt"] {
      try workspace.succeed("build dem.tif -o out --overwrite --format webp \(drawing)")
      try workspace.succeed("verify out --against dem.tif \(drawing)")
    }
    try workspace.fail(
      "verify out --against dem.tif --hillshade", with: 1, printing: "source.pixels")
    try workspace.fail("build dem.tif -o colors.txt --overwrite --color-relief colors.txt")
  }

  @Test(
    "What cannot be made of heights is refused in the words of the command line",
    arguments: [
      ("--encoding mapbox --format jpg", ["--encoding needs a lossless format", "png"]),
      (
        "--encoding mapbox --overview-resampling keep",
        ["--overview-resampling is for colours", "found: keep"]
      ),
      (
        "--encoding mapbox --nodata-height -10001",
        [
          "the encoding has no colour for the height of --nodata-height",
          "-10000 to 1667721.5 metres",
        ]
      ),
      ("--encoding mapbox --format webp --quality 100", ["found: webp"]),
      ("--encoding mapbox --format hybrid", ["found: hybrid"]),
      ("--encoding mapbox --overview-resampling darken", ["found: darken"]),
      ("--encoding terrarium --nodata-height 32768", ["-32768 to 32767.99609375"]),
      ("--nodata-height 0", ["--nodata-height needs --encoding"]),
      ("--vertical-unit ft", ["--vertical-unit", "drawn as colours"]),
      ("--encoding mapbox --stretch percent", ["--stretch", "heights"]),
      ("--encoding mapbox --hillshade", ["--hillshade is for colours"]),
      ("--encoding other", ["--encoding", "terrarium", "mapbox"]),
      ("--encoding mapbox --vertical-unit yd", ["--vertical-unit", "us-ft"]),
    ])
  func refused(options: String, words: [String]) throws {
    let workspace = try workspace()
    let result = try workspace.fail("build dem.tif -o out \(options)")
    for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
    #expect(workspace.entries == ["dem.tif"])
  }
}

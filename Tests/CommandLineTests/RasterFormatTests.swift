import Foundation
import Georeferencing
import RasterSources
import Testing
import TilePyramidTesting

@Suite("Formats of images")
struct RasterFormatTests {
  /// A TIFF of uncompressed RGB in strips of 16 rows.
  private func tiff(_ raster: SyntheticRaster) -> [UInt8] {
    let (width, height) = (raster.size.width, raster.size.height)
    let samples = raster.samples
    let rows = (0..<height).map { y in
      (y * width..<(y + 1) * width).flatMap { samples[(4 * $0)..<(4 * $0 + 3)] }
    }
    var tiff = TinyTIFF(isBig: false)
    tiff.addImage(
      width: width, height: height, bands: 3, photometric: 2, blockHeight: 16,
      blocks: stride(from: 0, to: height, by: 16).map {
        Array(rows[$0..<min($0 + 16, height)].joined())
      })
    return tiff.file
  }

  @Test("Info says what the samples of an image are")
  func info() throws {
    let workspace = try Workspace()
    try workspace.write(tiff(AlignedPlan.raster), as: "plan.tif")
    let info = try workspace.run("info plan.tif --json --nodata 7").json()
    let samples = try #require(info["samples"] as? [String: String])
    #expect(samples["format"] == "TIFF")
    #expect(samples["bands"] == "3 × 8-bit, RGB")
    #expect(samples["compression"] == "none")
    #expect(samples["blocks"] == "strips of 512 × 16")
    #expect(samples["nodata"] == "7")
    try workspace.succeed("info plan.tif", printing: "blocks      strips of 512 × 16")
  }

  @Test("Options that a file has no use for, or that say nothing, exit with 2")
  func badOptions() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.write(tiff(AlignedPlan.raster), as: "plan.tif")
    for (file, options, word) in [
      ("plan.tif", "--page 2", "no page 2"), ("plan.png", "--page 1", "--page"),
      ("plan.png", "--stretch percent", "--stretch"), ("plan.png", "--nodata 300", "--nodata"),
      ("plan.tif", "--stretch 5,1", "--stretch"), ("plan.tif", "--stretch much", "--stretch"),
      ("plan.tif", "--nodata none", "--nodata"),
      ("plan.tif", "--background whitish", "--background"),
      ("plan.tif", "--transparent #12345", "--transparent"),
    ] {
      try workspace.fail(["info", file] + options.words, saying: word)
    }
  }

  /// A TIFF of pages of 16 × 16 grey samples of 2 metres, each with its corner in Web Mercator.
  private func pages(_ corners: [(x: Double, y: Double)]) -> [UInt8] {
    var tiff = TinyTIFF(isBig: false)
    for corner in corners {
      tiff.addImage(
        width: 16, height: 16, blockHeight: 16, blocks: [[UInt8](repeating: 120, count: 256)])
      tiff.add(33550, doubles: [2, 2, 0])
      tiff.add(33922, doubles: [0, 0, 0, corner.x, corner.y, 0])
      tiff.add(keys: [(1024, 1), (1025, 1), (3072, 3857)])
    }
    return tiff.file
  }

  @Test("A page is where its own tags put it")
  func pagePlaces() throws {
    let workspace = try Workspace()
    try workspace.write(pages([(1_000_000, 6_000_000), (1_100_000, 6_100_000)]), as: "two.tif")
    for (page, x, y) in [("1", 1e6, 6e6), ("2", 1.1e6, 6.1e6)] {
      let info = try workspace.run(["info", "two.tif", "--page", page, "--json"]).json()
      let placement = try #require(info["placement"] as? [String: Any])
      #expect(placement["geotransform"] as? [Double] == [x, 2, 0, y, 0, -2])
      try workspace.succeed(["build", "two.tif", "--page", page, "-o", "out\(page)"])
    }
    let tiles = ["out1/", "out2/"].map { folder in
      Set(workspace.directory.listing.filter { $0.hasPrefix(folder) }.map { $0.dropFirst(5) })
    }
    #expect(tiles[0] != tiles[1] && !tiles[0].isEmpty)
  }

  @Test(
    "A large sparse image with a mask is built in little memory", .enabled(if: TestData.isAvailable)
  )
  func largeImage() throws {
    let workspace = try Workspace()
    let path = TestData.path("rasters/usda_naip_512_jpeg_z5.tif")
    // 8192 × 16384 pixels on the grid of zoom 18.
    try workspace.succeed([
      "build", path, "-o", "out", "--memory-limit", "300M", "--bounds",
      "-121.9921875,45.9511497,-121.9482422,46.0122239",
    ])
    // Six blocks of 512 pixels hold samples.
    let deepest = workspace.directory.entries.filter {
      $0.hasPrefix("out/18/") && $0.hasSuffix(".png")
    }
    #expect(deepest.count >= 24, "\(deepest.count) tiles")
  }
}

import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Builds with a tolerance for nodata")
struct NoDataToleranceTests {
  /// 512 × 512: a border of 0 to 9 with a picture in it, and in that a square of 0 to 9.
  private static let scan = SyntheticRaster(
    name: "scan", size: PixelSize(width: 512, height: 512), isOpaque: true
  ) { x, y in
    let mixed: Int = 7 * x + 13 * y + x * y
    let noise = UInt8(mixed % 10)
    let isPicture = (60..<452).contains(x) && (40..<472).contains(y)
    let isCar = (300..<340).contains(x) && (300..<340).contains(y)
    if !isPicture || isCar { return PixelColor(noise, noise, noise) }
    return PixelColor(UInt8(60 + x / 4), UInt8(60 + y / 4), 90)
  }

  private static let tolerance = ["--nodata", "0", "--nodata-tolerance", "9"]

  private func tile(_ name: String, in workspace: Workspace) throws -> RGBAImage {
    try TileDecoder.decode(try workspace.bytes(name))
  }

  @Test(
    "A nodata border within the tolerance is transparent, the square inside is not, and verify agrees"
  )
  func aligned() throws {
    let workspace = try Workspace(Self.scan, as: "scan.png")
    let options = ["scan.png"] + AlignedPlan.placement + Self.tolerance
    try workspace.succeed(
      "build -o out --dry-run", options,
      printing: "nodata      0, within 9 levels and connected with the edge")
    try workspace.succeed("build -o out --threads 1", options)
    let (first, last) = (
      try tile("out/16/34320/22950.png", in: workspace),
      try tile("out/16/34321/22951.png", in: workspace)
    )
    func alpha(_ image: RGBAImage, _ x: Int, _ y: Int) -> UInt8 {
      image.samples[4 * (y * 256 + x) + 3]
    }
    #expect(alpha(first, 59, 100) == 0 && alpha(first, 60, 100) == 255)
    #expect(alpha(first, 100, 39) == 0 && alpha(first, 100, 40) == 255)
    // The square, 44 samples from the corner of its tile.
    #expect(alpha(last, 44, 44) == 255 && last.samples[4 * (60 * 256 + 60)] < 10)
    #expect(alpha(last, 255, 255) == 0)

    let against = ["verify", "out", "--every", "--against"]
    try workspace.succeed(against + options)
    try workspace.fail(against + ["scan.png", "--nodata", "0"] + AlignedPlan.placement, with: 1)

    try workspace.succeed("build -o other --threads 4", options)
    try workspace.succeed("diff out other")
    // No tolerance is an exact value.
    for (name, more) in [("exact", []), ("zero", ["--nodata-tolerance", "0"])]
      as [(String, [String])]
    {
      try workspace.succeed("build scan.png -o \(name) --nodata 0", AlignedPlan.placement + more)
    }
    try workspace.succeed("diff exact zero")
    try workspace.fail("diff exact out", with: 1)
  }

  @Test("A rotated image with a nodata tolerance is the same on any number of threads")
  func rotated() throws {
    let workspace = try Workspace(Self.scan, as: "scan.png")
    let options = ["scan.png"] + RotatedPlan.placement + Self.tolerance
    for threads in ["1", "3"] {
      try workspace.succeed(["build", "-o", "out\(threads)", "--threads", threads] + options)
    }
    try workspace.succeed("diff out1 out3")
    try workspace.succeed("verify out1 --every --against", options)
    #expect(workspace.scratch.entries.isEmpty)
  }

  @Test("A floor of a building takes the nodata tolerance from the manifest")
  func building() throws {
    let workspace = try Workspace(Self.scan, as: "scan.png")
    try workspace.write(
      """
      name: Site
      bounds: [\(AlignedPlan.bounds)]
      nodata: 0
      nodata-tolerance: 9
      floors:
        - {id: L0, level: 0, image: scan.png}

      """.utf8, as: "b.yml")
    try workspace.succeed("build b.yml -o out")
    let image = try tile("out/L0/16/34320/22950.png", in: workspace)
    #expect(image.samples[3] == 0 && image.samples[4 * (100 * 256 + 100) + 3] == 255)
    try workspace.succeed("verify out --against b.yml")
    for (text, word) in [("nodata-tolerance: 300", "0 to 255 levels"), ("nodata: low", "a number")]
    {
      try workspace.write(
        "name: X\n\(text)\nfloors: [{id: L0, level: 0, image: scan.png}]\n".utf8, as: "bad.yml")
      try workspace.fail("build bad.yml -o bad", saying: word)
    }
  }

  @Test("A nodata tolerance that has no effect, or is none, is refused")
  func refused() throws {
    let workspace = try Workspace(Self.scan, as: "scan.png")
    for (options, word) in [
      ("--nodata-tolerance 9", "states no nodata value"),
      ("--nodata 0 --nodata-tolerance -1", "0 to 255 levels"),
      ("--nodata 0 --nodata-tolerance much", "0 to 255 levels"),
      ("--nodata 400 --nodata-tolerance 9", "nodata value 400"),
    ] {
      try workspace.fail(
        "build scan.png -o out", AlignedPlan.placement + options.words, saying: word)
    }
  }
}

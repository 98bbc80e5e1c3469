import Foundation
import Georeferencing
import RasterSources
import Testing
import TilePyramidTesting

@Suite("Formats of images")
struct RasterFormatTests {
  /// A TIFF of uncompressed RGB in strips of 16 rows.
  private func tiff(_ raster: SyntheticRaster) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
    func long(_ value: Int) -> [UInt8] { short(value & 0xFFFF) + short(value >> 16) }
    let (width, height) = (raster.size.width, raster.size.height)
    let strips = (height + 15) / 16
    let tags: [(Int, type: Int, count: Int, value: Int)] = [
      (256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, 200), (259, 3, 1, 1), (262, 3, 1, 2),
      (273, 4, strips, 256), (277, 3, 1, 3), (278, 4, 1, 16), (279, 4, strips, 256 + 4 * strips),
    ]
    var bytes: [UInt8] = [0x49, 0x49, 42, 0]
    bytes += long(8)
    bytes += short(tags.count)
    for tag in tags {
      bytes += short(tag.0)
      bytes += short(tag.type)
      bytes += long(tag.count)
      bytes += long(tag.value)
    }
    bytes += [UInt8](repeating: 0, count: 200 - bytes.count)
    for _ in 0..<3 { bytes += short(8) }
    bytes += [UInt8](repeating: 0, count: 256 - bytes.count)
    let data = 256 + 8 * strips
    for strip in 0..<strips { bytes += long(data + strip * 48 * width) }
    for strip in 0..<strips { bytes += long(3 * width * min(16, height - 16 * strip)) }
    let samples = raster.samples
    for pixel in 0..<width * height { bytes += samples[(4 * pixel)..<(4 * pixel + 3)] }
    return bytes
  }

  private func json(_ result: CommandProbe.Result) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(value as? [String: Any])
  }

  @Test("A TIFF and a PNG of one picture make the same tiles, also where it is rotated")
  func sameTiles() throws {
    let workspace = try Workspace()
    for (name, raster, placement) in [
      ("aligned", AlignedPlan.raster, AlignedPlan.placement),
      ("turned", AlignedPlan.raster, RotatedPlan.placement),
    ] {
      try workspace.write(raster, as: "\(name).png")
      try workspace.write(tiff(raster), as: "\(name).tif")
      for kind in ["png", "tif"] {
        let result = try workspace.run(
          ["build", "\(name).\(kind)", "-o", "\(name)-\(kind)", "--name", "Plan"] + placement)
        #expect(result.end == .exit(0), "\(result.errors)")
      }
      let result = try workspace.run(["diff", "\(name)-png", "\(name)-tif"])
      #expect(result.end == .exit(0), "\(result.output)")
    }
    let plan = try workspace.run(
      ["build", "turned.tif", "-o", "out", "--dry-run"] + RotatedPlan.placement)
    #expect(plan.output.contains("in windows"))
  }

  @Test("Info says what the samples of an image are")
  func info() throws {
    let workspace = try Workspace()
    try workspace.write(tiff(AlignedPlan.raster), as: "plan.tif")
    let info = try json(try workspace.run(["info", "plan.tif", "--json", "--nodata", "7"]))
    let samples = try #require(info["samples"] as? [String: String])
    #expect(samples["format"] == "TIFF")
    #expect(samples["bands"] == "3 × 8-bit, RGB")
    #expect(samples["compression"] == "none")
    #expect(samples["blocks"] == "strips of 512 × 16")
    #expect(samples["nodata"] == "7")
    let text = try workspace.run(["info", "plan.tif"])
    #expect(text.output.contains("blocks      strips of 512 × 16"))
  }

  @Test("Options that a file has no use for, or that say nothing, exit with 2")
  func badOptions() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    try workspace.write(tiff(AlignedPlan.raster), as: "plan.tif")
    for (file, options, word) in [
      ("plan.tif", ["--page", "2"], "no page 2"), ("plan.png", ["--page", "1"], "--page"),
      ("plan.png", ["--stretch", "percent"], "--stretch"),
      ("plan.png", ["--nodata", "300"], "--nodata"),
      ("plan.tif", ["--stretch", "5,1"], "--stretch"),
      ("plan.tif", ["--stretch", "much"], "--stretch"),
      ("plan.tif", ["--nodata", "none"], "--nodata"),
      ("plan.tif", ["--background", "whitish"], "--background"),
      ("plan.tif", ["--transparent", "#12345"], "--transparent"),
    ] {
      let result = try workspace.run(["info", file] + options)
      #expect(result.end == .exit(2), "\(options): \(result.output)")
      #expect(result.errors.contains(word), "\(result.errors)")
    }
  }

  /// A TIFF of pages of 16 × 16 grey samples of 2 metres, each with its corner in Web Mercator.
  private func pages(_ corners: [(x: Double, y: Double)]) -> [UInt8] {
    func little(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
    func numbers(_ values: [Double]) -> [UInt8] { values.flatMap { little($0.bitPattern, 8) } }
    let keys: [UInt64] = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857]
    // The header, the samples of all pages, then pages of 12 tags with their values behind them.
    let (first, length) = (8 + 256, 2 + 12 * 12 + 4 + 24 + 48 + 32)
    var bytes: [UInt8] = [0x49, 0x49, 42, 0] + little(UInt64(first), 4)
    bytes += [UInt8](repeating: 120, count: 256)
    for (index, corner) in corners.enumerated() {
      let values = bytes.count + 2 + 12 * 12 + 4
      let tags: [(tag: UInt64, type: UInt64, count: UInt64, value: Int)] = [
        (256, 3, 1, 16), (257, 3, 1, 16), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
        (273, 4, 1, 8), (277, 3, 1, 1), (278, 3, 1, 16), (279, 4, 1, 256), (33550, 12, 3, values),
        (33922, 12, 6, values + 24), (34735, 3, 16, values + 72),
      ]
      bytes += little(12, 2)
      for tag in tags {
        bytes += little(tag.tag, 2) + little(tag.type, 2) + little(tag.count, 4)
        bytes += little(UInt64(tag.value), 4)
      }
      bytes += little(index + 1 < corners.count ? UInt64(first + length * (index + 1)) : 0, 4)
      bytes += numbers([2, 2, 0]) + numbers([0, 0, 0, corner.x, corner.y, 0])
      bytes += keys.flatMap { little($0, 2) }
    }
    return bytes
  }

  @Test("A page is where its own tags put it")
  func pagePlaces() throws {
    let workspace = try Workspace()
    try workspace.write(pages([(1_000_000, 6_000_000), (1_100_000, 6_100_000)]), as: "two.tif")
    for (page, x, y) in [("1", 1e6, 6e6), ("2", 1.1e6, 6.1e6)] {
      let info = try json(try workspace.run(["info", "two.tif", "--page", page, "--json"]))
      let placement = try #require(info["placement"] as? [String: Any])
      #expect(placement["geotransform"] as? [Double] == [x, 2, 0, y, 0, -2])
      let build = try workspace.run(["build", "two.tif", "--page", page, "-o", "out\(page)"])
      #expect(build.end == .exit(0), "\(build.errors)")
    }
    let tiles = ["out1/", "out2/"].map { folder in
      Set(workspace.directory.listing.filter { $0.hasPrefix(folder) }.map { $0.dropFirst(5) })
    }
    #expect(tiles[0] != tiles[1] && !tiles[0].isEmpty)
  }

  @Test("A background makes an image opaque")
  func background() throws {
    let workspace = try Workspace()
    try workspace.write(
      SyntheticRaster.noise(seed: 3, opaque: false, size: AlignedPlan.raster.size), as: "p.png")
    let options = AlignedPlan.placement + ["--min-zoom", "16"]
    let result = try workspace.run(
      ["build", "p.png", "-o", "out", "--background", "#FF8000"] + options)
    #expect(result.end == .exit(0), "\(result.errors)")
    let info = try json(
      try workspace.run(["info", "p.png", "--json", "--background", "#FF8000"]))
    #expect(info["isOpaque"] as? Bool == true)
    let transparent = try json(try workspace.run(["info", "p.png", "--json"]))
    #expect(transparent["isOpaque"] as? Bool == false)
  }

  @Test(
    "A large sparse image with a mask is built in little memory", .enabled(if: TestData.isAvailable)
  )
  func largeImage() throws {
    let workspace = try Workspace()
    let path = TestData.path("rasters/usda_naip_512_jpeg_z5.tif")
    // 8192 × 16384 pixels on the grid of zoom 18.
    let result = try workspace.run([
      "build", path, "-o", "out", "--memory-limit", "300M", "--bounds",
      "-121.9921875,45.9511497,-121.9482422,46.0122239",
    ])
    #expect(result.end == .exit(0), "\(result.errors)")
    // Six blocks of 512 pixels hold samples.
    let deepest = workspace.directory.entries.filter {
      $0.hasPrefix("out/18/") && $0.hasSuffix(".png")
    }
    #expect(deepest.count >= 24, "\(deepest.count) tiles")
  }
}

import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Rasters as other tools see them", .enabled(if: TestData.isAvailable))
struct RasterExpectationTests {
  /// A report of GDAL on a file.
  struct Facts: Decodable, Sendable {
    struct System: Decodable, Sendable {
      var auth: String
    }
    var size: [Int]
    var bands: Int
    var nodata: String?
    var geotransform: [Double]?
    var crs: System?
  }

  /// The pyramid that gdal2tiles makes of a file.
  struct Pyramid: Decodable, Sendable {
    struct Tile: Decodable, Sendable {
      /// Pixels whose alpha is not 0.
      var opaque: Int
      /// Their mean colour; of a grey file one number.
      var mean: [Double]?
    }
    var zoom: String
    var tiles: [String: Tile]
  }

  private struct Document<Value: Decodable>: Decodable {
    var files: [String: Value]
  }

  private static func files<Value: Decodable>(_ path: String, _: Value.Type) -> [String: Value] {
    guard TestData.isAvailable,
      let data = FileManager.default.contents(atPath: TestData.path(path)),
      let document = try? JSONDecoder().decode(Document<Value>.self, from: data)
    else { return [:] }
    return document.files
  }

  static let facts = files("rasters/expected_gdal.json", Facts.self)
  static let pyramids = files("numbers/expected_tiles_gdal2tiles.json", Pyramid.self)

  /// Files that are no rasters of ours, or whose headers are damaged.
  static let refused: Set<String> = [
    "byte_truncated.tif", "excessive-memory-TIFFFillStrip.tif", "tiled_bad_offset.tif",
    "test_bounds_close_to_tile_bounds_x.vrt",
  ]

  /// Mosaics, for which `info` lists the sources that are used.
  static let mosaics: Set<String> = ["RGB.byte.gcp.vrt", "rgb-193f513.vrt", "rgb-fa48952.vrt"]

  /// Files that are not placed though GDAL has numbers: a system without a position on the earth, a
  /// sample as large as the world, coordinates of which nobody knows the system.
  static let unplaced: Set<String> = [
    "byte_nogeoref.tif", "epsg4326_geotiff1_1.tif", "CM13ct.png", "test.png", "rotated.tif",
    "float_nan.tif", "non_square_pixels.tif",
  ]

  @Test("The expectations of rasters are those of the collection")
  func collection() {
    #expect(Self.facts.count >= 70)
    #expect(Self.pyramids.count >= 7)
  }

  @Test("Info says what GDAL says", arguments: facts.keys.sorted())
  func info(name: String) throws {
    let facts = try #require(Self.facts[name])
    let result = try Workspace().run(["info", TestData.path("rasters/" + name), "--json"])
    guard !Self.refused.contains(name) else {
      #expect(result.end == .exit(2))
      return
    }
    #expect(result.end == .exit(0), "\(result.errors)")
    let info = try result.json()
    if Self.mosaics.contains(name) {
      #expect(info["kind"] as? String == "images")
      return
    }
    // GDAL leaves pictures on their side.
    let isRotated = ["F6.jpg", "F8.jpg"].contains(name)
    let size = [info["width"] as? Int, info["height"] as? Int].compactMap(\.self)
    #expect(size == (isRotated ? Array(facts.size.reversed()) : facts.size))
    let samples = try #require(info["samples"] as? [String: String])
    #expect(samples["bands"]?.hasPrefix("\(facts.bands) × ") == true, "\(samples)")
    // The colour that a PNG makes transparent is GDAL's nodata.
    if !name.hasSuffix(".png") {
      let stated = samples["nodata"].map { Double($0) }
      let expected = facts.nodata.map { Double($0) }
      #expect(stated == expected || stated??.isNaN == true && expected??.isNaN == true)
    }
    guard let numbers = facts.geotransform, !Self.unplaced.contains(name) else { return }
    let placement = try #require(info["placement"] as? [String: Any], "\(result.output)")
    // Its keys count feet in a system of metres; the position is compared elsewhere.
    if name != "epsg_2853_with_us_feet.tif" {
      let found = try #require(placement["geotransform"] as? [Double])
      for (a, b) in zip(found, numbers) { #expect(abs(a - b) <= 1e-9 * max(1, abs(b))) }
    }
    let code = facts.crs?.auth == "ESRI:102113" ? "EPSG:3857" : facts.crs?.auth
    if let code, code != ":" { #expect(placement["crs"] as? String == code) }
  }

  /// The samples of a tile that are not transparent, as an area in pixels, and the sums of their
  /// premultiplied colours.
  private func sums(_ bytes: [UInt8]) throws -> (area: Double, colors: [Double]) {
    let image = try PNGDecoder.decode(bytes)
    var area = 0.0
    var colors = [0.0, 0, 0]
    for pixel in stride(from: 0, to: image.samples.count, by: 4) {
      let alpha = Double(image.samples[pixel + 3]) / 255
      area += alpha
      for channel in 0..<3 { colors[channel] += alpha * Double(image.samples[pixel + channel]) }
    }
    return (area, colors)
  }

  private func build(_ name: String, _ options: [String]) throws -> (any TileReader, Workspace) {
    let workspace = try Workspace()
    try workspace.succeed(
      ["build", TestData.path("rasters/" + name), "-o", "out.mbtiles"] + options)
    return (try workspace.store("out.mbtiles"), workspace)
  }

  @Test(
    "The tiles of a raster are those of gdal2tiles, with its colours",
    arguments: pyramids.keys.sorted())
  func tiles(name: String) throws {
    let expected = try #require(Self.pyramids[name])
    let zooms = expected.zoom.split(separator: "-").map(String.init)
    let (store, workspace) = try build(name, ["--min-zoom", zooms[0], "--max-zoom", zooms[1]])
    defer { _ = workspace }
    let found = Set(try store.coordinates().map(\.description))
    // An edge within a millionth of a sample of a tile's edge makes no sliver beyond it.
    let slivers: Set<String> =
      name == "alpha.tif" ? ["13/8076/5076", "14/16153/10153", "15/32307/20307"] : []
    let visible = expected.tiles.filter { $0.value.opaque > 0 }
    #expect(found == Set(visible.keys).subtracting(slivers))
    // gdal2tiles mixes this file's nodata, 255, into its samples, which all are 0: see below.
    guard name != "shade.tif" else { return }
    for coordinate in try store.coordinates() {
      guard let tile = visible[coordinate.description], let mean = tile.mean,
        let bytes = try store.tile(at: coordinate)
      else { continue }
      let (area, colors) = try sums(bytes)
      // A pixel on the edge counts there in full and here by its part: up to five rows of a tile
      // whose data have ragged edges.
      let difference = area - Double(tile.opaque)
      #expect(-5.5 * 256 < difference && difference < 256, "\(coordinate): \(difference)")
      // Nothing of the colour is gained or lost: a row and a half of white at most.
      for (channel, sum) in colors.enumerated() {
        let other = mean[mean.count == 3 ? channel : 0] * Double(tile.opaque)
        #expect(abs(sum - other) < 1.5 * 256 * 255, "\(coordinate): \(sum), \(other)")
      }
    }
  }

  @Test("Samples on the grid keep their transparency and are not mixed with nodata")
  func shade() throws {
    let (store, workspace) = try build("shade.tif", ["--min-zoom", "14", "--max-zoom", "14"])
    defer { _ = workspace }
    let image = try openRaster(path: TestData.path("rasters/shade.tif"))
    let rows = try readAll(image, scratch: workspace.scratch.path)
    var count = 0
    for coordinate in try store.coordinates() {
      let bytes = try #require(try store.tile(at: coordinate))
      let tile = try PNGDecoder.decode(bytes)
      // The image begins at the tile 14/3344/6224.
      let (left, top) = (256 * (coordinate.x - 3344), 256 * (coordinate.y - 6224))
      for y in 0..<256 {
        let start = 4 * ((top + y) * image.size.width + left)
        #expect(
          tile.samples[(1024 * y)..<(1024 * (y + 1))].elementsEqual(rows[start..<start + 1024]))
      }
      count += 1
    }
    #expect(count == 16)
  }

  private func readAll(_ source: any RasterSource, scratch: String) throws -> [UInt8] {
    let reader = try source.makeRowReader(scratch: ScratchDirectory(path: scratch))
    var rows: [UInt8] = []
    var row = [UInt8](repeating: 0, count: 4 * source.size.width)
    for _ in 0..<source.size.height {
      try row.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { try reader.readRow(into: base) }
      }
      rows += row
    }
    return rows
  }

  @Test("Lists of tiles are those of gdal raster tile and rio-mbtiles")
  func lists() throws {
    func list(_ name: String, _ low: Int, _ high: Int, _ more: [String] = []) throws -> [String] {
      let (store, workspace) = try build(
        name, ["--min-zoom", "\(low)", "--max-zoom", "\(high)"] + more)
      defer { _ = workspace }
      return try store.coordinates().map(\.description).sorted()
    }
    let zone = ["--crs", "EPSG:32611"]
    #expect(try list("byte.tif", 10, 11, zone) == ["10/177/409", "11/354/818"])
    #expect(
      try list("byte.tif", 15, 15, zone)
        == ["15/5676/13100", "15/5676/13101", "15/5677/13100", "15/5677/13101"])
    #expect(try list("small_world.tif", 0, 3).count == 85)
    // rio-mbtiles lists 6 and 70: one and three more, of tiles that the bounds of the image meet and
    // its samples do not. Tiles without a visible pixel are left out here.
    #expect(try list("RGB.byte.tif", 6, 7).count == 5)
    #expect(try list("RGB.byte.tif", 6, 7, ["--keep-empty"]).count == 6)
    #expect(try list("RGB.byte.tif", 4, 10).count == 67)
  }

  @Test("An image without a georeference is refused, with numbers for no system as well")
  func unplacedFiles() throws {
    for name in Self.unplaced {
      let workspace = try Workspace()
      try workspace.fail(["build", TestData.path("rasters/" + name), "-o", "out"])
    }
  }
}

import Foundation
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Updates of a picture of several images")
struct MosaicUpdateTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Pixels along the side of a piece: of 5 × 2 pieces, some are in no block of 8 × 8 tiles of 256 pixels
  /// that another one is in.
  private static let side = 750

  /// A way to read the pieces.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var crs: String
    var affine: RasterSources.AffineTransform
    var format = TileFormatChoice.png
    /// The zooms above the deepest that are made.
    var zooms = 5
    /// The pieces: five side by side, or one above the other.
    var shape = (columns: 5, rows: 2)
    /// In the second system, pieces from this column on.
    var others: String?

    var testDescription: String { name }
  }

  private static func affine(
    _ x: Double, _ y: Double, _ step: Double, turn: Double = 0
  ) -> RasterSources.AffineTransform {
    RasterSources.AffineTransform(
      originX: x, originY: y, columnX: step, columnY: -turn * step, rowX: -turn * step,
      rowY: -step)
  }

  private static let pixel = 40_075_016.685578488 / 256 / 131_072

  static let cases = [
    Case(
      name: "between lines of the grid", crs: "EPSG:3857",
      affine: affine(1_000_192 * 1.0, 6_000_000, 1),
      shape: (2, 5)),
    Case(
      name: "aligned", crs: "EPSG:3857", affine: affine(837_000 * pixel, 5_021_000 * pixel, pixel)),
    Case(name: "in degrees", crs: "EPSG:4326", affine: affine(8.5, 47.4, 0.000_01), shape: (2, 5)),
    Case(name: "warped", crs: "EPSG:32632", affine: affine(500_000, 5_200_000, 1)),
    Case(
      name: "turned", crs: "EPSG:3857", affine: affine(1_000_000, 6_000_000, 1, turn: 0.3),
      shape: (2, 5)),
    Case(
      name: "warped, JPEG", crs: "EPSG:32632", affine: affine(500_000, 5_200_000, 1), format: .jpeg),
    Case(
      name: "two systems", crs: "EPSG:32632", affine: affine(500_000, 5_200_000, 1),
      others: "EPSG:32633"),
    Case(
      name: "few zooms", crs: "EPSG:32632", affine: affine(500_000, 5_200_000, 1), zooms: 2),
  ]

  /// Writes a piece, whose pixels `seed` tells.
  private func write(_ column: Int, _ row: Int, seed: Int, _ example: Case) throws -> String {
    let side = Self.side
    let raster = SyntheticRaster(
      name: "piece", size: PixelSize(width: side, height: side), isOpaque: false
    ) { x, y in
      // A hole, which tells a kept tile that is empty.
      if (300..<500).contains(x), (300..<900).contains(y), row == 1 {
        return PixelColor(0, 0, 0, alpha: 0)
      }
      let value = (x / 7 &* 31 &+ y / 5 &* 17 &+ seed &* 57 &+ column &* 11 &+ row &* 5) & 255
      return PixelColor(UInt8(value), UInt8((value &* 3) & 255), UInt8((x ^ y) & 255))
    }
    let path = folder.path("\(row)-\(column).png")
    try PNGFileWriter.write(RGBAImage(raster), to: path, compression: .fast)
    let origin = example.affine.apply(
      PixelPoint(x: Double(column * side), y: Double(row * side)))
    var affine = example.affine
    (affine.originX, affine.originY) = (origin.x, origin.y)
    var crs = example.crs
    if let others = example.others, column >= 3 {
      // A system that lies beside: the same metres, from the origin of the other's place.
      crs = others
      affine.originX -= 455_000
    }
    try Data(WorldFile(affine).text.utf8).write(
      to: URL(fileURLWithPath: folder.path("\(row)-\(column).pgw")))
    try Data(crs.utf8).write(to: URL(fileURLWithPath: folder.path("\(row)-\(column).prj")))
    return path
  }

  private func request(
    _ paths: [String], _ example: Case, to name: String, updates: Bool
  ) throws -> PyramidRequest {
    var request = PyramidRequest(
      SourceImages(paths, readAs: SourceImage("")),
      output: .directory(folder.path(name), existing: updates ? .update : .refuse))
    request.encoding = try PyramidEncoding(
      example.format, quality: nil, isLossless: false, background: .white, effort: .fast)
    let deepest = try PyramidBuild(request).plan.deepest.zoom
    request.options.minimumZoom = deepest - example.zooms
    return request
  }

  private func tiles(_ name: String) throws -> [TileCoordinate: [UInt8]] {
    let store = try openTileStore(folder.path(name))
    var tiles: [TileCoordinate: [UInt8]] = [:]
    for tile in try store.coordinates() { tiles[tile] = try store.tile(at: tile) }
    return tiles
  }

  @Test("What changed is made again, and the result is that of a new build", arguments: cases)
  func update(example: Case) async throws {
    var paths: [String] = []
    let (columns, rows) = example.shape
    for row in 0..<rows {
      for column in 0..<columns { paths.append(try write(column, row, seed: 1, example)) }
    }
    let first = try PyramidBuild(request(paths, example, to: "tiles", updates: true))
    #expect(first.updatePlan == nil, "there is nothing to keep yet")
    _ = try await first.run()

    // The first build leaves out what was there before, and a build of the same changes nothing.
    let same = try PyramidBuild(request(paths, example, to: "tiles", updates: true))
    let plan = try #require(same.updatePlan)
    #expect(plan.changedImageCount == 0 && plan.remadeTileCount == 0)
    let kept = try await same.run()
    #expect(try #require(kept.changes).isEmpty)

    // The second update keeps what the first one noted again.
    for changed in [[(columns - 1, 0)], [(0, rows - 1)]] {
      for (column, row) in changed { _ = try write(column, row, seed: 2, example) }
      let build = try PyramidBuild(request(paths, example, to: "tiles", updates: true))
      let plan = try #require(build.updatePlan)
      #expect(plan.changedImageCount == changed.count)
      #expect(plan.remadeTileCount > 0 && plan.remadeTileCount < plan.tileCount)
      let built = try await build.run()
      #expect(try #require(built.changes).keptCount > 0)
    }
    let whole = try await PyramidBuild(request(paths, example, to: "fresh", updates: false)).run()
    #expect(try tiles("tiles") == tiles("fresh"))
    let updated = try #require(try openTileStore(folder.path("tiles")).definition)
    #expect(updated.digest == whole.definition.digest)
    #expect(updated.coverage == whole.definition.coverage)
    // Which files the picture was made of is stated, and read back from the document.
    #expect(updated.sources == whole.definition.sources)
    #expect(
      updated.sources?.files.map(\.name)
        == paths.map { $0.split(separator: "/").last.map(String.init) })
  }

  @Test("An order that changed, or an output of others, keeps nothing unseen")
  func nothingKept() async throws {
    let example = Self.cases[0]
    var paths = try (0..<3).map { try write($0, 0, seed: 1, example) }
    _ = try await PyramidBuild(request(paths, example, to: "tiles", updates: true)).run()
    #expect(try PyramidBuild(request(paths, example, to: "tiles", updates: true)).updatePlan != nil)
    paths.swapAt(0, 1)
    #expect(try PyramidBuild(request(paths, example, to: "tiles", updates: true)).updatePlan == nil)
    paths.swapAt(0, 1)
    var other = try request(paths, example, to: "tiles", updates: true)
    other.options.resampling = .bilinear
    #expect(try PyramidBuild(other).updatePlan == nil)
    // The record of an output is not that of another one.
    let record = folder.path(".tiles.tilepyramid-update")
    try FileManager.default.copyItem(atPath: record, toPath: folder.path("record"))
    _ = try write(1, 0, seed: 2, example)
    _ = try await PyramidBuild(request(paths, example, to: "tiles", updates: true)).run()
    try FileManager.default.removeItem(atPath: record)
    #expect(try PyramidBuild(request(paths, example, to: "tiles", updates: true)).updatePlan == nil)
    try FileManager.default.copyItem(atPath: folder.path("record"), toPath: record)
    #expect(try PyramidBuild(request(paths, example, to: "tiles", updates: true)).updatePlan == nil)
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: record))
    #expect(try PyramidBuild(request(paths, example, to: "tiles", updates: true)).updatePlan == nil)
  }

  @Test("Whether a run is cancelled can be asked any number of times")
  func cancellation() {
    let cancellation = LateCancellation()
    cancellation.ask { false }
    for _ in 0..<200_000 where cancellation.isRequested { Issue.record("it is not") }
    #expect(!cancellation.isRequested)
  }
}

import Foundation
import Georeferencing
import Mosaics
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

  /// Pixels along the longer side of a piece: of five in a row, some are in no block of 8 × 8 tiles of 256
  /// pixels that another one is in.
  private static let side = 750
  /// Pixels across the row, where there need be no more than two pieces.
  private static let breadth = 320

  /// A way to read the pieces.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var crs: String
    var affine: Georeferencing.AffineTransform
    var format = TileFormatChoice.png
    /// The zooms above the deepest that are made.
    var zooms = 5
    /// The pieces: five side by side, or one above the other.
    var shape = (columns: 5, rows: 2)
    /// In the second system, pieces from this column on.
    var others: String?
    var overviews = OverviewResampling.average
    var light = OverviewLight.srgb

    var testDescription: String { name }

    /// The size of a piece.
    var piece: PixelSize {
      shape.columns >= shape.rows
        ? PixelSize(width: MosaicUpdateTests.side, height: MosaicUpdateTests.breadth)
        : PixelSize(width: MosaicUpdateTests.breadth, height: MosaicUpdateTests.side)
    }
  }

  private static func affine(
    _ x: Double, _ y: Double, _ step: Double, turn: Double = 0
  ) -> Georeferencing.AffineTransform {
    Georeferencing.AffineTransform(
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
    Case(name: "few zooms", crs: "EPSG:32632", affine: affine(500_000, 5_200_000, 1), zooms: 2),
    // The image is so wide that zooms of several tiles are above those that groups of columns make.
    Case(
      name: "wide", crs: "EPSG:32632", affine: affine(500_000, 5_200_000, 1), zooms: 6,
      shape: (22, 1)),
    Case(
      name: "wide, nearest", crs: "EPSG:32632", affine: affine(500_000, 5_200_000, 1), zooms: 6,
      shape: (22, 1), overviews: .nearest),
    Case(
      name: "wide, means of light", crs: "EPSG:32632", affine: affine(500_000, 5_200_000, 1),
      zooms: 6, shape: (22, 1), light: .linear),
  ]

  /// Five pieces side by side.
  private static let row = Case(
    name: "a row", crs: "EPSG:3857", affine: affine(1_000_192 * 1.0, 6_000_000, 1), shape: (5, 1))

  /// Writes a piece, whose pixels `seed` tells.
  private func write(_ column: Int, _ row: Int, seed: Int, _ example: Case) throws -> String {
    let size = example.piece
    let raster = SyntheticRaster(name: "piece", size: size, isOpaque: false) { x, y in
      // A hole, which tells a kept tile that is empty.
      let (along, across) = (max(size.width, size.height) == size.width ? (x, y) : (y, x))
      if (100..<650).contains(along), (20..<300).contains(across), row == 1 {
        return PixelColor(0, 0, 0, alpha: 0)
      }
      let value = (x / 7 &* 31 &+ y / 5 &* 17 &+ seed &* 57 &+ column &* 11 &+ row &* 5) & 255
      return PixelColor(UInt8(value), UInt8((value &* 3) & 255), UInt8((x ^ y) & 255))
    }
    let path = folder.path("\(row)-\(column).png")
    try PNGFileWriter.write(RGBAImage(raster), to: path, compression: .fast)
    let origin = example.affine.apply(
      PixelPoint(x: Double(column * size.width), y: Double(row * size.height)))
    var affine = example.affine
    (affine.originX, affine.originY) = (origin.x, origin.y)
    var crs = example.crs
    if let others = example.others, column >= 3 {
      // A system that lies beside: the same metres, from the origin of the other's place.
      crs = others
      affine.originX -= 455_000
    }
    try folder.write(WorldFile(affine).text.utf8, as: "\(row)-\(column).pgw")
    try folder.write(crs.utf8, as: "\(row)-\(column).prj")
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
    request.options.overviewResampling = example.overviews
    request.options.overviewLight = example.light
    let deepest = try PyramidBuild(request).plan.deepest.zoom
    request.options.minimumZoom = deepest - example.zooms
    return request
  }

  private func tiles(_ name: String) throws -> [TileCoordinate: [UInt8]] {
    return try openTileStore(folder.path(name)).allTiles()
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
    // The files of the picture are stated, and read back from the document.
    #expect(updated.sources == whole.definition.sources)
    #expect(
      updated.sources?.files.map(\.name)
        == paths.map { $0.split(separator: "/").last.map(String.init) })
  }

  @Test("An order that changed, or an output of others, keeps nothing unseen")
  func nothingKept() async throws {
    let example = Self.row
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

  @Test("A tile or a record that was damaged meanwhile is made again")
  func damaged() async throws {
    let example = Self.row
    let paths = try (0..<5).map { try write($0, 0, seed: 1, example) }
    _ = try await PyramidBuild(request(paths, example, to: "tiles", updates: true)).run()
    let whole = try tiles("tiles")
    func repaired() async throws -> TileChanges {
      _ = try write(4, 0, seed: 2, example)
      let build = try PyramidBuild(request(paths, example, to: "tiles", updates: true))
      let changes = try #require(try await build.run().changes)
      _ = try write(4, 0, seed: 1, example)
      _ = try await PyramidBuild(request(paths, example, to: "tiles", updates: true)).run()
      #expect(try tiles("tiles") == whole)
      return changes
    }
    // The westernmost tile is in no block of the piece that changes.
    let tile = try #require(
      whole.keys.filter { $0.zoom == whole.keys.map(\.zoom).max() }.min { $0.x < $1.x })
    let file = folder.path("tiles/\(tile.zoom)/\(tile.x)/\(tile.y).png")
    func number() throws -> ino_t {
      var status = stat()
      #expect(stat(file, &status) == 0)
      return status.st_ino
    }
    let before = try number()
    #expect(try await !repaired().changed.contains(tile))
    #expect(try number() == before, "a file that is kept is not written again")
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: file))
    #expect(try await repaired().changed.contains(tile))
    try FileManager.default.removeItem(atPath: file)
    #expect(try await repaired().added.contains(tile))
    // Bytes of blocks in the midst of the record: of some alone, and of so many that it is of no use.
    let record = folder.path(".tiles.tilepyramid-update")
    for step in [80, 5000] {
      var bytes = try Data(contentsOf: URL(fileURLWithPath: record))
      for offset in stride(from: bytes.count / 4, to: bytes.count, by: bytes.count / step) {
        bytes[offset] ^= 0x55
      }
      try bytes.write(to: URL(fileURLWithPath: record))
      _ = try await repaired()
    }
  }

  @Test("Images that did not change are not read")
  func unread() async throws {
    let example = Self.row
    let size = example.piece
    let paths = try (0..<5).map { column in
      let path = try write(column, 0, seed: 1, example)
      // Noise takes so many bytes that its fingerprint does not tell all of them.
      let noise = SyntheticRaster.noise(seed: UInt64(column), opaque: true, size: size)
      try PNGFileWriter.write(RGBAImage(noise), to: path, compression: .fast)
      return path
    }
    _ = try await PyramidBuild(request(paths, example, to: "tiles", updates: true)).run()
    var status = stat()
    #expect(stat(paths[0], &status) == 0)
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: paths[0]))
    try handle.seek(toOffset: UInt64(status.st_size / 4))
    try handle.write(contentsOf: [UInt8](repeating: 0, count: 4096))
    try handle.close()
    var times = [status.st_atim, status.st_mtim]
    #expect(utimensat(AT_FDCWD, paths[0], &times, 0) == 0)
    let build = try PyramidBuild(request(paths, example, to: "tiles", updates: true))
    #expect(try #require(build.updatePlan).changedImageCount == 0)
    #expect(try #require(try await build.run().changes).isEmpty)
    // A build that reads it cannot.
    await #expect(throws: (any Error).self) {
      _ = try await PyramidBuild(request(paths, example, to: "fresh", updates: false)).run()
    }
  }

  /// A TIFF of two pages of one grey each, which are alike but for that.
  private static func twoPages(side: Int) -> [UInt8] {
    var tiff = TinyTIFF(isBig: false)
    for grey in [10, 200] as [UInt8] {
      tiff.addImage(
        width: side, height: side, blockHeight: side,
        blocks: [[UInt8](repeating: grey, count: side * side)])
    }
    return tiff.file
  }

  @Test("Another page of the same files keeps nothing")
  func page() async throws {
    let paths = try (0..<2).map { number in
      let path = folder.path("\(number).tif")
      try Data(Self.twoPages(side: 64)).write(to: URL(fileURLWithPath: path))
      try folder.write(
        WorldFile(Self.affine(1_000_000 + 64 * Double(number), 6_000_000, 1)).text.utf8,
        as: "\(number).tfw")
      return path
    }
    func request(page: Int) -> PyramidRequest {
      var image = SourceImage("")
      image.crs = .webMercator
      image.samples.page = page
      return PyramidRequest(
        SourceImages(paths, readAs: image),
        output: .directory(folder.path("tiles"), existing: .update))
    }
    _ = try await PyramidBuild(request(page: 1)).run()
    #expect(try PyramidBuild(request(page: 1)).updatePlan != nil)
    #expect(try PyramidBuild(request(page: 2)).updatePlan == nil)
  }

  @Test("Whether a run is cancelled can be asked any number of times")
  func cancellation() {
    let cancellation = CancellationRelay()
    cancellation.ask { false }
    for _ in 0..<200_000 where cancellation.isRequested { Issue.record("it is not") }
    #expect(!cancellation.isRequested)
  }
}

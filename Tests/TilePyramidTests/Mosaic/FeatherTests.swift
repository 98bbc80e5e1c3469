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

@Suite("Blending overlaps")
struct FeatherTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test(
    "Weights grow with the exact distance from what is not covered, also in the tiles around",
    arguments: [
      1, 3, 8, 16,
    ])
  func weights(width: Int) {
    let side = 16
    var random = SeededGenerator(seed: UInt64(width))
    for round in 0..<40 {
      // The alpha of three by three tiles, of which some show nothing.
      let isAbsent = (0..<9).map { _ in Int.random(in: 0..<5, using: &random) == 0 }
      let holes = [400, 40, 4, 0][round % 4]
      var alpha = [UInt8](repeating: 255, count: 9 * side * side)
      for _ in 0..<holes { alpha[Int.random(in: alpha.indices, using: &random)] = 127 }
      func covered(_ x: Int, _ y: Int) -> Bool {
        !isAbsent[3 * (y / side) + x / side] && alpha[y * 3 * side + x] >= 128
      }
      let tiles = (0..<9).map { number -> UnsafeMutablePointer<UInt8> in
        let tile = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * side * side)
        for y in 0..<side {
          for x in 0..<side {
            let index = (number / 3 * side + y) * 3 * side + number % 3 * side + x
            for channel in 0..<4 { tile[4 * (y * side + x) + channel] = alpha[index] }
          }
        }
        return tile
      }
      defer { for tile in tiles { tile.deallocate() } }
      let found = UnsafeMutablePointer<Float>.allocate(capacity: side * side)
      defer { found.deallocate() }
      FeatherWeights(width: width, tileSize: side).compute(
        (0..<9).map { isAbsent[$0] ? nil : UnsafePointer(tiles[$0]) }, into: found)
      for y in 0..<side {
        for x in 0..<side {
          var nearest = width + 1
          var squared = nearest * nearest
          for dy in -width...width {
            for dx in -width...width where !covered(x + side + dx, y + side + dy) {
              squared = min(squared, dx * dx + dy * dy)
            }
          }
          nearest = 0
          let expected = min(1, max(0.25, Float(squared).squareRoot() - 0.5) / Float(width))
          #expect(abs(found[y * side + x] - expected) < 1e-6, "(\(x), \(y)) of round \(round)")
        }
      }
    }
  }

  /// Two flat images on the grid of zoom 17, the second 300 columns further east, and a third one in another
  /// system that covers a part of both.
  private func images(_ feather: Int, third: Bool, second: UInt8 = 200) throws -> SourceImages {
    let grid = TileGrid(tileSize: .standard)
    let step = grid.resolution(atZoom: 17)
    var listing = try ImageListing([])
    func add(
      _ name: String, _ level: UInt8, _ crs: CoordinateReferenceSystem,
      _ affine: Georeferencing.AffineTransform
    ) throws {
      let size = PixelSize(width: 500, height: 300)
      let picture = SyntheticRaster.flat(PixelColor(level, level, level), size: size)
      try folder.write(picture, as: name + ".png")
      try folder.write(WorldFile(affine).text.utf8, as: name + ".pgw")
      try listing.add(
        ListedImage(
          folder.path(name + ".png"), placement: .worldFile(path: folder.path(name + ".pgw")),
          crs: crs))
    }
    for (name, level, column) in [("a", 100 as UInt8, 0.0), ("b", second, 300)] {
      let corner = grid.mercator(
        of: WorldPixelPoint(x: 256 * 69_000 + 100 + column, y: 256 * 46_000 + 50), atZoom: 17)
      try add(name, level, .webMercator, AffineTransform.northUp(corner.x, corner.y, step: step))
    }
    if third {
      let corner = WebMercator.unproject(
        grid.mercator(
          of: WorldPixelPoint(x: 256 * 69_000 + 250.5, y: 256 * 46_000 + 120.2), atZoom: 17))
      try add(
        "c", 40, .geographic,
        Georeferencing.AffineTransform(
          originX: corner.longitude, originY: corner.latitude, columnX: 4e-6, columnY: 1e-6,
          rowX: 1e-6, rowY: -4e-6))
    }
    var images = SourceImages(listing, readAs: SourceImage(""), path: folder.path)
    images.featherWidth = feather
    return images
  }

  private func build(
    _ images: SourceImages, named name: String, threads: Int = 2, update: Bool = false
  ) async throws -> [TileCoordinate: [UInt8]] {
    var request = PyramidRequest(
      images, output: .directory(folder.path(name), existing: update ? .update : .refuse))
    request.options.maximumZoom = 17
    request.resources.threads = threads
    _ = try await PyramidBuild(request).run()
    return try openTileStore(folder.path(name)).allTiles()
  }

  /// The red samples of a row of the deepest zoom.
  private func row(_ y: Int, _ tiles: [TileCoordinate: [UInt8]]) throws -> [UInt8?] {
    try (0..<1024).map { x in
      guard let tile = TileCoordinate(zoom: 17, x: 69_000 + x / 256, y: 46_000 + y / 256),
        let bytes = tiles[tile]
      else { return nil }
      let image = try TileDecoder.decode(bytes)
      let index = 4 * (256 * (y % 256) + x % 256)
      return image.samples[index + 3] == 0 ? nil : image.samples[index]
    }
  }

  @Test(
    "From where the upper image ends its colour grows evenly, and beyond the overlap nothing changes"
  )
  func profile() async throws {
    let tiles = try await build(images(64, third: false), named: "t")
    let row = try row(200, tiles)
    #expect(row[..<100].allSatisfy { $0 == nil } && row[900...].allSatisfy { $0 == nil })
    #expect(row[100..<400].allSatisfy { $0 == 100 }, "the lower one alone")
    for column in 400..<464 {
      let expected = 100 + 100 * min(1, (Double(column - 400) + 0.5) / 64)
      #expect(abs(Double(row[column] ?? 0) - expected) <= 1, "column \(column)")
    }
    #expect(row[464..<900].allSatisfy { $0 == 200 }, "the upper one, up to its end")
  }

  @Test("Nothing jumps where three images meet, and threads change nothing")
  func threeImages() async throws {
    let tiles = try await build(images(40, third: true), named: "t")
    #expect(try await build(images(40, third: true), named: "u", threads: 1) == tiles)
    var meeting = 0
    for y in [150, 200, 255, 256, 300] {
      let row = try row(y, tiles)
      for x in 1..<row.count {
        guard let left = row[x - 1], let right = row[x] else { continue }
        meeting += left != right ? 1 : 0
        // At most the range of the images by the width, from each of two edges, and rounding.
        let step = abs(Int(left) - Int(right))
        #expect(step <= 9, "(\(x), \(y))")
      }
    }
    #expect(meeting > 200)
  }

  @Test("An update of blended images gives the bytes of a new build")
  func update() async throws {
    _ = try await build(images(40, third: true), named: "t", update: true)
    let updated = try await build(images(40, third: true, second: 230), named: "t", update: true)
    let fresh = try await build(images(40, third: true, second: 230), named: "u")
    #expect(updated == fresh)
  }
}

import Foundation
import PyramidVerification
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

/// Stores with more overviews than the sample by which they are judged, and than are held in memory.
@Suite("Overviews of a store with many")
struct ManyOverviewsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let encoding: TileEncoding
    let tiles: Result<[TileCoordinate: [UInt8]], any Error>

    var testDescription: String { "\(encoding)" }

    init(_ encoding: TileEncoding) {
      self.encoding = encoding
      tiles = Result { try ManyOverviewsTests.tiles(encoding) }
    }
  }

  static let cases = [
    Case(.png), Case(.jpeg(quality: 90, background: .white)), Case(.webp(quality: 90)),
  ]

  /// The side of the tiles.
  private static let side = 32
  /// The deepest zoom: 256 tiles below 85 overviews.
  private static let deepest = 4

  /// A whole pyramid of small tiles.
  private static func tiles(_ encoding: TileEncoding) throws -> [TileCoordinate: [UInt8]] {
    let encoder = try encoding.makeEncoder(effort: .fast)
    var tiles: [TileCoordinate: [UInt8]] = [:]
    var plane = picture(width: side << deepest)
    for zoom in (0...deepest).reversed() {
      let width = side << zoom
      for y in 0..<(1 << zoom) {
        for x in 0..<(1 << zoom) {
          var samples: [UInt8] = []
          for row in 0..<side {
            let start = 4 * ((y * side + row) * width + x * side)
            samples += plane[start..<(start + 4 * side)]
          }
          let image = RGBAImage(width: side, height: side, samples: samples)
          tiles[TileCoordinate(unchecked: zoom, x: x, y: y)] = try encoder.encode(image)
        }
      }
      plane = halved(plane, width: width)
    }
    return tiles
  }

  private static func picture(width: Int) -> [UInt8] {
    var plane: [UInt8] = []
    for y in 0..<width {
      for x in 0..<width {
        let color = SamplePicture.color(x, y)
        plane += [color.red, color.green, color.blue, 255]
      }
    }
    return plane
  }

  /// The means of two by two samples.
  private static func halved(_ plane: [UInt8], width: Int) -> [UInt8] {
    var result: [UInt8] = []
    for y in 0..<(width / 2) {
      for x in 0..<(width / 2) {
        for channel in 0..<4 {
          let start = 4 * (2 * y * width + 2 * x) + channel
          var sum = 2
          for position in [start, start + 4, start + 4 * width, start + 4 * width + 4] {
            sum += Int(plane[position])
          }
          result.append(UInt8(sum / 4))
        }
      }
    }
    return result
  }

  /// Tiles of every zoom but the shallowest, no two under each other, in different subtrees.
  private static let damaged = [(1, 0, 0), (2, 1, 2), (3, 7, 2), (3, 0, 7), (4, 9, 9), (4, 3, 13)]
    .map { TileCoordinate(unchecked: $0.0, x: $0.1, y: $0.2) }

  /// Verifies tiles in a folder, some of which are darker by a quarter than they should be.
  private func verify(
    _ sample: Case, damaged: [TileCoordinate], limit: Int
  ) throws -> VerificationReport {
    var tiles = try sample.tiles.get()
    let encoder = try sample.encoding.makeEncoder(effort: .fast)
    for tile in damaged {
      let image = try TileDecoder.decode(#require(tiles[tile]))
      let samples = image.samples.enumerated().map { position, value in
        position % 4 == 3 ? value : value - value / 4
      }
      tiles[tile] = try encoder.encode(
        RGBAImage(width: Self.side, height: Self.side, samples: samples))
    }
    let folder = try TemporaryDirectory()
    for (tile, bytes) in tiles {
      try folder.write(bytes, as: "out/\(tile).\(sample.encoding.format.rawValue)")
    }
    var options = VerificationOptions()
    options.threads = 2
    options.overviewLimit = limit
    return try PyramidVerifier.verify(folder.path("out"), options: options)
  }

  @Test(
    "Many overviews give the same verdict by any sample of them", arguments: cases, [4, 20, 4096])
  func namesDamage(_ sample: Case, limit: Int) throws {
    let report = try verify(sample, damaged: Self.damaged, limit: limit)
    // A finding is certain where the tile under it shows that no kernel makes it so dark.
    let found = ["overview.outlier", "overview.stale"].flatMap(report.findings).compactMap(\.tile)
    #expect(found.sorted() == Self.damaged.sorted(), "\(report.text)")
  }
}

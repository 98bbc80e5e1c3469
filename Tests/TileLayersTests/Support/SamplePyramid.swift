import Foundation
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting
import TileStorage

/// A small pyramid of drawn tiles, levels 3 to 5, with a hole.
struct SamplePyramid {
  struct Missing: Error {}

  let tiles: [TileCoordinate: [UInt8]]
  let definition: LayerDefinition

  /// Draws the pyramid; another seed gives other tiles at the same addresses.
  init(
    seed: UInt64 = 1, urlTemplate: String? = nil, floor: LayerDefinition.Floor? = nil
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var tiles: [TileCoordinate: [UInt8]] = [:]
    var record = PyramidRecord()
    var range = TileRange(zoom: 5, x: 8..<12, y: 4..<7)
    let hole = try Self.address(5, 9, 5)
    while range.zoom >= 3 {
      for tile in range where tile != hole {
        let bytes = try Self.png(Self.pattern(&generator))
        tiles[tile] = bytes
        record.add(bytes, at: tile)
      }
      range = range.ancestor()
    }
    self.tiles = tiles
    definition = LayerDefinition(
      name: "Sample", attribution: "Nobody",
      urlTemplate: try urlTemplate.map { try TileTemplate(url: $0, format: .png) },
      bounds: GeographicBounds(west: -90, south: 40, east: -45, north: 79), floor: floor,
      digest: record.digest, coverage: record.coverage)
  }

  /// An address inside the pyramid without a tile.
  static func hole() throws -> TileCoordinate { try address(5, 9, 5) }

  static func address(_ zoom: Int, _ x: Int, _ y: Int) throws -> TileCoordinate {
    guard let tile = TileCoordinate(zoom: zoom, x: x, y: y) else { throw Missing() }
    return tile
  }

  /// Random blocks of few colours, some of them translucent or clear.
  static func pattern(_ generator: inout SeededGenerator, side: Int = 256) -> RGBAImage {
    var colours: [[UInt8]] = []
    for _ in 0..<8 {
      let bits = generator.next()
      let alpha: UInt8 = bits >> 60 == 0 ? 0 : bits >> 61 == 1 ? 128 : 255
      colours.append(
        alpha == 0
          ? [0, 0, 0, 0]
          : [
            UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
            UInt8(truncatingIfNeeded: bits >> 16), alpha,
          ])
    }
    let blocks = (0..<64).map { _ in Int(generator.next() % 8) }
    var samples: [UInt8] = []
    samples.reserveCapacity(4 * side * side)
    var row: [UInt8] = []
    for y in 0..<side {
      let block = y * 8 / side
      if y == 0 || block != (y - 1) * 8 / side {
        row = (0..<side).flatMap { colours[blocks[block * 8 + $0 * 8 / side]] }
      }
      samples += row
    }
    return RGBAImage(width: side, height: side, samples: samples)
  }

  static func png(_ image: RGBAImage) throws -> [UInt8] {
    try image.samples.withUnsafeBufferPointer {
      guard let base = $0.baseAddress else { throw Missing() }
      return try PNGTileEncoder(effort: .fast).encode(
        base, width: image.width, height: image.height)
    }
  }

  func writeDirectory(_ path: String) throws {
    let layout = DirectoryTileWriter.Layout(
      template: try TileTemplate(path: "{z}/{x}/{y}.png", format: .png))
    try write(to: try DirectoryTileWriter(path: path, layout: layout))
  }

  func writeMBTiles(_ path: String) throws { try write(to: try SingleFileWriter(path: path)) }

  func write(to writer: some TileWriter) throws {
    for (tile, bytes) in tiles { try writer.write(bytes, at: tile) }
    _ = try writer.finish(definition)
  }

  /// The tile that a path such as `/5/8/4.png` names.
  func tile(atPath path: String) -> [UInt8]? {
    let numbers = path.split(whereSeparator: { "/.?".contains($0) }).prefix(3).map { Int($0) }
    guard numbers.count == 3, let zoom = numbers[0], let x = numbers[1], let y = numbers[2],
      let tile = TileCoordinate(zoom: zoom, x: x, y: y)
    else { return nil }
    return tiles[tile]
  }
}

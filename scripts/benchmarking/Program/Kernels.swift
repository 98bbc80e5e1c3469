import Foundation
import Georeferencing
import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// Benchmarks of single parts of a build, each alone on one thread, to locate a change of speed.
///
/// Rates are millions of bytes of RGBA8 samples a second, in whatever form they are stored. The
/// best of several rounds counts.
struct Kernels {
  private static let rounds = 5
  private static let tileSize = 256
  let folder: URL
  let side: Int

  func run() throws {
    print("kernel                                MB/s")
    for name in ["plan", "photo"] {
      let path = folder.appendingPathComponent("\(name)-\(side).png").path
      let source = try PNGSource(path: path)
      let samples = try decode(source, name)
      try halve(samples, name)
      try encode(samples, name)
    }
    try render()
    try store()
  }

  private func measure(_ name: String, bytes: Int, _ body: () throws -> Void) rethrows {
    var best = Duration.seconds(1_000_000)
    for _ in 0..<Self.rounds { best = min(best, try ContinuousClock().measure(body)) }
    let seconds = Double(best.components.attoseconds) / 1e18 + Double(best.components.seconds)
    let label = name.padding(toLength: 32, withPad: " ", startingAt: 0)
    print(label + String(format: "%10.0f", Double(bytes) / 1e6 / seconds))
  }

  private func decode(_ source: PNGSource, _ name: String) throws -> [UInt8] {
    let size = source.size
    let kept = min(size.height, 4 * Self.tileSize)
    var samples = [UInt8](repeating: 0, count: 4 * size.width * size.height)
    let scratch = ScratchDirectory(path: folder.path)
    try measure("decode \(name)", bytes: samples.count) {
      let reader = try source.makeRowReader(scratch: scratch)
      try samples.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        for y in 0..<size.height { try reader.readRow(into: base + 4 * size.width * y) }
      }
      try reader.finish()
    }
    let middle = (size.height - kept) / 2 * 4 * size.width
    return Array(samples[middle..<middle + kept * 4 * size.width])
  }

  private func halve(_ samples: [UInt8], _ name: String) throws {
    let width = side
    let rows = samples.count / (4 * width)
    var fine = [UInt64](repeating: 0, count: width / 2)
    var mixed = [Int32](repeating: 0, count: 2 * width)
    var out = [UInt32](repeating: 0, count: width / 2)
    samples.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return }
      measure("halve \(name), opaque", bytes: samples.count) {
        for y in stride(from: 0, to: rows, by: 2) {
          Halving.opaqueSamples(
            base + 4 * width * y, base + 4 * width * (y + 1), count: width / 2, column: 0,
            row: y / 2, fine: &fine, samples: &out)
        }
      }
      measure("halve \(name), with alpha", bytes: samples.count) {
        for y in stride(from: 0, to: rows, by: 2) {
          Halving.mixedSamples(
            base + 4 * width * y, base + 4 * width * (y + 1), count: width / 2, column: 0,
            row: y / 2, fine: &mixed, samples: &out)
        }
      }
    }
  }

  private func encode(_ samples: [UInt8], _ name: String) throws {
    let tiles = cut(samples)
    let bytes = tiles.count * 4 * Self.tileSize * Self.tileSize
    measure("analyse \(name)", bytes: bytes) {
      for tile in tiles {
        tile.samples.withUnsafeBytes { raw in
          guard let base = raw.baseAddress else { return }
          _ = TileAnalysis(base, width: tile.width, height: tile.height)
        }
      }
    }
    for effort in EncodingEffort.allCases where effort != .smallest {
      let encoder = try PNGTileEncoder(effort: effort)
      var size = 0
      try measure("encode \(name), \(effort.rawValue)", bytes: bytes) {
        size = try tiles.reduce(0) { $0 + (try encoder.encode($1)).count }
      }
      print("  to \(size / tiles.count) bytes a tile")
    }
  }

  /// The tiles of samples ``side`` wide, without those of one colour.
  private func cut(_ samples: [UInt8]) -> [RGBAImage] {
    let size = Self.tileSize
    var tiles: [RGBAImage] = []
    for y in stride(from: 0, to: samples.count / (4 * side) - size + 1, by: size) {
      for x in stride(from: 0, to: side - size + 1, by: size) {
        var tile: [UInt8] = []
        for row in y..<y + size {
          let start = 4 * (row * side + x)
          tile += samples[start..<start + 4 * size]
        }
        if Set(tile).count > 2 { tiles.append(RGBAImage(width: size, height: size, samples: tile)) }
      }
    }
    return tiles
  }

  /// Makes all tiles of an aligned file, an unaligned one and a rotated one, without encoding or
  /// writing them.
  private func render() throws {
    for (name, kind) in [
      ("plan-\(side)", "copy"), ("photo-\(side)", "resample"),
      ("rotated-\(max(4096, side / 2))", "warp"),
    ] {
      let (source, georeference) = try Workloads.open(name, in: folder)
      let plan = try PyramidPlan(for: source, georeference: georeference, options: PyramidOptions())
      let builder = PyramidBuilder(
        source: source, plan: plan, effort: .fast,
        resources: BuildResources(threads: 1, scratch: ScratchDirectory(path: folder.path)))
      let bytes = 4 * source.size.width * source.size.height
      try measure("decode, \(kind) and halve", bytes: bytes) {
        try builder.makeWork(plan.steps[0]).runAlone()
      }
    }
  }

  private func store() throws {
    var generator = SeededGenerator(seed: 1)
    var tile = [UInt8](repeating: 0, count: 8192)
    let addresses = (0..<16_384).compactMap { TileCoordinate(zoom: 16, x: $0 % 128, y: $0 / 128) }
    let bytes = addresses.count * tile.count
    func fill(_ writer: any TileWriter) throws {
      for address in addresses {
        // No two tiles are alike, or the store would keep one of them.
        for index in 0..<8 { tile[index] = UInt8.random(in: 0...255, using: &generator) }
        try writer.write(tile, at: address)
      }
      try writer.commit()
      writer.abandon()
    }
    let path = folder.appendingPathComponent("kernel-store").path
    let template = try TileTemplate("{z}/{x}/{y}.png")
    try measure("store in a directory", bytes: bytes) {
      try fill(DirectoryTileWriter(path: path, layout: .init(template: template)))
    }
    try measure("store in MBTiles", bytes: bytes) {
      try fill(SingleFileWriter(path: path + ".mbtiles", overwrite: false))
    }
  }
}

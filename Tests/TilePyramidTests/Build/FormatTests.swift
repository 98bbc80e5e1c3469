import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Formats of tiles")
struct FormatTests {
  private static let size = PixelSize(width: 1100, height: 900)
  private static let encodings: [PyramidEncoding] = [
    PyramidEncoding(.jpeg(quality: 85, background: .white), effort: .balanced),
    PyramidEncoding(.webp(quality: 80), effort: .fast),
    PyramidEncoding(.losslessWebP, effort: .fast), .hybrid(quality: 85, effort: .fast),
    PyramidEncoding(.avif(quality: 80), effort: .fast),
  ]

  /// A photograph of which a corner is missing, with soft edges, that begins within tiles.
  private func source() -> SyntheticRaster {
    SyntheticRaster(name: "photo", size: Self.size, isOpaque: false) { x, y in
      let alpha = UInt8(clamping: (x + y - 300) / 2)
      guard alpha > 0 else { return PixelColor(0, 0, 0, alpha: 0) }
      return PixelColor(
        UInt8(truncatingIfNeeded: 100 + x % 97), UInt8(truncatingIfNeeded: y / 5),
        UInt8(truncatingIfNeeded: (x ^ y) & 63), alpha: alpha)
    }.inMemory()
  }

  private func plan(
    _ source: any RasterSource, geometry: ImageGeometry = .aligned, keepsEmptyTiles: Bool = false
  ) throws -> PyramidPlan {
    try PyramidPlan(
      for: source,
      georeference: geometry.georeference(size: Self.size),
      options: .zooms(14, 17, keepsEmptyTiles: keepsEmptyTiles))
  }

  private func isOpaque(_ image: RGBAImage) -> Bool {
    stride(from: 3, to: image.samples.count, by: 4).allSatisfy { image.samples[$0] == 255 }
  }

  @Test("The bytes of every format are the same for any number of threads", arguments: encodings)
  func threads(_ encoding: PyramidEncoding) throws {
    let source = source()
    for geometry in [ImageGeometry.aligned, .rotated] {
      let plan = try plan(source, geometry: geometry)
      let one = try BuiltPyramid(source, plan: plan, threads: 1, encoding: encoding)
      for threads in [2, 5] {
        let many = try BuiltPyramid(source, plan: plan, threads: threads, encoding: encoding)
        #expect(many.tiles == one.tiles)
        #expect(many.record.coverage(of: .jpeg) == one.record.coverage(of: .jpeg))
      }
    }
  }

  @Test("A hybrid pyramid is JPEG exactly where tiles are opaque, and PNG bit for bit elsewhere")
  func hybrid() throws {
    let source = source()
    let png = try BuiltPyramid(source, plan: try plan(source))
    let hybrid = try BuiltPyramid(source, plan: try plan(source), encoding: Self.encodings[3])
    #expect(hybrid.order == png.order)
    var opaque: [TileCoordinate] = []
    for (tile, bytes) in png.tiles {
      let other = try #require(hybrid.tiles[tile])
      if isOpaque(try TileDecoder.decode(bytes)) {
        opaque.append(tile)
        #expect(TileFormat(signatureOf: other) == .jpeg)
      } else {
        #expect(other == bytes)
      }
    }
    #expect(!opaque.isEmpty && opaque.count < png.tiles.count)
    #expect(hybrid.record.coverage(of: .jpeg) == TileCoverage(opaque))
    #expect(hybrid.record.coverage == png.record.coverage)
  }

  @Test(
    "Overviews are made of samples: those of lossy tiles are as near to them as the deepest ones")
  func overviewsFromSamples() throws {
    let source = SyntheticRaster.noise(seed: 5, opaque: true, size: Self.size)
    let plan = try plan(source)
    let png = try BuiltPyramid(source, plan: plan)
    let jpeg = try BuiltPyramid(
      source, plan: plan,
      encoding: PyramidEncoding(.jpeg(quality: 60, background: .white), effort: .fast))
    var errors: [Int: [Double]] = [:]
    for (tile, bytes) in png.tiles {
      let exact = try TileDecoder.decode(bytes)
      guard isOpaque(exact) else { continue }
      let lossy = try TileDecoder.decode(try #require(jpeg.tiles[tile]))
      var sum = 0.0
      for (a, b) in zip(exact.samples, lossy.samples) {
        sum += Double((Int(a) - Int(b)) * (Int(a) - Int(b)))
      }
      errors[tile.zoom, default: []].append(sum / Double(exact.samples.count))
    }
    // Noise is halved with every zoom, and so is what compression loses of it; a chain of
    // recompressed tiles would lose more and more.
    let means = errors.sorted { $0.key > $1.key }.map {
      $0.value.reduce(0, +) / Double($0.value.count)
    }
    #expect(means.count >= 2)
    for (deeper, shallower) in zip(means, means.dropFirst()) { #expect(shallower < deeper) }
  }

  @Test(
    "JPEG tiles show the background where nothing is, and their number is reported",
    arguments: [1, 3])
  func flattened(threads: Int) throws {
    let source = source()
    let plan = try plan(source)
    let color = OpaqueColor(red: 10, green: 200, blue: 30)
    let encoding = PyramidEncoding(.jpeg(quality: 100, background: color), effort: .fast)
    let folder = try TemporaryDirectory()
    let writer = MemoryTileWriter()
    let lost = Guarded(0)
    let builder = PyramidBuilder(
      source: source, plan: plan, encoding: encoding,
      resources: BuildResources(in: folder, threads: threads))
    _ = try builder.build(
      into: writer, progress: { progress in lost.withLock { $0 = progress.flattenedTileCount } })
    let png = try BuiltPyramid(source, plan: plan)
    var expected = 0
    for (tile, bytes) in png.tiles {
      let exact = try TileDecoder.decode(bytes)
      if !isOpaque(exact) { expected += 1 }
      let decoded = try TileDecoder.decode(try #require(writer.tiles[tile]))
      for offset in stride(from: 0, to: exact.samples.count, by: 4 * 257)
      where exact.samples[offset + 3] == 0 {
        // Ringing beside the soft edge of the picture.
        #expect(abs(Int(decoded.samples[offset + 1]) - 200) <= 24, "\(tile)")
      }
    }
    #expect(lost.withLock { $0 } == expected && expected > 0)
    #expect(!plan.fillsTiles)
  }

  @Test("No transparent tile is written in any format unless it is asked for", arguments: encodings)
  func emptyTiles(_ encoding: PyramidEncoding) throws {
    let source = SyntheticRaster(name: "dot", size: Self.size, isOpaque: false) { x, y in
      x < 9 && y < 9 ? PixelColor(1, 2, 3) : PixelColor(0, 0, 0, alpha: 0)
    }
    let sparse = try BuiltPyramid(source, plan: try plan(source), encoding: encoding)
    #expect(sparse.tiles.count < sparse.plan.tileCount)
    let full = try BuiltPyramid(
      source, plan: try plan(source, keepsEmptyTiles: true), encoding: encoding)
    #expect(full.tiles.count == full.plan.tileCount)
    if encoding.isHybrid { #expect(full.record.coverage(of: .jpeg).levels.isEmpty) }
  }

  @Test("A plan fills its tiles when its edges are theirs at every zoom")
  func fillsTiles() throws {
    let source = SyntheticRaster.flat(
      PixelColor(1, 2, 3), size: PixelSize(width: 1024, height: 512))
    func plan(_ geometry: ImageGeometry, x: Double, minimum: Int) throws -> PyramidPlan {
      try PyramidPlan(
        for: source,
        georeference: geometry.georeference(
          in: WorldPixelGrid(zoom: 17), x: x, y: 256 * 42_568, size: source.size),
        options: .zooms(minimum, 17))
    }
    #expect(try plan(.aligned, x: 256 * 70_408, minimum: 16).fillsTiles)
    // 1024 × 512 samples are two tiles by one at zoom 16, and half a tile high at zoom 15.
    #expect(try !plan(.aligned, x: 256 * 70_408, minimum: 15).fillsTiles)
    #expect(try !plan(.aligned, x: 256 * 70_408 + 1, minimum: 17).fillsTiles)
    #expect(try !plan(.rotated, x: 256 * 70_408, minimum: 17).fillsTiles)
  }

  @Test(
    "An update keeps what is the same and makes the rest, in every format", arguments: encodings)
  func update(_ encoding: PyramidEncoding) throws {
    let before = source()
    let samples = before.samples
    let after = SyntheticRaster(name: "photo", size: Self.size, isOpaque: false) { x, y in
      let offset = 4 * (y * Self.size.width + x)
      return (500..<520).contains(x) && (500..<520).contains(y)
        ? PixelColor(255, 0, 0)
        : PixelColor(
          samples[offset], samples[offset + 1], samples[offset + 2], alpha: samples[offset + 3])
    }
    let old = try BuiltPyramid(before, plan: try plan(before), encoding: encoding)
    let new = try BuiltPyramid(after, plan: try plan(after), encoding: encoding)
    let (made, changes) = try BuiltPyramid.update(
      after, try plan(after), from: MemoryTileStore(old.tiles), encoding: encoding)
    #expect(made == new.tiles)
    #expect(changes.changed == new.tiles.keys.filter { old.tiles[$0] != new.tiles[$0] }.sorted())
    #expect(changes.added.isEmpty && changes.removed.isEmpty && changes.keptCount > 0)
  }
}

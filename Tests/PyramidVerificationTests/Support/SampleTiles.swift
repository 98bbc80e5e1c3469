import Foundation
import Georeferencing
import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// A picture that no part of resembles another, with contrast everywhere.
enum SamplePicture {
  static func color(_ x: Int, _ y: Int) -> PixelColor {
    let (u, v) = (Double(x), Double(y))
    let wave = sin(u / 17) + sin(v / 23 + u / 41) + sin((u * u + v * 300) / 40_000)
    let other = sin(u / 29 - v / 13) + sin(v * v / 50_000)
    return PixelColor(
      UInt8(128 + 40 * wave), UInt8(128 + 60 * other), UInt8(128 + 30 * (wave - other / 2)))
  }

  /// Opaque everywhere but in a rectangle.
  static func raster(
    side: Int = 1024, shift: Int = 0, hole: (x: Range<Int>, y: Range<Int>) = (0..<0, 0..<0)
  ) -> SyntheticRaster {
    SyntheticRaster(
      name: "sample", size: PixelSize(width: side, height: side), isOpaque: hole.x.isEmpty
    ) { x, y in
      hole.x.contains(x) && hole.y.contains(y)
        ? PixelColor(0, 0, 0, alpha: 0) : color(x - shift, y)
    }.inMemory()
  }
}

/// Tiles with the definition that belongs to them, not yet in a store.
struct SampleTiles {
  var tiles: [TileCoordinate: [UInt8]]
  var definition: LayerDefinition
  var source: any RasterSource
  var georeference: Georeference

  /// The tiles of a picture of 4 × 4 tiles at zoom 6, and of zooms 5 and 4 above it.
  static let opaque = Result { try SampleTiles(SamplePicture.raster()) }
  /// The same picture moved a sample to the east, so that it differs everywhere.
  static let moved = Result { try SampleTiles(SamplePicture.raster(shift: 1)) }
  /// Another part of the picture in the same position.
  static let other = Result { try SampleTiles(SamplePicture.raster(shift: 4100)) }
  static let flat = Result {
    try SampleTiles(
      SyntheticRaster.flat(PixelColor(9, 99, 199), size: PixelSize(width: 1024, height: 1024)))
  }
  /// The picture with a transparent tile in a corner, which is stored.
  static let withBlank = Result {
    var options = Self.options
    options.keepsEmptyTiles = true
    return try SampleTiles(SamplePicture.raster(hole: (768..<1024, 0..<256)), options: options)
  }

  static var options: PyramidOptions {
    var options = PyramidOptions()
    options.minimumZoom = 4
    options.maximumZoom = 6
    return options
  }

  /// The placement of the picture: its north-west corner at a world sample of zoom 6.
  static func georeference(
    x: Double = 40 * 256, y: Double = 20 * 256, zoom: Int = 6, samplesPerPixel: Double = 1,
    degrees: Double = 0
  ) -> Georeference {
    let half = Double.pi * 6_378_137
    let resolution = 2 * half / Double(256 << zoom)
    let step = resolution * samplesPerPixel
    let (sine, cosine) =
      degrees == 0 ? (0, 1) : (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    return Georeference(
      crs: .webMercator,
      pixelToCRS: .affine(
        AffineTransform(
          originX: x * resolution - half, originY: half - y * resolution,
          columnX: step * cosine, columnY: -step * sine, rowX: -step * sine,
          rowY: -step * cosine)))
  }

  init(
    _ source: any RasterSource, _ georeference: Georeference = Self.georeference(),
    options: PyramidOptions = Self.options
  ) throws {
    let plan = try PyramidPlan(for: source, georeference: georeference, options: options)
    let folder = try TemporaryDirectory()
    let builder = PyramidBuilder(
      source: source, plan: plan, effort: .fast,
      resources: BuildResources(in: folder, threads: 1))
    let template = try TileTemplate("{z}/{x}/{y}.png")
    let writer = try DirectoryTileWriter(
      path: folder.path("built"), layout: DirectoryTileWriter.Layout(template: template))
    let record = try builder.build(into: writer)
    definition = LayerDefinition(
      name: "Sample", tileSize: plan.options.tileSize, urlTemplate: template, bounds: plan.bounds,
      overviewResampling: plan.options.overviewName, digest: record.digest,
      coverage: record.coverage)
    _ = try writer.finish(definition)
    let reader = try openTileStore(folder.path("built"))
    tiles = [:]
    for tile in try reader.coordinates() { tiles[tile] = try reader.tile(at: tile) }
    self.source = source
    self.georeference = georeference
  }

  /// Replaces the tiles that a test chooses by others.
  func replacing(
    where isChosen: (TileCoordinate) -> Bool,
    _ change: (TileCoordinate, [UInt8]) throws -> [UInt8]?
  ) rethrows -> SampleTiles {
    var copy = self
    for (tile, bytes) in tiles where isChosen(tile) { copy.tiles[tile] = try change(tile, bytes) }
    return copy
  }

  /// The same with a definition that knows of the changes.
  var redefined: SampleTiles {
    var record = PyramidRecord()
    for (tile, bytes) in tiles { record.add(bytes, at: tile) }
    var copy = self
    copy.definition.digest = record.digest
    copy.definition.coverage = record.coverage
    return copy
  }
}

/// Edits of encoded tiles.
enum TileEdit {
  /// Changes every sample: its column, row, and the pixel.
  static func map(
    _ bytes: [UInt8], _ change: (Int, Int, PixelColor) -> PixelColor
  ) throws -> [UInt8] {
    var image = try TileDecoder.decode(bytes)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let base = 4 * (y * image.width + x)
        let pixel = change(
          x, y,
          PixelColor(
            image.samples[base], image.samples[base + 1], image.samples[base + 2],
            alpha: image.samples[base + 3]))
        image.samples[base] = pixel.red
        image.samples[base + 1] = pixel.green
        image.samples[base + 2] = pixel.blue
        image.samples[base + 3] = pixel.alpha
      }
    }
    return try PNGTileEncoder(effort: .fast).encode(image)
  }

  /// Adds to red, green and blue.
  static func lighten(_ bytes: [UInt8], by amount: Int) throws -> [UInt8] {
    try map(bytes) { _, _, color in
      PixelColor(
        UInt8(clamping: Int(color.red) + amount), UInt8(clamping: Int(color.green) + amount),
        UInt8(clamping: Int(color.blue) + amount), alpha: color.alpha)
    }
  }

  /// A tile of one colour as WebP without loss (RFC 9649, section 3: five codes of one symbol each).
  static func webP(_ bytes: [UInt8]) throws -> [UInt8] {
    let image = try TileDecoder.decode(bytes)
    var bits: [Bool] = []
    func put(_ value: Int, _ count: Int) {
      for bit in 0..<count { bits.append(value >> bit & 1 == 1) }
    }
    put(image.width - 1, 14)
    put(image.height - 1, 14)
    // Alpha is used; version 0; no transform, colour cache or group of codes.
    put(1, 1)
    put(0, 3 + 3)
    for channel in [1, 0, 2, 3] {
      // A simple code of one symbol, which has eight bits.
      put(0b101, 3)
      put(Int(image.samples[channel]), 8)
    }
    // The code of distances, whose symbol has one bit.
    put(0b001, 3)
    put(0, 1)
    var stream: [UInt8] = [0x2F]
    for start in stride(from: 0, to: bits.count, by: 8) {
      stream.append(
        (start..<min(start + 8, bits.count)).reduce(0) {
          $0 | (bits[$1] ? 1 : 0) << UInt8($1 - start)
        })
    }
    if stream.count % 2 == 1 { stream.append(0) }
    func size(_ count: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + size(12 + stream.count) + Array("WEBPVP8L".utf8)
      + size(stream.count) + stream
  }
}

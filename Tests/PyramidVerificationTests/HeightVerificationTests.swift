import Foundation
import Georeferencing
import Mosaics
import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// Tiles of heights with the image that they were made of.
private struct HeightTiles {
  struct Case: Sendable, CustomTestStringConvertible {
    var elevation = PyramidEncoding.Elevation(.terrarium)
    var overviews = OverviewResampling.average
    var resampling = Resampling.cubic
    var tileSize = TileSize.standard
    /// The distance of the image from the grid in samples, and its turn in degrees.
    var shift = 0.0
    var degrees = 0.0
    /// Pixels of the image along one side.
    var side = 470
    var samplesPerPixel = 1.0
    /// True where another image, on a grid of its own, lies on a part of it.
    var isMosaic = false
    /// True where only a triangle of it is used.
    var isCut = false

    var testDescription: String {
      (isMosaic ? "mosaic, " : "") + (isCut ? "cut, " : "")
        + "\(elevation.encoding), \(elevation.noDataHeight.map { "\($0) m" } ?? "transparent"),"
        + " \(overviews), \(resampling), \(tileSize.rawValue), \(shift), \(degrees)°"
    }
  }

  let folder: TemporaryDirectory
  var tiles: [TileCoordinate: [UInt8]] = [:]
  var definition: LayerDefinition
  private let images: [String]
  private let clips: [ClipArea]

  init(_ example: Case = Case()) async throws {
    folder = try TemporaryDirectory()
    let corner = (x: 40 * 256 + 20 + example.shift, y: 20 * 256 + 17 + example.shift)
    var images: [String] = []
    for number in 0..<(example.isMosaic ? 2 : 1) {
      let georeference = SampleTiles.georeference(
        x: corner.x + 150.4 * Double(number), y: corner.y + 90.7 * Double(number),
        samplesPerPixel: example.samplesPerPixel, degrees: example.degrees)
      guard case .affine(let affine) = georeference.pixelToCRS else {
        throw CocoaError(.featureUnsupported)
      }
      images.append(folder.path("\(number).tif"))
      try HeightField.hills(PixelSize(width: example.side, height: example.side), seed: number)
        .write(to: images[number], at: affine)
    }
    self.images = images
    let ring = [(30.3, 20.6), (410.2, 130.4), (130.7, 400.9)].map { x, y in
      TileGrid(tileSize: .standard).mercator(
        of: WorldPixelPoint(x: corner.x + x, y: corner.y + y), atZoom: 6)
    }
    clips = example.isCut ? [ClipArea(polygons: [ClipArea.Polygon(rings: [ring])])] : []
    var request = PyramidRequest(
      SourceImages(images, readAs: SourceImage("")), output: .directory(folder.path("built")))
    request.options = SampleTiles.options
    request.options.clips = clips
    request.options.overviewResampling = example.overviews
    request.options.resampling = example.resampling
    request.options.tileSize = example.tileSize
    if example.tileSize == .large { request.options.maximumZoom = 5 }
    request.encoding = PyramidEncoding(.png, effort: .fast)
    request.encoding.elevation = example.elevation
    definition = try await PyramidBuild(request).run().definition
    let reader = try openTileStore(folder.path("built"))
    for tile in try reader.coordinates() { tiles[tile] = try reader.tile(at: tile) }
  }

  /// Verifies the tiles with a definition that knows of changes, against the image if asked to.
  func verify(
    againstSource: Bool, unit: VerticalUnit? = nil
  ) throws -> VerificationReport {
    var record = PyramidRecord()
    for (tile, bytes) in tiles { record.add(bytes, at: tile) }
    var definition = definition
    definition.digest = record.digest
    definition.coverage = record.coverage
    let path = folder.path(UUID().uuidString)
    try MemoryTileStore(tiles, definition: definition).write(to: path)
    var options = VerificationOptions()
    options.threads = 2
    if againstSource {
      var source = SourceImage("")
      source.samples.kind = .heights
      source.samples.verticalUnit = unit
      let opened = try SourceImages(images, readAs: source).georeferenced(threads: 2) { _, _ in }
      options.source = VerificationSource(
        raster: opened.raster, georeference: opened.resolved.georeference, clips: clips,
        scratch: ScratchDirectory(path: folder.path))
    }
    return try PyramidVerifier.verify(path, options: options)
  }

  mutating func edit(
    _ tile: TileCoordinate, _ change: (_ x: Int, _ y: Int, PixelColor) -> PixelColor
  ) throws {
    tiles[tile] = try TileEdit.map(try #require(tiles[tile]), change)
  }

  /// A tile with others around it, of the deepest zoom or above.
  func inner(_ zoom: Int) throws -> TileCoordinate {
    try #require(tiles.keys.sorted().first { $0.zoom == zoom })
  }
}

extension PixelColor {
  /// A Terrarium colour so many metres higher.
  fileprivate func raised(by metres: Int) -> PixelColor {
    let number = Int(red) << 16 | Int(green) << 8 | Int(blue)
    let sum = number + (metres << 8)
    return PixelColor(UInt8(sum >> 16), UInt8(sum >> 8 & 255), UInt8(sum & 255), alpha: alpha)
  }
}

@Suite("Verification of tiles of heights")
struct HeightVerificationTests {
  private static let cases = [
    HeightTiles.Case(),
    .init(elevation: .init(.terrarium, noDataHeight: 0), shift: 0.3),
    .init(elevation: .init(.mapbox)),
    .init(elevation: .init(.mapbox, noDataHeight: 0), resampling: .bilinear, degrees: 20),
    .init(overviews: .nearest, shift: 0.3),
    .init(elevation: .init(.mapbox, noDataHeight: -10), overviews: .nearest),
    .init(elevation: .init(.mapbox, noDataHeight: 30), tileSize: .large, degrees: -35),
    .init(resampling: .lanczos, tileSize: .large, shift: 0.4),
    .init(resampling: .average, side: 900, samplesPerPixel: 0.45),
    .init(resampling: .cubic, shift: 0.7, side: 900, samplesPerPixel: 0.12),
    .init(elevation: .init(.mapbox), resampling: .nearest, degrees: 11),
    .init(elevation: .init(.mapbox, noDataHeight: 0), degrees: 9, isMosaic: true),
    .init(shift: 0.2, isMosaic: true, isCut: true),
    .init(elevation: .init(.mapbox), overviews: .nearest, isCut: true),
    .init(elevation: .init(.terrarium, noDataHeight: 12), degrees: 9, isCut: true),
  ]

  @Test(
    "Nothing is found in sound tiles of heights, nor against their image", arguments: cases.indices)
  func sound(number: Int) async throws {
    let example = Self.cases[number]
    let store = try await HeightTiles(example)
    #expect(store.tiles.count > 1)
    let alone = try store.verify(againstSource: false)
    #expect(alone.broken.isEmpty, "\(example): \(alone.text)")
    let report = try store.verify(againstSource: true)
    #expect(report.broken.isEmpty, "\(example): \(report.text)")
    let source = try #require(report.source)
    #expect(source.isOfHeights && source.samples > 2000)
    #expect(source.meanDifference < example.elevation.encoding.precision)
    #expect(report.text.contains("samples of heights;"))
  }

  /// Plants a fault and expects rules to be broken, with which others may be.
  private func plant(
    _ example: HeightTiles.Case = .init(), alone: Set<String>, against: Set<String>,
    _ fault: (inout HeightTiles) throws -> Void
  ) async throws {
    var store = try await HeightTiles(example)
    try fault(&store)
    let report = try store.verify(againstSource: false)
    #expect(report.broken == alone, "\(report.text)")
    let compared = try store.verify(againstSource: true)
    #expect(compared.broken == alone.union(against), "\(compared.text)")
  }

  @Test("An overview made of means of bytes is found")
  func meansOfBytes() async throws {
    try await plant(alone: ["overview.exact"], against: []) { store in
      let tile = try store.inner(5)
      var children: [TileCoordinate: [UInt8]] = [:]
      for child in store.tiles.keys where child.zoom == 6 {
        children[child] = try TileDecoder.decode(try #require(store.tiles[child])).samples
      }
      try store.edit(tile) { x, y, color in
        var sums = [0, 0, 0, 0]
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          let (column, row) = (512 * tile.x + 2 * x + dx, 512 * tile.y + 2 * y + dy)
          guard let child = TileCoordinate(zoom: 6, x: column / 256, y: row / 256),
            let samples = children[child]
          else { continue }
          let offset = 4 * (row % 256 * 256 + column % 256)
          for channel in 0..<4 { sums[channel] += Int(samples[offset + channel]) }
        }
        let count = sums[3] / 255
        guard count > 0 else { return color }
        return PixelColor(
          UInt8(sums[0] / count), UInt8(sums[1] / count), UInt8(sums[2] / count),
          alpha: color.alpha)
      }
    }
  }

  @Test("A part of a deepest tile that is a metre higher is found", arguments: [0.0, 0.3])
  func raised(shift: Double) async throws {
    try await plant(
      .init(shift: shift), alone: ["overview.exact"], against: ["source.pixels"]
    ) { store in
      try store.edit(try store.inner(6)) { x, y, color in
        x > 200 && y > 190 && color.alpha > 0 ? color.raised(by: 1) : color
      }
    }
  }

  @Test("A tile whose heights are those of the sample beside them is found")
  func shifted() async throws {
    var store = try await HeightTiles()
    let tile = try store.inner(6)
    let before = try TileDecoder.decode(try #require(store.tiles[tile])).samples
    try store.edit(tile) { x, y, color in
      guard x > 0 else { return color }
      let offset = 4 * (256 * y + x - 1)
      return PixelColor(
        before[offset], before[offset + 1], before[offset + 2], alpha: before[offset + 3])
    }
    let report = try store.verify(againstSource: true)
    #expect(
      report.broken.isSubset(
        of: ["overview.exact", "overview.hole", "source.shift", "source.pixels"]))
    #expect(!report.broken.isDisjoint(with: ["source.shift", "source.pixels"]), "\(report.text)")
  }

  @Test("Heights that are missing are found", arguments: [0, 128])
  func hole(alpha: UInt8) async throws {
    func hole(_ store: inout HeightTiles, _ zoom: Int) throws {
      try store.edit(try store.inner(zoom)) { x, y, color in
        guard (230..<240).contains(x), (230..<240).contains(y) else { return color }
        return alpha == 0
          ? PixelColor(0, 0, 0, alpha: 0)
          : PixelColor(color.red, color.green, color.blue, alpha: alpha)
      }
    }
    try await plant(alone: ["overview.hole"], against: []) { try hole(&$0, 5) }
    // Overviews then show heights that no tile below them has.
    var store = try await HeightTiles(.init(shift: 0.3))
    try hole(&store, 6)
    let report = try store.verify(againstSource: true)
    #expect(report.broken.contains("source.pixels"), "\(report.text)")
    #expect(report.broken.isSubset(of: ["source.pixels", "overview.exact"]), "\(report.text)")
  }

  @Test("Tiles in another unit than the image are found", arguments: ElevationEncoding.allCases)
  func unit(encoding: ElevationEncoding) async throws {
    let store = try await HeightTiles(.init(elevation: .init(encoding, noDataHeight: 0)))
    #expect(try store.verify(againstSource: true, unit: .metre).broken.isEmpty)
    #expect(try store.verify(againstSource: true, unit: .foot).broken.contains("source.pixels"))
  }

  @Test("A height for none where there are heights is found")
  func filled() async throws {
    var store = try await HeightTiles(
      .init(elevation: .init(.terrarium, noDataHeight: 0), shift: 0.3))
    try store.edit(try store.inner(6)) { x, y, color in
      (200..<220).contains(x) && (200..<220).contains(y) ? PixelColor(128, 0, 0) : color
    }
    let report = try store.verify(againstSource: true)
    #expect(report.broken.contains("source.pixels"), "\(report.text)")
  }

  @Test("Tiles of the other encoding than the definition states are found")
  func otherEncoding() async throws {
    var store = try await HeightTiles(.init(elevation: .init(.mapbox)))
    store.definition.elevation = .init(.terrarium)
    let report = try store.verify(againstSource: true)
    // Means are means in both, whose heights are a line of each other's.
    #expect(report.broken == ["source.pixels"], "\(report.text)")
  }
}

import Foundation
import Georeferencing
import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// A pyramid of this package in a folder or file, in any format.
private struct FormattedStore {
  let folder: TemporaryDirectory
  let path: String
  let source: any RasterSource
  let georeference: Georeference
  let tiles: [TileCoordinate]

  init(
    _ encoding: PyramidEncoding, source: any RasterSource, mbtiles: Bool = false,
    overviews: OverviewResampling = .average, light: OverviewLight? = nil,
    x: Double = 40 * 256 + 57.3
  ) throws {
    folder = try TemporaryDirectory()
    path = folder.path(mbtiles ? "out.mbtiles" : "out")
    self.source = source
    georeference = SampleTiles.georeference(x: x, y: 20 * 256 + 101.6)
    var options = SampleTiles.options
    options.overviewResampling = overviews
    if let light { options.overviewLight = light }
    let plan = try PyramidPlan(for: source, georeference: georeference, options: options)
    let builder = PyramidBuilder(
      source: source, plan: plan, encoding: encoding,
      resources: BuildResources(in: folder, threads: 2))
    let template = try TileTemplate(
      path: "{z}/{x}/{y}.{ext}", format: encoding.isHybrid ? nil : encoding.baseFormat)
    let writer: any TileWriter =
      mbtiles
      ? try SingleFileWriter(path: path)
      : try DirectoryTileWriter(path: path, layout: .init(template: template))
    let record = try builder.build(into: writer)
    tiles = Array(record.coverage.tiles)
    _ = try writer.finish(
      LayerDefinition(
        name: "Sample", format: encoding.baseFormat,
        urlTemplate: mbtiles ? nil : template.relativeURL, bounds: plan.bounds,
        overviewResampling: options.overviewName,
        rendering: light.map { _ in LayerDefinition.Rendering(of: plan, encoding: encoding) },
        background: encoding.background.map { "\($0)FF" }, digest: record.digest,
        coverage: record.coverage,
        formatCoverage: encoding.formatCoverage(of: record)))
  }

  func verify(againstSource: Bool = false) throws -> VerificationReport {
    var options = VerificationOptions()
    options.threads = 2
    if againstSource {
      options.source = VerificationSource(
        raster: source, georeference: georeference,
        scratch: ScratchDirectory(path: folder.path))
    }
    return try PyramidVerifier.verify(path, options: options)
  }

  func file(_ tile: TileCoordinate) throws -> String {
    for ending in TileFormat.extensions {
      let file = "\(path)/\(tile).\(ending)"
      if FileManager.default.fileExists(atPath: file) { return file }
    }
    throw CocoaError(.fileNoSuchFile)
  }
}

extension VerificationReport {
  /// The broken rules but those that a change of any tile breaks.
  fileprivate var tellingRules: Set<String> {
    Set(
      results.filter { $0.count > 0 && $0.rule.severity != .note }.map(\.rule.id)
    ).subtracting(["definition.digest"])
  }
}

@Suite("Verification of formats")
struct FormatTests {
  private static let encodings: [PyramidEncoding] = [
    PyramidEncoding(.jpeg(quality: 80, background: .white), effort: .fast),
    PyramidEncoding(.jpeg(quality: 10, background: .white), effort: .fast),
    PyramidEncoding(.webp(quality: 80), effort: .fast),
    // Far below, seams of WebP do show: it smooths inside tiles alone, and the warning is right.
    PyramidEncoding(.webp(quality: 25), effort: .fast),
    PyramidEncoding(.losslessWebP, effort: .fast), .hybrid(quality: 80, effort: .fast),
    .hybrid(quality: 25, effort: .fast), PyramidEncoding(.avif(quality: 80), effort: .fast),
  ]

  /// Three tiles across, of which the middle ones are opaque.
  private static let photograph = SamplePicture.raster(side: 700, hole: (470..<640, 70..<270))
  private static let plan = SyntheticRaster.floorPlan(pixelsPerMetre: 14).inMemory()
  @Test(
    "Verification of each format finds nothing in sound pyramids of pictures and plans",
    arguments: encodings)
  func sound(_ encoding: PyramidEncoding) throws {
    for source in [Self.photograph, Self.plan] {
      for mbtiles in [false, true] where !(mbtiles && encoding.isHybrid) {
        let store = try FormattedStore(encoding, source: source, mbtiles: mbtiles)
        let report = try store.verify()
        #expect(report.tellingRules.isEmpty, "\(report.text)")
        #expect(report.zooms.reduce(0) { $0 + $1.tiles } == store.tiles.count)
      }
    }
  }

  @Test(
    "Fine lines are sound in each light, and a tile of the other light is found where tiles lose nothing",
    arguments: [0, 2, 4, 5, 7])
  func otherLight(_ index: Int) throws {
    // Lines of much contrast as fine as samples, without the background.
    let source = SyntheticRaster(
      name: "fine", size: PixelSize(width: 1000, height: 1000), isOpaque: true
    ) { x, y in
      let base = SamplePicture.color(x, y)
      let value = x & 1 == 0 ? UInt8(20) : 200
      return PixelColor(value, base.green / 2 + 40, value / 2 + 30)
    }.inMemory()
    for light in OverviewLight.allCases {
      let x = 40.0 * 256 + 57
      let store = try FormattedStore(Self.encodings[index], source: source, light: light, x: x)
      let sound = try store.verify()
      #expect(sound.tellingRules.isEmpty, "\(sound.text)")
      if index != 4 { continue }
      let other = try FormattedStore(
        Self.encodings[index], source: source, light: light == .srgb ? .linear : .srgb, x: x)
      let tile = try #require(store.tiles.first { $0.zoom == 5 && $0.x == 21 && $0.y == 11 })
      let bytes = try Data(contentsOf: URL(fileURLWithPath: other.file(tile)))
      try bytes.write(to: URL(fileURLWithPath: store.file(tile)))
      let report = try store.verify()
      let found =
        report.results.filter { $0.rule.id == "overview.exact" && $0.count > 0 }
        + report.results.filter { $0.rule.id == "overview.shift" && $0.count > 0 }
      #expect(found.flatMap(\.findings).map(\.location) == ["tile \(tile)"], "\(report.text)")
    }
  }

  @Test(
    "Verification finds that tiles of good quality show their source", arguments: [0, 2, 4, 5, 7])
  func againstSource(_ index: Int) throws {
    let encoding = Self.encodings[index]
    for source in [Self.photograph, Self.plan] {
      let report = try FormattedStore(encoding, source: source).verify(againstSource: true)
      #expect(report.tellingRules.isEmpty, "\(encoding.description): \(report.text)")
      #expect(report.source != nil)
    }
  }

  @Test("Verification finds that lossy tiles show another source", arguments: [0, 2, 5])
  func otherSource(_ index: Int) throws {
    let store = try FormattedStore(Self.encodings[index], source: Self.photograph)
    var options = VerificationOptions()
    options.source = VerificationSource(
      raster: SamplePicture.raster(side: 700, shift: 3), georeference: store.georeference,
      scratch: ScratchDirectory(path: store.folder.path))
    let report = try PyramidVerifier.verify(store.path, options: options)
    #expect(
      !report.tellingRules.isDisjoint(with: ["source.shift", "source.pixels"]), "\(report.text)")
  }

  @Test("Verification finds an overview with another tile's picture", arguments: encodings)
  func stale(_ encoding: PyramidEncoding) throws {
    let store = try FormattedStore(encoding, source: SamplePicture.raster(side: 1000))
    let inner = store.tiles.filter { $0.zoom == 5 }
    let (first, last) = (try #require(inner.first), try #require(inner.last))
    let (one, other) = (try store.file(first), try store.file(last))
    try #require(one.suffix(3) == other.suffix(3))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: other))
    try bytes.write(to: URL(fileURLWithPath: one))
    let report = try store.verify()
    #expect(
      !report.tellingRules.isDisjoint(with: ["overview.stale", "overview.exact", "overview.hole"]),
      "\(report.text)")
  }

  @Test(
    "Verification finds a black square in an overview of good quality", arguments: [0, 2, 5, 7])
  func blackened(_ index: Int) throws {
    let encoding = Self.encodings[index]
    let store = try FormattedStore(encoding, source: SamplePicture.raster(side: 1000))
    let tile = try #require(store.tiles.first { $0.zoom == 5 })
    let file = try store.file(tile)
    var image = try TileDecoder.decode([UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
    for y in 150..<190 {
      for x in 150..<190 {
        for channel in 0..<3 { image.samples[4 * (y * 256 + x) + channel] = 0 }
      }
    }
    let encoder = try (file.hasSuffix("png") ? .png : encoding.opaque).makeEncoder(effort: .fast)
    try Data(try encoder.encode(image)).write(to: URL(fileURLWithPath: file))
    let report = try store.verify()
    #expect(report.tellingRules.contains("overview.exact"), "\(report.text)")
  }

  @Test("Verification finds a JPEG under the name of a PNG, and tiles under the wrong extension")
  func names() throws {
    let png = try FormattedStore(
      PyramidEncoding(.png, effort: .fast), source: SamplePicture.raster(side: 1000))
    let jpeg = try FormattedStore(Self.encodings[0], source: SamplePicture.raster(side: 1000))
    let hybrid = try FormattedStore(Self.encodings[5], source: Self.photograph)
    let tile = try #require(png.tiles.first { $0.zoom == 6 })

    try FileManager.default.removeItem(atPath: try png.file(tile))
    try FileManager.default.copyItem(atPath: try jpeg.file(tile), toPath: "\(png.path)/\(tile).png")
    #expect(try png.verify().tellingRules.contains("tile.format"))

    try FileManager.default.moveItem(
      atPath: "\(jpeg.path)/\(tile).jpg", toPath: "\(jpeg.path)/\(tile).png")
    #expect(try jpeg.verify().tellingRules.contains("tiles.missing"))

    let isJPEG = try #require(hybrid.tiles.first { try hybrid.file($0).hasSuffix(".jpg") })
    let file = "\(hybrid.path)/\(isJPEG)"
    try FileManager.default.moveItem(atPath: file + ".jpg", toPath: file + ".png")
    let renamed = try hybrid.verify()
    #expect(renamed.findings("tile.format").map(\.found) == ["the extension png"])
    // A PNG of the same picture under that name is of the wrong format, too.
    let image = try TileDecoder.decode(
      [UInt8](Data(contentsOf: URL(fileURLWithPath: file + ".png"))))
    try Data(try PNGTileEncoder(effort: .fast).encode(image)).write(
      to: URL(fileURLWithPath: file + ".png"))
    #expect(try hybrid.verify().findings("tile.format").map(\.found) == ["png"])
    // And beside the JPEG it is a second tile.
    try Data(try JPEGTileEncoder(quality: 80, effort: .fast).encode(image)).write(
      to: URL(fileURLWithPath: file + ".jpg"))
    #expect(try hybrid.verify().tellingRules.contains("address.unique"))
  }

  @Test("Comparison of pyramids of different formats is by their samples")
  func comparison() throws {
    let source = Self.photograph
    let png = try FormattedStore(PyramidEncoding(.png, effort: .fast), source: source)
    let webp = try FormattedStore(Self.encodings[4], source: source)
    let hybrid = try FormattedStore(Self.encodings[5], source: source)
    var options = StoreComparisonOptions()
    options.comparesSamples = true
    #expect(try StoreComparison(old: png.path, new: webp.path, options: options).isEqual)
    let changed = try StoreComparison(old: png.path, new: hybrid.path, options: options)
    #expect(changed.added.isEmpty && changed.removed.isEmpty)
    let jpeg = try hybrid.tiles.filter { try hybrid.file($0).hasSuffix(".jpg") }.sorted()
    #expect(changed.changed.map(\.tile) == jpeg && !jpeg.isEmpty)
    // Caches hold tiles of the older store, under its URLs.
    let urls = try StoreComparison(old: hybrid.path, new: png.path).staleURLs()
    #expect(urls == jpeg.map { "\($0).jpg" })
  }
}

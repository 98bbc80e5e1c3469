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

@Suite("Sound stores")
struct SoundStoreTests {
  @Test("Sound stores of this package and of others break no rule")
  func samples() throws {
    let sample = try SampleTiles.opaque.get()
    for store in [
      try SampleStore.mbtiles(sample), try SampleStore.directory(sample),
      try SampleStore.directory(sample, template: "t/L_{z}_{x}_{y}.png"),
      try SampleStore.foreignMBTiles(sample),
      try SampleStore.foreignMBTiles(sample, hasBounds: false),
      try SampleStore.foreignDirectory(sample),
    ] {
      let report = try store.verify()
      #expect(!report.fails(at: .note), "\(report.text)")
      #expect(report.zooms.map(\.tiles) == [1, 4, 16])
      #expect(report.results.count == VerificationRule.all.count)
    }
  }

  @Test("Stores whose rows count from the south are sound when the scheme is stated")
  func southern() throws {
    let store = try SampleStore.foreignDirectory(rows: .tms)
    store.options.scheme = .tms
    #expect(!(try store.verify()).fails(at: .note))
    store.options.scheme = nil
    try store.place(Array("<TileMap/>".utf8), at: "tilemapresource.xml")
    #expect(!(try store.verify()).fails(at: .note))
  }

  @Test("Stores of WebP tiles by other programs are sound")
  func webP() throws {
    let sample = try SampleTiles.flat.get().replacing(where: { _ in true }) {
      try TileEdit.webP($1)
    }
    for store in [
      try SampleStore.foreignMBTiles(sample, format: "webp"),
      try SampleStore.foreignDirectory(sample, ending: "webp"),
    ] {
      let report = try store.verify()
      #expect(report.broken.isSubset(of: ["tile.repeated"]), "\(report.text)")
      #expect(report.zooms.map(\.oneColor) == [1, 4, 16])
    }
  }

  /// Two thin lines and a wall, whose means are halfway between two of the colours under them.
  private static func tie() throws -> SampleTiles {
    let raster = SyntheticRaster(
      name: "tie", size: PixelSize(width: 220, height: 220), isOpaque: true
    ) { x, y in
      let isLine = [111, 113].contains(x) && (92...138).contains(y)
      let isWall = (125...128).contains(x) && (93...141).contains(y)
      return isLine || isWall ? PixelColor(0, 0, 0) : PixelColor(255, 255, 255)
    }
    var options = SampleTiles.options
    options.resampling = .bilinear
    options.overviewResampling = .darken
    return try SampleTiles(
      raster,
      SampleTiles.georeference(
        x: 40 * 256 + 817.1945686340332, y: 20 * 256 + 243.38294982910156,
        samplesPerPixel: 1.580353311001914), options: options)
  }

  @Test("A colour is picked by darken whichever way a mean that is halfway is rounded")
  func darkenedTie() throws {
    let report = try SampleStore.directory(try Self.tie()).verify()
    #expect(!report.fails(at: .note), "\(report.text)")
  }

  @Test(
    "Stores mixed in light agree with their source, those that are not but say so do not",
    arguments: [0.45, 0.22, 0.1])
  func light(samplesPerPixel: Double) throws {
    for degrees in [0.0, 21] {
      for kernel in [Resampling.cubic, .average] {
        var options = SampleTiles.options
        options.resampling = kernel
        options.overviewLight = .linear
        let georeference = SampleTiles.georeference(
          x: 10_300.3, y: 5_123.8, samplesPerPixel: samplesPerPixel, degrees: degrees)
        let raster = SyntheticRaster.noise(
          seed: 3, opaque: false, size: PixelSize(width: 1500, height: 1400)
        ).inMemory()
        var sample = try SampleTiles(raster, georeference, options: options)
        let plan = try PyramidPlan(for: raster, georeference: georeference, options: options)
        sample.definition.rendering = LayerDefinition.Rendering(
          of: plan, encoding: PyramidEncoding(.png, effort: .fast))
        #expect(sample.definition.rendering?.mixesLight == true)
        for mixesLight in [true, false] {
          sample.definition.rendering?.mixesLight = mixesLight
          let store = try SampleStore.mbtiles(sample)
          store.compare(with: raster, georeference)
          let report = try store.verify()
          #expect(
            report.broken.contains("source.pixels") == !mixesLight,
            "\(degrees)° \(kernel): \(report.text)")
          #expect(report.broken.isEmpty == mixesLight)
        }
      }
    }
  }

  @Test(
    "Sound stores agree with the source that they were made from", arguments: [1.0, 0.8, 0.31, 1.7])
  func source(samplesPerPixel: Double) throws {
    for (raster, degrees) in [
      (SamplePicture.raster(side: 500), 0.0), (.floorPlan(pixelsPerMetre: 9), 0),
      (SamplePicture.raster(side: 400), 21),
    ] {
      for kernel in Resampling.allCases {
        var options = SampleTiles.options
        options.resampling = kernel
        let georeference = SampleTiles.georeference(
          x: 10_300.3, y: 5_123.8, samplesPerPixel: samplesPerPixel, degrees: degrees)
        let sample = try SampleTiles(raster, georeference, options: options)
        let store = try SampleStore.mbtiles(sample)
        store.compare(with: raster, georeference)
        let report = try store.verify()
        #expect(!report.fails(at: .warning), "\(kernel) \(degrees): \(report.text)")
        #expect((report.source?.samples ?? 0) > 10_000)
      }
    }
  }

  @Test("Verification gives the same report for any number of threads")
  func threads() throws {
    let store = try #require(PlantedFault.all.first { $0.rule == "overview.outlier" }).make()
    var texts: Set<String> = []
    for threads in [1, 2, 5] {
      store.options.threads = threads
      texts.insert(try store.verify().text)
    }
    #expect(texts.count == 1)
  }
}

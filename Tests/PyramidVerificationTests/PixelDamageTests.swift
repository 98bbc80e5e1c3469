import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Damaged pixels")
struct PixelDamageTests {
  /// A picture in a format.
  struct Case: CustomTestStringConvertible, Sendable {
    let picture: PixelPicture
    let encoding: TileEncoding
    let store: Result<PixelStore, any Error>

    var testDescription: String { "\(picture) \(encoding)" }

    init(_ picture: PixelPicture, _ encoding: TileEncoding, side: Int = 470) {
      (self.picture, self.encoding) = (picture, encoding)
      store = Result {
        try PixelStore(picture, encoding, size: PixelSize(width: side, height: side))
      }
    }
  }

  static let cases = [
    Case(.photograph, .png), Case(.plan, .png),
    Case(.photograph, .jpeg(quality: 80, background: .white)),
    Case(.plan, .jpeg(quality: 80, background: .white)),
  ]

  @Test("are found against the source, in the tile alone", arguments: cases, PixelDamage.all)
  func againstSource(_ sample: Case, _ damage: PixelDamage) throws {
    // In lossy tiles one row of samples hides among what compression leaves.
    if sample.encoding != .png, damage.name == "a row of samples blanked" { return }
    var store = try sample.store.get()
    let tile = try PixelStore.inner()
    try damage.apply(&store, tile)
    let report = try store.verify(againstPicture: true)
    let found = ["source.pixels", "source.shift", "tile.quality"].flatMap(report.findings)
    let places = Set(found.map(\.place))
    #expect(places == ["tile \(tile)"], "\(report.text)")
  }

  @Test("are not found in sound stores", arguments: Resampling.allCases)
  func sound(_ resampling: Resampling) throws {
    for (encoding, tileSize, scale) in [
      (.png, .standard, 1.0), (.png, .large, 0.7),
      (.jpeg(quality: 75, background: .white), .standard, 1.3),
      (.webp(quality: 75), .standard, 0.6),
    ] as [(TileEncoding, TileSize, Double)] {
      for picture in PixelPicture.allCases {
        let store = try PixelStore(
          picture, encoding, resampling: resampling, tileSize: tileSize, samplesPerPixel: scale)
        let report = try store.verify(againstPicture: true)
        let isSound = !report.fails(at: .warning)
        #expect(isSound, "\(picture) \(encoding) \(scale): \(report.text)")
      }
    }
  }

  /// Larger pyramids, with four overviews that have four tiles each below them.
  static let larger = [
    Case(.photograph, .png, side: 960), Case(.plan, .png, side: 960),
    Case(.photograph, .jpeg(quality: 80, background: .white), side: 960),
    Case(.plan, .jpeg(quality: 80, background: .white), side: 960),
  ]

  @Test(
    "are found by the other tiles, without source and definition",
    arguments: larger.prefix(2), PixelDamage.seenFromAbove)
  func alone(_ sample: Case, _ damage: PixelDamage) throws {
    let tile = try #require(TileCoordinate(zoom: 6, x: 41, y: 21))
    var store = try sample.store.get()
    try damage.apply(&store, tile)
    let report = try store.verify(againstPicture: false)
    #expect(report.findings("overview.stale").map(\.tile) == [tile], "\(report.text)")
    #expect(report.fails(at: .error))
  }

  @Test(
    "of an overview are found by the tiles below it", arguments: larger.prefix(2),
    PixelDamage.seenFromAbove + [.stale])
  func overview(_ sample: Case, _ damage: PixelDamage) throws {
    let tile = try #require(TileCoordinate(zoom: 5, x: 20, y: 10))
    var store = try sample.store.get()
    try damage.apply(&store, tile)
    let report = try store.verify(againstPicture: false)
    let found = report.findings("overview.stale") + report.findings("overview.hole")
    #expect(Set(found.map(\.tile)) == [tile], "\(report.text)")
  }

  @Test("by a coarser quality are found without the source")
  func quality() throws {
    for sample in Self.larger.suffix(2) {
      var store = try sample.store.get()
      let tile = try PixelStore.inner()
      try #require(PixelDamage.all.first { $0.name == "encoded at JPEG 30" }).apply(&store, tile)
      let report = try store.verify(againstPicture: false)
      #expect(report.findings("tile.quality").map(\.tile) == [tile], "\(report.text)")
      #expect(report.findings("tile.quality").first?.found == "a JPEG quality of about 30")
    }
  }

  @Test("that are missing are found by the zooms around, also at the edge", arguments: larger)
  func missing(_ sample: Case) throws {
    for (zoom, x, y, rule) in [
      (6, 40, 20, "tiles.gap"), (6, 41, 21, "tiles.gap"), (5, 21, 11, "overview.hole"),
    ] {
      let tile = try #require(TileCoordinate(zoom: zoom, x: x, y: y))
      var store = try sample.store.get()
      store.replace(tile, with: nil)
      let report = try store.verify(againstPicture: false)
      #expect(report.findings(rule).map(\.tile) == [tile], "\(report.text)")
    }
    var store = try sample.store.get()
    for tile in store.tiles.keys where tile.zoom == 5 { store.replace(tile, with: nil) }
    let report = try store.verify(againstPicture: false)
    #expect(report.findings("tiles.gap").map(\.place) == ["zoom 5"], "\(report.text)")
  }

  @Test("are not found in sound stores of any overviews", arguments: OverviewResampling.allCases)
  func soundOverviews(_ overviews: OverviewResampling) throws {
    for encoding in [.png, .jpeg(quality: 80, background: .white), .webp(quality: 80)]
      as [TileEncoding]
    {
      // How dark lossy tiles may be is not known without a definition.
      if overviews == .darken, encoding != .png { continue }
      for picture in PixelPicture.allCases {
        let store = try PixelStore(
          picture, encoding, size: PixelSize(width: 960, height: 900), overviews: overviews)
        let report = try store.verify(againstPicture: false)
        let isSound = !report.fails(at: .warning)
        #expect(isSound, "\(picture) \(encoding): \(report.text)")
      }
    }
  }
}

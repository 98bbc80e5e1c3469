import Georeferencing
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

  @Test(
    "Damaged pixels are found against the source, in the tile alone", arguments: cases,
    PixelDamage.all)
  func againstSource(_ sample: Case, _ damage: PixelDamage) throws {
    // Within what kernels and codecs differ by, where a store has four tiles.
    let isLossy = sample.encoding != .png
    let isHidden =
      switch damage.name {
      case "a row of samples blanked": true
      case "encoded at JPEG 30": !isLossy
      case "blurred": sample.picture == .plan
      case "shifted by 1": isLossy && sample.picture == .photograph
      default: false
      }
    if isHidden { return }
    var store = try sample.store.get()
    let tile = try PixelStore.inner()
    try damage.apply(&store, tile)
    let report = try store.verify(againstPicture: true)
    let found = ["source.pixels", "source.shift", "tile.quality"].flatMap(report.findings)
    let locations = Set(found.map(\.location))
    #expect(locations == ["tile \(tile)"], "\(report.text)")
  }

  @Test(
    "Damaged pixels beyond the edge of the source are found",
    arguments: [Case(.photograph, .png, side: 400), Case(.plan, .webp(quality: 80), side: 400)])
  func beyondSource(_ sample: Case) throws {
    // The picture ends within the second column and row of tiles.
    let (partial, off) = (
      try #require(TileCoordinate(zoom: 6, x: 41, y: 20)),
      try #require(TileCoordinate(zoom: 6, x: 42, y: 20))
    )
    var store = try sample.store.get()
    #expect(try !store.verify(againstPicture: true).fails(at: .warning))
    try store.edit(partial) { image in
      image.mapped { x, y, color in x >= 230 && y < 40 ? PixelColor(220, 20, 20) : color }
    }
    store.replace(off, with: store.tiles[try PixelStore.inner()])
    let report = try store.verify(againstPicture: true)
    #expect(Set(report.findings("source.pixels").map(\.tile)) == [partial, off], "\(report.text)")
  }

  @Test(
    "Damaged pixels are not reported between yellow and black stripes, where coarse JPEG adds blue")
  func saturated() throws {
    let store = try PixelStore(.stripes, .jpeg(quality: 50, background: .white))
    let report = try store.verify(againstPicture: true)
    #expect(report.findings("source.pixels").isEmpty, "\(report.text)")
  }

  @Test(
    "A shift of all tiles of a store is found", arguments: cases,
    [(0.25, 0), (0, -0.5), (1, 1)] as [(Double, Double)])
  func shifted(_ sample: Case, _ shift: (Double, Double)) throws {
    let report = try sample.store.get().verify(againstPicture: true, shift: shift)
    #expect(report.findings("source.shift").first?.location == "zoom 6", "\(report.text)")
    let found = try #require(report.source)
    for (stated, moved) in [(found.shiftX, shift.0), (found.shiftY, shift.1)] {
      #expect(moved == 0 ? abs(stated) < 0.1 : stated * moved < 0, "\(report.text)")
    }
  }

  @Test(
    "No damaged pixels are reported in sound stores of any overviews",
    // The shift of the mean by `keep` is not known without a definition.
    arguments: OverviewResampling.allCases.filter { $0 != .keep })
  func soundOverviews(_ overviews: OverviewResampling) throws {
    for encoding in [.png, .jpeg(quality: 80, background: .white), .webp(quality: 80)]
      as [TileEncoding]
    {
      // The darkest level of lossy tiles is not known without a definition.
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

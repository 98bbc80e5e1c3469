import Georeferencing
import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

/// Stores without a layer definition, which are judged by what is usual in them.
@Suite("Rectangles pasted into stores of others")
struct PastedRectangleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let picture: PixelPicture
    let encoding: TileEncoding
    let overviews: OverviewResampling
    let store: Result<PixelStore, any Error>

    var testDescription: String { "\(picture) \(encoding) \(overviews)" }

    init(_ picture: PixelPicture, _ encoding: TileEncoding, _ overviews: OverviewResampling) {
      (self.picture, self.encoding, self.overviews) = (picture, encoding, overviews)
      store = Result {
        try PixelStore(
          picture, encoding, size: PixelSize(width: 960, height: 900), overviews: overviews)
      }
    }
  }

  static let losslessStores = PixelPicture.allCases.flatMap { picture in
    OverviewResampling.allCases.map { Case(picture, .png, $0) }
  }
  static let lossyStores = PixelPicture.allCases.flatMap { picture in
    [
      Case(picture, .jpeg(quality: 80, background: .white), .average),
      Case(picture, .webp(quality: 80), .average),
    ]
  }

  /// Pastes a rectangle of 50 by 40 samples into an overview where a seed says.
  private func paste(into sample: Case, seed: UInt64) throws -> (
    VerificationReport, TileCoordinate
  ) {
    var (store, generator) = (try sample.store.get(), SeededGenerator(seed: seed))
    // A zoom of one overview with picked samples does not tell that it is made from those below.
    let shallowest = [.nearest, .darken].contains(sample.overviews) ? 5 : 0
    let overviews = store.tiles.keys.filter { (shallowest..<6).contains($0.zoom) }.sorted()
    let tile = try #require(overviews.randomElement(using: &generator))
    let shown = try #require(store.tiles[tile].map { try TileDecoder.decode($0) })
    let changed = try #require(shown.withRectangle(using: &generator))
    try store.edit(tile) { _ in changed }
    return (try store.verify(againstPicture: false), tile)
  }

  private func finds(_ tile: TileCoordinate, _ report: VerificationReport) -> Bool {
    // The overview and those under and over it are by themselves equally likely to be wrong.
    report.results.filter { $0.rule.severity >= .warning }.flatMap(\.findings).compactMap(\.tile)
      .contains { $0 == tile || tile.children.contains($0) || $0.children.contains(tile) }
  }

  @Test("A rectangle of a colour that is not below is found", arguments: losslessStores, [1, 2, 3])
  func lossless(_ sample: Case, seed: UInt64) throws {
    let (report, tile) = try paste(into: sample, seed: seed)
    #expect(finds(tile, report), "\(tile)\n\(report.text)")
  }

  @Test("So it is in lossy tiles", arguments: lossyStores, [1, 2, 3])
  func lossy(_ sample: Case, seed: UInt64) throws {
    let (report, tile) = try paste(into: sample, seed: seed)
    #expect(finds(tile, report), "\(tile)\n\(report.text)")
  }
}

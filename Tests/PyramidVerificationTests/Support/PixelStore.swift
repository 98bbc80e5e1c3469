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

/// A small picture that pyramids are made of.
enum PixelPicture: String, CaseIterable, Sendable {
  case photograph, plan
  /// Patches of yellow and black, which coarse JPEG can least keep apart.
  case stripes

  /// The pictures from which every kind of store is made.
  static let allCases = [photograph, plan]

  func raster(_ size: PixelSize) -> SyntheticRaster {
    switch self {
    case .stripes:
      return SyntheticRaster(name: rawValue, size: size, isOpaque: true) { x, y in
        guard x < 200, y < 200 else { return PixelColor(255, 255, 255) }
        guard x % 64 < 32, y % 64 < 32 else { return PixelColor(150, 140, 100) }
        return (x + y) % 14 < 7 ? PixelColor(255, 245, 0) : PixelColor(0, 0, 0)
      }
    case .plan:
      return SyntheticRaster(name: rawValue, size: size, isOpaque: true) { x, y in
        // Rooms of several colours between walls, with hatching and a stair.
        if x % 97 < 3 || y % 83 < 4 { return PixelColor(20, 20, 30) }
        if (x + y) % 11 == 0, x / 97 % 3 == 1 { return PixelColor(160, 60, 40) }
        if y % 6 == 0, x / 97 % 3 == 2, y / 83 % 2 == 0 { return PixelColor(0, 70, 140) }
        let room = (x / 97 * 5 + y / 83 * 3) % 4
        return [
          PixelColor(255, 255, 255), PixelColor(240, 226, 196), PixelColor(205, 228, 240),
          PixelColor(255, 250, 235),
        ][room]
      }
    case .photograph:
      return SyntheticRaster(name: rawValue, size: size, isOpaque: true) { x, y in
        let base = SamplePicture.color(x, y)
        let (u, v) = (Double(x), Double(y))
        let fine = 14 * (sin(u * 1.7 + v * 0.4) + sin(v * 1.3 - u * 0.9 + sin(u / 7)))
        func add(_ value: UInt8, _ fraction: Double) -> UInt8 {
          UInt8(clamping: Int(Double(value) * 0.8 + 25 + fraction * fine))
        }
        return PixelColor(add(base.red, 1), add(base.green, 0.9), add(base.blue, 0.7))
      }
    }
  }
}

/// The tiles of a small pyramid, without a layer definition beside them.
struct PixelStore {
  let source: SyntheticRaster
  let encoding: TileEncoding
  private(set) var tiles: [TileCoordinate: [UInt8]] = [:]
  /// Other files, by their path in the folder.
  var extras: [String: [UInt8]] = [:]

  /// A pyramid of zooms 4 to 6 whose samples are between those of the picture.
  init(
    _ picture: PixelPicture, _ encoding: TileEncoding,
    size: PixelSize = PixelSize(width: 470, height: 470),
    overviews: OverviewResampling = .average
  ) throws {
    source = picture.raster(size).inMemory()
    self.encoding = encoding
    var options = SampleTiles.options
    options.overviewResampling = overviews
    let plan = try PyramidPlan(for: source, georeference: Self.georeference(), options: options)
    let folder = try TemporaryDirectory()
    let store = MemoryTileStore()
    _ = try PyramidBuilder(
      source: source, plan: plan, encoding: PyramidEncoding(encoding, effort: .fast),
      resources: BuildResources(in: folder, threads: 2)
    ).build(into: store)
    tiles = store.tiles
  }

  private static func georeference(shift: (x: Double, y: Double) = (0, 0)) -> Georeference {
    SampleTiles.georeference(x: 40 * 256 + 20.3 + shift.x, y: 20 * 256 + 19.6 + shift.y)
  }

  /// A tile of the deepest zoom with others around it.
  static func inner() throws -> TileCoordinate {
    try #require(TileCoordinate(zoom: 6, x: 40, y: 20))
  }

  /// Changes the samples of a tile and encodes it as the others.
  mutating func edit(
    _ tile: TileCoordinate, _ change: (RGBAImage) throws -> RGBAImage
  ) throws {
    guard let bytes = tiles[tile] else { throw CocoaError(.fileNoSuchFile) }
    let image = try change(try TileDecoder.decode(bytes))
    tiles[tile] = try encoding.makeEncoder(effort: .fast).encode(image)
  }

  /// Replaces the bytes of a tile; `nil` removes it.
  mutating func replace(_ tile: TileCoordinate, with bytes: [UInt8]?) { tiles[tile] = bytes }

  /// Verifies the tiles in a folder; against the picture some samples further east and south.
  func verify(
    againstPicture: Bool, shift: (x: Double, y: Double) = (0, 0)
  ) throws -> VerificationReport {
    let folder = try TemporaryDirectory()
    var files = extras
    for (tile, bytes) in tiles { files["\(tile).\(encoding.format.rawValue)"] = bytes }
    for (name, bytes) in files { try folder.write(bytes, as: "out/\(name)") }
    var options = VerificationOptions()
    options.threads = 2
    if againstPicture {
      options.source = VerificationSource(
        raster: source,
        georeference: Self.georeference(shift: shift),
        scratch: ScratchDirectory(path: folder.path))
    }
    return try PyramidVerifier.verify(folder.path("out"), options: options)
  }
}

import Georeferencing
import Hashing
import RasterSources
import TileImaging
import TileModel
import TileStorage

/// Reads, decodes and examines one tile after the other; belongs to one thread.
final class TileLoader {
  private let setting: WalkSetting
  private let reader: any StoredTileReader
  private var plain: [Hash128: DecodedTile] = [:]
  private var plainByteCount = 0
  private(set) var outcome = WalkOutcome()

  private static let plainLimit = 16 << 20

  init(_ setting: WalkSetting) throws(TileStorageError) {
    self.setting = setting
    reader = try setting.inspection.contents.makeReader()
    outcome.overviews = OverviewLedger(
      scratch: setting.options.scratch.path, residentCount: setting.options.overviewLimit)
  }

  func learn(_ change: (inout WalkOutcome) -> Void) { change(&outcome) }

  func keep(_ overview: MeasuredOverview) throws(TileStorageError) {
    try outcome.overviews.append(overview)
  }

  func load(_ zoom: Int, _ key: UInt64) throws(TileStorageError) -> WalkNode {
    let coordinate = TileIndex.coordinate(zoom, key)
    guard let entry = setting.index.entry(zoom, key) else {
      let isPromised = setting.definition?.coverage.contains(coordinate) ?? false
      return isPromised ? .unknown : .absent
    }
    let tile = StoredTile(coordinate, locator: entry.locator)
    guard let bytes = try read(tile) else { return .unknown }
    let hash = bytes.withUnsafeBytes { Hash128(hashing: $0) }
    try note(tile, bytes, hash)
    if let known = plain[hash] {
      examineEnd(bytes, of: tile)
      return shown(known, tile)
    }
    guard let image = try decode(bytes, tile) else { return .unknown }
    let byteCount = 4 * image.side * image.side
    if image.uniform != nil, plainByteCount + byteCount <= Self.plainLimit {
      plain[hash] = image
      plainByteCount += byteCount
    }
    return shown(image, tile)
  }

  private func read(_ tile: StoredTile) throws(TileStorageError) -> [UInt8]? {
    do throws(TileStorageError) {
      if let bytes = try reader.bytes(of: tile) { return bytes }
      fail(.tileReadable, tile, found: "no bytes, or too many", expected: "an image")
    } catch {
      if !error.isFinding { throw error }
      fail(
        .tileReadable, tile, found: error.report.found ?? error.report.what, expected: "an image")
    }
    outcome.zooms[tile.coordinate.zoom, default: ZoomSummary(zoom: tile.coordinate.zoom)].tiles += 1
    outcome.zooms[tile.coordinate.zoom, default: ZoomSummary(zoom: tile.coordinate.zoom)].damaged +=
      1
    return nil
  }

  private func note(
    _ tile: StoredTile, _ bytes: [UInt8], _ hash: Hash128
  ) throws(TileStorageError) {
    let zoom = tile.coordinate.zoom
    outcome.digest.add(.term(of: bytes, at: tile.coordinate))
    try setting.contents.note(hash, zoom: zoom)
    var summary = outcome.zooms[zoom] ?? ZoomSummary(zoom: zoom)
    summary.tiles += 1
    summary.bytes += bytes.count
    outcome.zooms[zoom] = summary
    if let limit = setting.options.profile?.tileByteLimit, bytes.count > limit {
      fail(.profileTileBytes, tile, found: "\(bytes.count) bytes", expected: "at most \(limit)")
    }
  }

  private func decode(
    _ bytes: [UInt8], _ tile: StoredTile
  ) throws(TileStorageError) -> DecodedTile? {
    let zoom = tile.coordinate.zoom
    guard let format = TileDecoder.format(of: bytes) else {
      let head = bytes.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      fail(
        .tileDecodes, tile,
        found: bytes.isEmpty
          ? "no bytes" : Self.vectorTile(bytes) ?? "\(bytes.count) bytes from \(head)",
        expected: "a \(TileFormatDescription.titles) image")
      outcome.zooms[zoom]?.damaged += 1
      return nil
    }
    outcome.formats[format, default: TileTally()].add(tile.coordinate)
    examineFormat(format, of: tile)
    examineEnd(bytes, of: tile)
    if format == .jpeg {
      let orientation = JPEGSegments.orientation(bytes)
      if orientation != .upright {
        fail(
          .tileOrientation, tile, found: "orientation \(orientation.rawValue)",
          expected: "none, or 1")
      }
    }
    if format == .jpeg, let step = JPEGQuantization.meanStep(bytes) {
      try setting.contents.note(step: step, of: tile.coordinate)
    }
    do throws(ImageCodecError) {
      let image = try TileDecoder.decode(bytes)
      guard image.width == image.height, image.width > 3, image.width % 2 == 0 else {
        fail(
          .tileSize, tile, found: "\(image.width) × \(image.height)",
          expected: "a square with an even number of samples")
        return nil
      }
      let isLossy = TileDecoder.isLossy(bytes)
      if isLossy { outcome.holdsLossyTiles = true }
      return DecodedTile(
        image, isLossy: isLossy, format: format, elevation: setting.definition?.elevation)
    } catch {
      fail(
        .tileDecodes, tile,
        found: "\(bytes.count) bytes: \(error.report.what)"
          + (error.report.found.map { ", \($0)" } ?? ""), expected: "a whole image")
      outcome.zooms[zoom]?.damaged += 1
      return nil
    }
  }

  /// The name of a tile of the Mapbox Vector Tile specification 2.1; `nil` for other bytes.
  ///
  /// A layer is field 3 of the protobuf message; MBTiles 1.3 has it compressed by gzip.
  private static func vectorTile(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x1F, 0x8B]) { return "a vector tile (protobuf compressed by gzip)" }
    return bytes.count > 2 && bytes[0] == 0x1A && bytes[1] > 0 ? "a vector tile (protobuf)" : nil
  }

  private func examineFormat(_ format: TileFormat, of tile: StoredTile) {
    guard let definition = setting.definition, definition.isHybrid else { return }
    let wanted = definition.format(of: tile.coordinate)
    if format != wanted {
      fail(.tileFormat, tile, found: format.rawValue, expected: wanted.rawValue)
    } else if setting.inspection.contents.namesTileFormats,
      TileFormat.extensions.indices.contains(tile.locator),
      TileFormat.extensions[tile.locator] != wanted.rawValue
    {
      fail(
        .tileFormat, tile, found: "the extension \(TileFormat.extensions[tile.locator])",
        expected: wanted.rawValue)
    }
  }

  private func examineEnd(_ bytes: [UInt8], of tile: StoredTile) {
    let count = TileDecoder.trailingByteCount(bytes)
    if count > 0 {
      fail(
        .tileTrailing, tile, found: "\(count) bytes after the image",
        expected: "\(bytes.count - count) bytes in all")
    }
  }

  private func shown(_ image: DecodedTile, _ tile: StoredTile) -> WalkNode {
    let zoom = tile.coordinate.zoom
    outcome.sides[image.side, default: TileTally()].add(tile.coordinate)
    if image.isBlank {
      outcome.zooms[zoom]?.blank += 1
      fail(.tileBlank, tile, found: "a fully transparent tile", expected: "no tile")
    } else if image.uniform != nil {
      outcome.zooms[zoom]?.oneColor += 1
    }
    let stated = [
      setting.definition?.tileSize.rawValue, setting.inspection.contents.tileWidth(atZoom: zoom),
    ]
    if let side = stated.lazy.compactMap(\.self).first(where: { $0 != image.side }) {
      fail(
        .tileSize, tile, found: "\(image.side) × \(image.side)", expected: "\(side) × \(side)")
      return .unknown
    }
    return WalkNode(presence: .shown, image: image, lineage: .base(image))
  }

  private func fail(_ rule: VerificationRule, _ tile: StoredTile, found: String, expected: String) {
    setting.collector.add(
      rule, at: setting.inspection.contents.location(of: tile), tile: tile.coordinate, found: found,
      expected: expected)
  }
}

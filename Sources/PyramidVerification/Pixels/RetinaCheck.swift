import TileModel
import TileStorage

/// Compares tiles of 512 samples with the four tiles of 256 of the zoom below, which have the same samples.
///
/// Belongs to one thread.
final class RetinaCheck {
  private let setting: WalkSetting
  private let retina: StoreInspection
  private let reader: any StoredTileReader

  /// `nil` where there are no such tiles.
  init?(_ setting: WalkSetting) throws(TileStorageError) {
    guard let retina = setting.retina else { return nil }
    self.setting = setting
    self.retina = retina
    reader = try retina.contents.makeReader()
  }

  /// Takes the tiles under it row by row from the north-west.
  ///
  /// A tile that cannot be read or decoded, or is missing, is a finding about that tile itself.
  func check(_ key: UInt64, zoom: Int, over children: [WalkNode]) throws(TileStorageError) {
    guard let entry = retina.tiles.entry(zoom, key) else { return }
    let stored = StoredTile(TileIndex.coordinate(zoom, key), locator: entry.locator)
    guard let tile = try decoded(stored) else { return }
    var differing = 0
    for (quadrant, child) in children.enumerated() {
      switch child.presence {
      case .unknown: continue
      case .absent: differing += difference(tile, quadrant, nil)
      case .shown:
        guard let image = child.image, 2 * image.side == tile.side else { continue }
        differing += difference(tile, quadrant, image)
      }
    }
    guard differing > 0 else { return }
    setting.collector.add(
      .retinaPixels, at: retina.contents.location(of: stored), tile: stored.coordinate,
      found: "\(differing) pixels that differ",
      expected: "the pixels of its four tiles of zoom \(zoom + 1)")
  }

  private func decoded(_ stored: StoredTile) throws(TileStorageError) -> DecodedTile? {
    let bytes: [UInt8]?
    do throws(TileStorageError) {
      bytes = try reader.bytes(of: stored)
    } catch {
      if error.isFinding { return nil }
      throw error
    }
    let image = bytes.flatMap(DecodedTile.init(decoding:))
    return image.flatMap { $0.side % 2 == 0 ? $0 : nil }
  }

  private func difference(_ tile: DecodedTile, _ quadrant: Int, _ child: DecodedTile?) -> Int {
    let side = tile.side / 2
    let first = ((quadrant >> 1) * tile.side + (quadrant & 1)) * side
    // The samples of empty places.
    let empty = tile.holdsAlpha ? 0 : (setting.background ?? 0)
    if tile.isLossy || child?.isLossy ?? false {
      return strangeSamples(tile, from: first, child, empty: empty)
    }
    var count = 0
    for row in 0..<side {
      let own = tile.pixels + first + row * tile.side
      let other = child.map { $0.pixels + row * side }
      for column in 0..<side where own[column] != other?[column] ?? empty.littleEndian {
        count += 1
      }
    }
    return count
  }

  private func strangeSamples(
    _ tile: DecodedTile, from first: Int, _ child: DecodedTile?, empty: UInt32
  ) -> Int {
    let half = tile.side / 2
    let color = SIMD4(
      Float(empty & 255), Float(empty >> 8 & 255), Float(empty >> 16 & 255), Float(empty >> 24))
    let own = ResidualPlane(side: half) {
      tile.premultiplied(first + $0 / half * tile.side + $0 % half)
    }
    let wanted = ResidualPlane(side: half) { child?.premultiplied($0) ?? color }
    guard let residual = PlaneResidual(own, wanted, side: half) else { return 0 }
    let limit = Self.tolerance(atQuality: setting.definition?.rendering?.quality)
    return residual.square > limit ? half * half : 0
  }

  /// The levels by which the mean of a square may be off at any quality.
  ///
  /// JPEG of quality 10 keeps chroma in steps of 11 levels. Blue is off by up to 0.9 of them in a flat
  /// tile, and by more where lightness is off as well.
  private static let lossyTolerance: Float = 24

  /// In levels; more for the worst qualities.
  private static func tolerance(atQuality quality: Int?) -> Float {
    Self.lossyTolerance * ((quality ?? 100) < 20 ? 2 : 1)
  }
}

import TileImaging
import TileModel
import TileStorage

/// Compares tiles of 512 samples with the four tiles of 256 of the zoom below, which have the same samples;
/// belongs to one thread.
final class RetinaCheck {
  private let setting: WalkSetting
  private let retina: StoreInspection
  private let reader: any StoredTileReader

  /// Creates a check; `nil` where there are no such tiles.
  ///
  /// - Throws: ``TileStorageError`` when the store cannot be read.
  init?(_ setting: WalkSetting) throws(TileStorageError) {
    guard let retina = setting.retina else { return nil }
    self.setting = setting
    self.retina = retina
    reader = try retina.contents.makeReader()
  }

  /// Compares the tile at an address with those under it, row by row from the north-west.
  ///
  /// What cannot be read or decoded is a finding about that tile itself, and so is one that is missing.
  ///
  /// - Throws: ``TileStorageError`` when the store cannot be read, which says nothing of the tile.
  func check(
    _ key: UInt64, zoom: Int, over children: [WalkNode]
  ) throws(TileStorageError) {
    guard let entry = retina.tiles.entry(zoom, key) else { return }
    let stored = StoredTile(TileIndex.coordinate(zoom, key), locator: entry.locator)
    guard let tile = try decoded(stored) else { return }
    var differing = 0
    for (quadrant, child) in children.enumerated() {
      switch child.presence {
      case .unknown: continue
      case .absent: differing += Self.visibleCount(tile, quadrant, background: setting.background)
      case .shown:
        guard let image = child.image, 2 * image.side == tile.side else { continue }
        differing +=
          tile.isLossy || image.isLossy
          ? Self.strangeSquares(tile, quadrant, image) : Self.difference(tile, quadrant, image)
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
    guard let bytes, let format = TileDecoder.format(of: bytes) else { return nil }
    do throws(ImageCodecError) {
      let image = try TileDecoder.decode(bytes)
      guard image.width == image.height, image.width % 2 == 0 else { return nil }
      return DecodedTile(image, isLossy: TileDecoder.isLossy(bytes), format: format)
    } catch {
      return nil
    }
  }

  /// Where the samples of a quadrant begin.
  private static func origin(_ quadrant: Int, of tile: DecodedTile) -> Int {
    ((quadrant >> 1) * tile.side + (quadrant & 1)) * (tile.side / 2)
  }

  /// How many samples of a quadrant show something though no tile is there.
  private static func visibleCount(_ tile: DecodedTile, _ quadrant: Int, background: UInt32?) -> Int
  {
    let first = origin(quadrant, of: tile)
    let limit = Int(LossyDifference.toleranceInTile.square)
    var count = 0
    for row in 0..<tile.side / 2 {
      for column in 0..<tile.side / 2 {
        let pixel = UInt32(littleEndian: tile.pixels[first + row * tile.side + column])
        guard let background, !tile.holdsAlpha else {
          if pixel >> 24 != 0 { count += 1 }
          continue
        }
        let isBackground = stride(from: UInt32(0), to: 24, by: 8).allSatisfy { shift in
          abs(Int(pixel >> shift & 255) - Int(background >> shift & 255)) <= limit
        }
        if !isBackground { count += 1 }
      }
    }
    return count
  }

  /// How many samples of a quadrant are not those of a tile.
  private static func difference(_ tile: DecodedTile, _ quadrant: Int, _ child: DecodedTile) -> Int
  {
    let first = origin(quadrant, of: tile)
    var count = 0
    for row in 0..<child.side {
      let (own, other) = (tile.pixels + first + row * tile.side, child.pixels + row * child.side)
      for column in 0..<child.side where own[column] != other[column] { count += 1 }
    }
    return count
  }

  /// How many samples are in squares of a quadrant whose means are too far from those of a tile, where either
  /// is lossy.
  private static func strangeSquares(
    _ tile: DecodedTile, _ quadrant: Int, _ child: DecodedTile
  ) -> Int {
    let first = origin(quadrant, of: tile)
    let side = LossyDifference.side
    let limit = Int(LossyDifference.toleranceInTile.square) * side * side * 255
    var count = 0
    for top in stride(from: 0, through: child.side - side, by: side) {
      for left in stride(from: 0, through: child.side - side, by: side) {
        var sums = SIMD4<Int>()
        for row in top..<top + side {
          let own = tile.samples + 4 * (first + row * tile.side + left)
          let other = child.samples + 4 * (row * child.side + left)
          for index in stride(from: 0, to: 4 * side, by: 4) {
            let alphas = (Int(own[index + 3]), Int(other[index + 3]))
            for channel in 0..<3 {
              sums[channel] +=
                Int(own[index + channel]) * alphas.0 - Int(other[index + channel]) * alphas.1
            }
            sums[3] += 255 * (alphas.0 - alphas.1)
          }
        }
        let sizes = sums.replacing(with: 0 &- sums, where: sums .< 0)
        if sizes.max() > limit { count += side * side }
      }
    }
    return count
  }
}

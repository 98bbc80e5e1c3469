public import TileImaging
public import TileLayers
import TileModel

/// A picture of a map and what is missing in it; not part of the SDK.
public struct MapSnapshot: Sendable {
  /// The picture, with straight alpha.
  public let image: RGBAImage
  /// Why places were left blank: one ``TileLayers/MapSnapshotError/tile(layer:_:_:)`` for each tile
  /// that was unavailable or damaged; layers from below, the tiles of each by zoom, row and column.
  public let gaps: [MapSnapshotError]
}

/// The tiles that a layer could not give while a picture was drawn.
final class TileGaps: Sendable {
  private let reasons = Guarded<[TileCoordinate: TileUnavailability]>([:])

  /// The layer with nothing in the places of tiles that cannot be had, which are noted here.
  func standing(before layer: TileLayer) -> TileLayer {
    TileLayer(layer.information, options: layer.options.passing) { tile in
      let answer: TileAnswer<EncodedTile> =
        switch await layer.image(at: tile) {
        case .tile: await layer.tile(at: tile)
        case .absent: .absent
        case .unavailable(let reason): .unavailable(reason)
        }
      guard case .unavailable(let reason) = answer, reason != .cancelled else { return answer }
      self.reasons.withLock { $0[tile] = reason }
      return .absent
    }
  }

  /// What is missing, as errors.
  func errors(layer name: String) -> [MapSnapshotError] {
    reasons.withLock { $0 }.sorted { $0.key < $1.key }
      .map { .tile(layer: name, $0.key, $0.value) }
  }
}

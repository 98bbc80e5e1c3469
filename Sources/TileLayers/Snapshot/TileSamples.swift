import TileImaging
import TileModel

/// Samples of one layer's tiles in a picture, tile by tile.
final class TileSamples: @unchecked Sendable {
  // SAFETY: the memory of a tile is written once, before the lock notes the tile as present, and is
  // read only where it is.

  private struct State {
    var isPresent: [Bool]
    var gaps: [TileCoordinate: MapSnapshotError] = [:]
    var missingCount = 0
  }

  let side: Int
  private let layerName: String
  private let coverage: TileCoverage?
  private let allowsGaps: Bool
  private let base: UnsafeMutablePointer<UInt8>
  private let state: Guarded<State>

  init(of layer: TileLayer, side: Int, count: Int, allowsGaps: Bool) {
    self.allowsGaps = allowsGaps
    self.side = side
    layerName = layer.information.name
    coverage = layer.information.definition?.coverage
    base = .allocate(capacity: count * Self.byteCount(side: side))
    state = Guarded(State(isPresent: [Bool](repeating: false, count: count)))
  }

  deinit { base.deallocate() }

  static func byteCount(side: Int) -> Int { 4 * side * side }

  var hasFailed: Bool { !allowsGaps && state.withLock { !$0.gaps.isEmpty } }

  var gaps: [MapSnapshotError] {
    state.withLock { $0.gaps }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Absent tiles that the layer's definition lists.
  var missingCount: Int { state.withLock { $0.missingCount } }

  func check() throws(MapSnapshotError) {
    guard !allowsGaps else {
      // A missing tile of a cancelled task is no gap.
      if let cancelled = gaps.first(where: \.isCancellation) { throw cancelled }
      return
    }
    if let error = gaps.first { throw error }
  }

  func set(_ answer: TileAnswer<RGBAImage>, _ number: Int, _ tile: TileCoordinate) {
    switch answer {
    case .absent:
      if coverage?.contains(tile) ?? false { state.withLock { $0.missingCount += 1 } }
    case .unavailable(let reason): fail(.tile(layer: layerName, tile, reason), tile)
    case .tile(let image):
      guard let image = TileScaling.fit(image, side: side) else {
        fail(
          .tileSize(
            layer: layerName, tile, width: image.width, height: image.height, expected: side), tile)
        return
      }
      image.samples.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress else { return }
        (base + number * source.count).update(from: from, count: source.count)
      }
      state.withLock { $0.isPresent[number] = true }
    }
  }

  func positions() -> [UnsafeRawPointer?] {
    state.withLock { $0.isPresent }.enumerated().map { number, isPresent in
      isPresent ? UnsafeRawPointer(base + number * 4 * side * side) : nil
    }
  }

  private func fail(_ error: MapSnapshotError, _ tile: TileCoordinate) {
    state.withLock { $0.gaps[tile] = error }
  }
}

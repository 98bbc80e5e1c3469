import Dispatch
import TileModel

/// Which tiles of one layer a picture shows, and how each of its rows samples them.
struct LayerPlan: Sendable {
  /// The layer.
  let layer: TileLayer
  /// How each row of the picture is sampled; `nil` where nothing of the layer is seen.
  let rows: [RowPlan?]
  /// The tiles to fetch, in the order of their numbers.
  let tiles: [TileCoordinate]
  /// The levels sampled, by zoom.
  let levels: [TileLevel?]

  /// Plans the rows; `nil` when the picture shows none of the layer.
  init?(
    _ layer: TileLayer, seenIn frame: SnapshotFrame, memoryLimit: Int
  ) throws(MapSnapshotError) {
    self.layer = layer
    rows = (0..<frame.height).map { RowPlan(row: $0, of: layer, in: frame) }
    var survey = TileSurvey(layer: layer, width: frame.width)
    for row in rows { if let row { survey.extend(row) } }
    survey.makeSlots()
    for row in rows { if let row { survey.mark(row) } }
    guard !survey.tiles.isEmpty else { return nil }
    (tiles, levels) = (survey.tiles, survey.levels)
    let limit = memoryLimit / TileSamples.byteCount(of: layer)
    guard tiles.count <= limit else {
      throw .tooManyTiles(layer: layer.information.name, limit: limit)
    }
  }

  /// Fetches and decodes the tiles; a task that is cancelled meanwhile has a tile that is unavailable.
  func fetch(allowsGaps: Bool) async throws(MapSnapshotError) -> TileSamples {
    let samples = TileSamples(of: layer, count: tiles.count, allowsGaps: allowsGaps)
    switch layer.supply {
    case .immediate: await onThread { fill(samples) }
    case .fetched:
      await withTaskGroup(of: Void.self) { group in
        for (number, tile) in tiles.enumerated() {
          group.addTask {
            if !samples.hasFailed { samples.set(await layer.image(at: tile), number, tile) }
          }
        }
      }
    }
    try samples.check()
    return samples
  }

  /// Does what ``fetch(allowsGaps:)`` does; blocks the calling thread, and no other while it waits.
  @available(*, noasync, renamed: "fetch(allowsGaps:)")
  func waitToFetch(allowsGaps: Bool) throws(MapSnapshotError) -> TileSamples {
    guard case .immediate = layer.supply else {
      return try waitForTask {
        // A closure's typed errors are kept only where they are spelled out.
        do throws(MapSnapshotError) {
          return Result<TileSamples, MapSnapshotError>.success(
            try await fetch(allowsGaps: allowsGaps))
        } catch {
          return .failure(error)
        }
      }.get()
    }
    let samples = TileSamples(of: layer, count: tiles.count, allowsGaps: allowsGaps)
    fill(samples)
    try samples.check()
    return samples
  }

  /// Reads and decodes the tiles of a layer that answers at once, on all processors.
  @available(*, noasync)
  private func fill(_ samples: TileSamples) {
    DispatchQueue.concurrentPerform(iterations: tiles.count) { number in
      let tile = tiles[number]
      if !samples.hasFailed { samples.set(layer.waitForImage(at: tile), number, tile) }
    }
  }
}

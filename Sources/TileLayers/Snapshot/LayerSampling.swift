import Platform
import Dispatch
import TileModel

/// The tiles of one layer in a picture, and the sampling of each row.
struct LayerSampling: Sendable {
  let layer: TileLayer
  let side: Int
  let rows: [RowSampling?]
  let tiles: [TileCoordinate]
  let levels: [TileLevel?]
  /// Prefetched tiles around the sampled ones, by zoom, row and column.
  let surroundings: [TileCoordinate]

  init?(
    _ item: SnapshotLayer, seenIn frame: SnapshotGeometry, takesFinerLevel: Bool, memoryLimit: Int,
    tileBuffer: Int
  ) throws(MapSnapshotError) {
    let (layer, side) = (item.layer, item.side(scale: frame.scale))
    (self.layer, self.side) = (layer, side)
    guard item.reaches(frame) else { return nil }
    rows = (0..<frame.height).map {
      RowSampling(row: $0, of: layer, side: side, in: frame, takesFinerLevel: takesFinerLevel)
    }
    var survey = TileSurvey(layer: layer, side: side, width: frame.width)
    for row in rows { if let row { survey.extend(row) } }
    survey.makeSlots()
    for row in rows { if let row { survey.mark(row) } }
    guard !survey.tiles.isEmpty else { return nil }
    (tiles, levels) = (survey.tiles, survey.levels)
    surroundings = Self.surroundings(of: survey.tiles, in: layer, buffer: tileBuffer)
    let limit = memoryLimit / TileSamples.byteCount(side: side)
    guard tiles.count <= limit else {
      throw .tooManyTiles(layer: layer.information.name, limit: limit)
    }
  }

  private static func surroundings(
    of tiles: [TileCoordinate], in layer: TileLayer, buffer: Int
  ) -> [TileCoordinate] {
    let reach = min(max(buffer, 0), SnapshotLimits.maximumTileBuffer)
    guard reach > 0 else { return [] }
    var near: Set<TileCoordinate> = []
    for tile in tiles {
      let mask = 1 << tile.zoom - 1
      for y in (tile.y - reach)...(tile.y + reach) {
        for x in (tile.x - reach)...(tile.x + reach) {
          // Copies of the world are side by side.
          TileCoordinate(zoom: tile.zoom, x: x & mask, y: y).map { _ = near.insert($0) }
        }
      }
    }
    return near.subtracting(tiles).filter { layer.derivation(of: $0) != nil }.sorted()
  }

  func fetch(allowsGaps: Bool) async throws(MapSnapshotError) -> TileSamples {
    let samples = TileSamples(of: layer, side: side, count: tiles.count, allowsGaps: allowsGaps)
    switch layer.supply {
    case .immediate: await onThread { fill(samples) }
    case .fetched:
      await withTaskGroup(of: Void.self) { group in
        for (number, tile) in tiles.enumerated() {
          group.addTask {
            if !samples.hasFailed { samples.set(await layer.image(at: tile), number, tile) }
          }
        }
        // Asked for only so that the layer has them when they come into view.
        for tile in surroundings { group.addTask { _ = await layer.tile(at: tile) } }
      }
    }
    try samples.check()
    return samples
  }

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
    let samples = TileSamples(of: layer, side: side, count: tiles.count, allowsGaps: allowsGaps)
    fill(samples)
    try samples.check()
    return samples
  }

  @available(*, noasync)
  private func fill(_ samples: TileSamples) {
    DispatchQueue.concurrentPerform(iterations: tiles.count) { number in
      let tile = tiles[number]
      if !samples.hasFailed { samples.set(layer.waitForImage(at: tile), number, tile) }
    }
  }
}

extension SnapshotLayer {
  /// True while overzoom covers the level at the camera's target.
  ///
  /// Without a display size a tile fills its cell of 256 points at any density.
  fileprivate func reaches(_ frame: SnapshotGeometry) -> Bool {
    guard let zooms = layer.information.extent.zooms else { return false }
    let scale = displaySize == nil ? 1 : frame.scale
    let cell = CameraPosition.worldSizeAtZoomZero * scale / Double(side(scale: frame.scale))
    let level = (frame.position.zoom + log2(cell) + 1e-6).rounded()
    return level <= Double(zooms.upperBound + layer.options.overzoom)
  }
}

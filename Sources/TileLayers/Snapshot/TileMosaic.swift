import Dispatch
import Synchronization
import TileImaging
import TileModel

/// The tiles of one layer that a picture shows, decoded, and how each row samples them.
final class TileMosaic {
  /// The tiles of a level that rows sample, by place.
  struct Level {
    /// The column of the first slot, not wrapped into the world.
    var firstColumn: Int
    var firstRow: Int
    var columns: Int
    var rows: Int
    /// The numbers of the tiles row by row; -1 where there is none.
    var numbers: [Int32]
    /// Where the samples of each slot's tile are; `nil` where there is none.
    var slots: UnsafeMutablePointer<UnsafeRawPointer?>?

    /// The index of a tile's slot.
    func slot(x: Int, y: Int) -> Int { (y - firstRow) * columns + x - firstColumn }
  }

  private let side: Int
  private let shift: Int
  private let rows: [RowPlan?]
  private var levels: [Level?]
  private let samples: UnsafeMutablePointer<UInt8>

  /// Plans the rows, fetches and decodes the tiles; `nil` when the picture shows none of the layer.
  init?(_ layer: TileLayer, seenIn frame: SnapshotFrame) throws(MapSnapshotError) {
    let side = layer.information.tileSize.rawValue
    let rows = (0..<frame.height).map { RowPlan(row: $0, of: layer, in: frame) }
    var survey = TileSurvey(layer: layer, width: frame.width)
    for row in rows { if let row { survey.extend(row) } }
    survey.makeSlots()
    for row in rows { if let row { survey.mark(row) } }
    guard !survey.tiles.isEmpty else { return nil }
    let bytes = 4 * side * side
    let limit = MapSnapshotter.tileMemory / bytes
    guard survey.tiles.count <= limit else {
      throw .tooManyTiles(layer: layer.information.name, limit: limit)
    }
    let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: survey.tiles.count * bytes)
    let present: [Bool]
    do {
      present = try Self.fetch(survey.tiles, of: layer, side: side, into: samples)
    } catch {
      samples.deallocate()
      throw error
    }
    self.side = side
    shift = side.trailingZeroBitCount
    self.rows = rows
    self.samples = samples
    levels = survey.levels
    for index in levels.indices {
      guard let numbers = levels[index]?.numbers, !numbers.isEmpty else { continue }
      let slots = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: numbers.count)
      for (slot, number) in numbers.enumerated() {
        let tile = Int(number)
        let isPresent = tile >= 0 && present[tile]
        (slots + slot).initialize(
          to: isPresent ? UnsafeRawPointer(samples + tile * bytes) : nil)
      }
      levels[index]?.slots = slots
    }
  }

  deinit {
    for level in levels { level?.slots?.deallocate() }
    samples.deallocate()
  }

  /// Copies the samples of tiles one after the other; returns which of them exist.
  private static func fetch(
    _ tiles: [TileCoordinate], of layer: TileLayer, side: Int,
    into samples: UnsafeMutablePointer<UInt8>
  ) throws(MapSnapshotError) -> [Bool] {
    let bytes = 4 * side * side
    let name = layer.information.name
    let outcome = Mutex(
      (present: [Bool](repeating: false, count: tiles.count), error: MapSnapshotError?.none))
    nonisolated(unsafe) let target = samples
    DispatchQueue.concurrentPerform(iterations: tiles.count) { index in
      if outcome.withLock({ $0.error != nil }) { return }
      let tile = tiles[index]
      switch layer.waitForImage(at: tile) {
      case .absent: return
      case .unavailable(let reason):
        outcome.withLock { $0.error = .tile(layer: name, tile, reason) }
      case .tile(let image):
        guard image.width == side, image.height == side else {
          outcome.withLock {
            $0.error = .tileSize(
              layer: name, tile, width: image.width, height: image.height, expected: side)
          }
          return
        }
        image.samples.withUnsafeBufferPointer { source in
          guard let base = source.baseAddress else { return }
          (target + index * bytes).update(from: base, count: bytes)
        }
        outcome.withLock { $0.present[index] = true }
      }
    }
    let (present, error) = outcome.withLock { $0 }
    if let error { throw error }
    return present
  }

  /// Draws the layer's part of a row of the picture onto what is beneath it.
  func draw(row: Int, opacity: Float, onto target: SnapshotRow) {
    guard let plan = rows[row], let level = levels[plan.zoom], let slots = level.slots else {
      return
    }
    let sampler = TileSampler(
      slots: UnsafePointer(slots), columns: level.columns, shift: shift)
    let origin = (
      x: Double(level.firstColumn << shift), y: Double(level.firstRow << shift)
    )
    for line in plan.lines {
      for column in 0..<plan.columns {
        let along = (Double(column) + 0.5) / Double(plan.columns)
        // Samples have their values at their centres.
        sampler.add(
          SampleLine(
            x: line.x + along * line.stepX - 0.5 - origin.x,
            y: line.y + along * line.stepY - 0.5 - origin.y,
            stepX: line.stepX, stepY: line.stepY),
          to: target.sums, count: target.width)
      }
    }
    target.composeSums(factor: opacity / Float(plan.lines.count * plan.columns))
  }
}

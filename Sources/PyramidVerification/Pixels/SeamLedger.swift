import TileModel
import TileStorage

/// Compares the edges of neighbours as soon as both have been seen, in any order and from any thread.
///
/// Only edges whose other side is still to come are held: along a Z-shaped walk, those around what
/// has been walked. Of shapes that have more of them than there is room for, such as two long
/// columns that the curve visits one after the other, the seams beyond are not compared.
final class SeamLedger: Sendable {
  /// The outermost line of a tile along one side, as greys in 256ths of a level, and how much
  /// neighbouring lines differ there and further inside.
  struct Edge: Sendable {
    let samples: [UInt16]
    let usualStep: Float
  }

  /// What a seam that does not fit looks like.
  struct Fault: Hashable, Sendable {
    let first: TileCoordinate
    let second: TileCoordinate
    let step: Float
    let usual: Float
  }

  /// The seams of one zoom.
  struct Level: Sendable {
    var seams = 0
    var steps = 0.0
    var usual = 0.0
    var faults: [Fault] = []
    /// Seams that were not compared for want of room; also those counted whose other tile shows nothing.
    var missed = 0
  }

  private struct Seam: Hashable {
    let x, y: UInt32
    let zoom: UInt8
    let isVertical: Bool
  }

  private struct State {
    var waiting: [Seam: Edge] = [:]
    var sampleCount = 0
    /// Whether an edge was not kept for want of room.
    var isIncomplete = false
    var levels: [Int: Level] = [:]
  }

  private let state = Guarded(State())
  private let sampleLimit: Int

  /// The most faults of one zoom that are kept.
  private static let faultLimit = 100_000

  init(memory: Int) { sampleLimit = memory / MemoryLayout<UInt16>.stride }

  /// Notes the edges of a tile towards those of its neighbours that are there.
  func add(_ tile: DecodedTile, at coordinate: TileCoordinate, among index: TileIndex) {
    guard !tile.isBlank else { return }
    let last = tile.side - 1
    for isVertical in [true, false] {
      var insideStep: Float?
      for isFirst in [false, true] {
        let offset = isFirst ? 1 : -1
        guard
          let neighbour = TileCoordinate(
            zoom: coordinate.zoom, x: coordinate.x + (isVertical ? offset : 0),
            y: coordinate.y + (isVertical ? 0 : offset)), index.contains(neighbour)
        else { continue }
        let second = isFirst ? neighbour : coordinate
        let step = insideStep ?? Self.insideStep(tile, isVertical: isVertical)
        insideStep = step
        let outer = Self.line(isFirst ? last : 0, of: tile, isVertical: isVertical)
        let inner = Self.line(isFirst ? last - 1 : 1, of: tile, isVertical: isVertical)
        meet(
          Seam(
            x: UInt32(second.x), y: UInt32(second.y), zoom: UInt8(second.zoom),
            isVertical: isVertical),
          first: isFirst ? coordinate : neighbour, second: second,
          isAwaited: TileIndex.key(of: neighbour) > TileIndex.key(of: coordinate),
          Edge(samples: outer, usualStep: max(Self.difference(outer, inner), step)))
      }
    }
  }

  /// What was found at each zoom.
  var levels: [Int: Level] { state.withLock { $0.levels } }

  /// Compares an edge with the one on the other side, or keeps it until that comes.
  private func meet(
    _ seam: Seam, first: TileCoordinate, second: TileCoordinate, isAwaited: Bool, _ edge: Edge
  ) {
    let other: Edge? = state.withLock { state in
      if let other = state.waiting.removeValue(forKey: seam) {
        state.sampleCount -= other.samples.count
        return other
      }
      let hasRoom = state.sampleCount + edge.samples.count <= sampleLimit
      if !hasRoom { state.isIncomplete = true }
      if hasRoom, isAwaited || !state.isIncomplete {
        state.waiting[seam] = edge
        state.sampleCount += edge.samples.count
      } else if !isAwaited {
        // The first side was not kept either, or will wait for this one in vain.
        state.levels[Int(seam.zoom), default: Level()].missed += 1
      }
      return nil
    }
    guard let other, other.samples.count == edge.samples.count else { return }
    let step = Self.difference(edge.samples, other.samples)
    let usual = max(edge.usualStep, other.usualStep)
    let zoom = Int(seam.zoom)
    state.withLock { state in
      var level = state.levels[zoom] ?? Level()
      level.seams += 1
      level.steps += Double(step)
      level.usual += Double(usual)
      if step > 4 * usual + 6, level.faults.count < Self.faultLimit {
        level.faults.append(Fault(first: first, second: second, step: step, usual: usual))
      }
      state.levels[zoom] = level
    }
  }

  /// The mean difference of two lines, in levels.
  private static func difference(_ a: [UInt16], _ b: [UInt16]) -> Float {
    var sum = 0
    for index in a.indices { sum += abs(Int(a[index]) - Int(b[index])) }
    return Float(sum) / Float(256 * max(1, a.count))
  }

  /// A column or a row of a tile as greys in 256ths of a level.
  private static func line(_ position: Int, of tile: DecodedTile, isVertical: Bool) -> [UInt16] {
    (0..<tile.side).map { index in
      let offset = isVertical ? index * tile.side + position : position * tile.side + index
      return UInt16(grey(tile.samples + 4 * offset) * 256)
    }
  }

  private static func grey(_ pixel: UnsafeMutablePointer<UInt8>) -> Float {
    GreyPlane.grey(pixel[0], pixel[1], pixel[2], pixel[3])
  }

  /// The largest difference of two neighbouring lines at the quarters of a tile: drawings whose
  /// pattern repeats with the tiles have steps there as well.
  private static func insideStep(_ tile: DecodedTile, isVertical: Bool) -> Float {
    guard tile.uniform == nil else { return 0 }
    return [1, 2, 3].map { quarter in
      let position = quarter * tile.side / 4
      return difference(
        line(position - 1, of: tile, isVertical: isVertical),
        line(position, of: tile, isVertical: isVertical))
    }.max() ?? 0
  }
}

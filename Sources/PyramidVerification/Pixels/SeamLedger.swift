import TileModel

/// Compares the edges of neighbours as soon as both have been seen, in any order and from any thread.
///
/// Only edges whose other side is still to come are held: along a Z-shaped walk, those around what
/// has been walked.
final class SeamLedger: Sendable {
  /// The two outermost lines of a tile along one side, as greys, and how much neighbouring lines
  /// differ further inside.
  struct Edge: Sendable {
    let outer: [Float]
    let inner: [Float]
    let insideStep: Float
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
  }

  private struct Seam: Hashable {
    let zoom, x, y: Int
    let isVertical: Bool
  }

  private struct State {
    var waiting: [Seam: Edge] = [:]
    var levels: [Int: Level] = [:]
  }

  private let state = Guarded(State())

  /// The most faults of one zoom that are kept.
  private static let faultLimit = 100_000

  /// Notes the edges of a tile.
  func add(_ tile: DecodedTile, at coordinate: TileCoordinate) {
    guard !tile.isBlank else { return }
    let steps = (Self.insideStep(tile, isVertical: true), Self.insideStep(tile, isVertical: false))
    let (x, y, zoom) = (coordinate.x, coordinate.y, coordinate.zoom)
    let last = tile.side - 1
    meet(
      Seam(zoom: zoom, x: x, y: y, isVertical: true), coordinate, isFirst: false,
      Edge(
        outer: Self.column(0, of: tile), inner: Self.column(1, of: tile), insideStep: steps.0))
    meet(
      Seam(zoom: zoom, x: x + 1, y: y, isVertical: true), coordinate, isFirst: true,
      Edge(
        outer: Self.column(last, of: tile), inner: Self.column(last - 1, of: tile),
        insideStep: steps.0))
    meet(
      Seam(zoom: zoom, x: x, y: y, isVertical: false), coordinate, isFirst: false,
      Edge(outer: Self.row(0, of: tile), inner: Self.row(1, of: tile), insideStep: steps.1))
    meet(
      Seam(zoom: zoom, x: x, y: y + 1, isVertical: false), coordinate, isFirst: true,
      Edge(
        outer: Self.row(last, of: tile), inner: Self.row(last - 1, of: tile),
        insideStep: steps.1))
  }

  /// What was found at each zoom.
  var levels: [Int: Level] { state.withLock { $0.levels } }

  private func meet(_ seam: Seam, _ tile: TileCoordinate, isFirst: Bool, _ edge: Edge) {
    let other: Edge? = state.withLock { state in
      if let other = state.waiting.removeValue(forKey: seam) { return other }
      state.waiting[seam] = edge
      return nil
    }
    guard let other, other.outer.count == edge.outer.count else { return }
    let step = Self.difference(edge.outer, other.outer)
    let usual = max(
      Self.difference(edge.outer, edge.inner), Self.difference(other.outer, other.inner),
      edge.insideStep, other.insideStep)
    let x = seam.isVertical ? seam.x - 1 : seam.x
    let y = seam.isVertical ? seam.y : seam.y - 1
    let first = isFirst ? tile : TileCoordinate(unchecked: seam.zoom, x: x, y: y)
    let second = isFirst ? TileCoordinate(unchecked: seam.zoom, x: seam.x, y: seam.y) : tile
    state.withLock { state in
      var level = state.levels[seam.zoom] ?? Level()
      level.seams += 1
      level.steps += Double(step)
      level.usual += Double(usual)
      if step > 4 * usual + 6, level.faults.count < Self.faultLimit {
        level.faults.append(Fault(first: first, second: second, step: step, usual: usual))
      }
      state.levels[seam.zoom] = level
    }
  }

  private static func difference(_ a: [Float], _ b: [Float]) -> Float {
    var sum: Float = 0
    for index in a.indices { sum += abs(a[index] - b[index]) }
    return sum / Float(max(1, a.count))
  }

  private static func column(_ x: Int, of tile: DecodedTile) -> [Float] {
    (0..<tile.side).map { grey(tile.samples + 4 * ($0 * tile.side + x)) }
  }

  private static func row(_ y: Int, of tile: DecodedTile) -> [Float] {
    (0..<tile.side).map { grey(tile.samples + 4 * (y * tile.side + $0)) }
  }

  private static func grey(_ pixel: UnsafeMutablePointer<UInt8>) -> Float {
    GreyPlane.grey(pixel[0], pixel[1], pixel[2], pixel[3])
  }

  /// The largest difference of two neighbouring lines at the quarters of a tile: drawings whose
  /// pattern repeats with the tiles have steps there as well.
  private static func insideStep(_ tile: DecodedTile, isVertical: Bool) -> Float {
    guard tile.uniform == nil else { return 0 }
    return [1, 2, 3].map { quarter in
      let place = quarter * tile.side / 4
      return isVertical
        ? difference(column(place - 1, of: tile), column(place, of: tile))
        : difference(row(place - 1, of: tile), row(place, of: tile))
    }.max() ?? 0
  }
}

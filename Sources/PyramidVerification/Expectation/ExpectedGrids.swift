import TileModel

/// The expected tiles of the rasters of a source, of which the last used are kept; belongs to one thread.
final class ExpectedGrids {
  private static let keptCount = 4

  private let check: SourceCheck
  private var kept: [(number: Int, tile: ExpectedTile)] = []

  init(_ check: SourceCheck) { self.check = check }

  func meeting(_ tile: TileCoordinate) throws -> [ExpectedTile] {
    let sheets = check.sheets
    guard sheets.count > 1 else { return [try expectedTile(0)] }
    let grid = TileGrid(tileSize: check.tileSize)
    let numbers = sheets.indices.reversed().filter { sheets[$0].meets(tile, grid: grid) }
    if numbers.isEmpty { return [try expectedTile(0)] }
    return try numbers.map(expectedTile)
  }

  private func expectedTile(_ number: Int) throws -> ExpectedTile {
    if let index = kept.firstIndex(where: { $0.number == number }) {
      let found = kept.remove(at: index)
      kept.append(found)
      return found.tile
    }
    let tile = try check.makeExpectedTile(number)
    if kept.count >= Self.keptCount { kept.removeFirst() }
    kept.append((number, tile))
    return tile
  }
}

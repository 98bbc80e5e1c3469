import TileImaging

/// Adjacent columns of tiles of a step: the deepest zoom, and the overviews that need nothing
/// beyond these columns.
///
/// Groups are independent, so that several threads fill several groups. One thread at a time fills
/// a group.
package final class ColumnGroup {
  /// Zooms that groups make above the deepest: 2^3 tiles side by side become one.
  ///
  /// With fewer, one thread makes more overviews alone; with more, narrow images have too few
  /// groups for all threads. The samples are the same for any number from 1 on.
  package static let zooms = 3

  package static func height(zoomCount: Int) -> Int { min(zooms, zoomCount - 1) }

  let columns: Range<Int>
  let tileRows: [TileRow]
  private let tileSize: Int
  private let reducer: any OverviewReducer
  /// Segments of an even row and of the odd one below it, by column.
  private let upper: UnsafeMutablePointer<Segment>
  private let lower: UnsafeMutablePointer<Segment>

  init(tileRows: [TileRow], tileSize: Int, reducer: any OverviewReducer) {
    self.tileRows = tileRows
    self.tileSize = tileSize
    self.reducer = reducer
    columns = tileRows[0].columns
    upper = .allocate(capacity: 2 * columns.count)
    upper.initialize(repeating: .empty, count: 2 * columns.count)
    lower = upper + columns.count
  }

  deinit { upper.deallocate() }

  package var worldColumns: Range<Int> {
    columns.lowerBound * tileSize..<columns.upperBound * tileSize
  }

  func append(_ samples: UnsafePointer<UInt32>?, worldRow: Int, clears: Bool) {
    let row = worldRow % tileSize
    for column in 0..<columns.count {
      let segment = samples.map {
        write($0 + column * tileSize, column: column, row: row, clears: clears)
      }
      if segment == nil { tileRows[0].setFlat(0, column, row: row) }
      note(segment ?? .empty, column: column, row: row)
    }
    if row & 1 == 1 { reducer.push(UnsafePointer(upper), UnsafePointer(lower), row: worldRow >> 1) }
  }

  func append(_ tiles: [RenderedTile], y: Int) {
    for (column, tile) in tiles.enumerated() { tileRows[0].set(tile, column) }
    for row in 0..<tileSize {
      for column in 0..<columns.count {
        let segment: Segment =
          switch tileRows[0].flatValue(column) {
          case 0: .empty
          case let value?: .flat(value)
          case nil: Segment(scanning: tileRows[0].rows(column, from: row).first, count: tileSize)
          }
        note(segment, column: column, row: row)
      }
      if row & 1 == 1 {
        reducer.push(UnsafePointer(upper), UnsafePointer(lower), row: (y * tileSize + row) >> 1)
      }
    }
  }

  /// Leaves the tiles of a band, and the overviews above them, as they are in the updated output.
  func keep() {
    for row in tileRows {
      for column in 0..<row.columns.count { row.set(.kept, column) }
    }
  }

  func finish() { reducer.finish() }

  private func note(_ segment: Segment, column: Int, row: Int) {
    if row & 1 == 0 { upper[column] = segment } else { lower[column] = segment }
  }

  private func write(
    _ source: UnsafePointer<UInt32>, column: Int, row: Int, clears: Bool
  ) -> Segment {
    let segment = Segment(scanning: source, count: tileSize, clears: clears)
    switch segment {
    case .empty:
      tileRows[0].setFlat(0, column, row: row)
      return segment
    case .flat(let value):
      tileRows[0].setFlat(value, column, row: row)
      return segment
    case .opaque:
      let target = tileRows[0].samples(column, row: row)
      target.update(from: source, count: tileSize)
      return .opaque(UnsafePointer(target))
    case .mixed:
      let target = tileRows[0].samples(column, row: row)
      target.update(from: source, count: tileSize)
      if clears {
        TransparentColor.clear(
          UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt8.self), count: tileSize)
      }
      return .mixed(UnsafePointer(target))
    }
  }
}

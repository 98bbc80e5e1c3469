import Georeferencing

/// Spatial index of the images of a mosaic.
struct MosaicIndex: Sendable {
  private static let entriesPerImage = 8

  private let side: Int
  private let across: Int
  private let cells: [Int: [Int32]]
  private let bounds: [(columns: Range<Int>, rows: Range<Int>)]

  init(_ members: [MosaicMember], size: PixelSize) {
    let area = Double(size.width) * Double(size.height) / Double(max(1, members.count))
    var side = max(256, Int(min(area.squareRoot(), Double(1 << 30)).rounded(.up)))
    // Large images that lie over each other meet many cells; the index grows with their number alone.
    while side < max(size.width, size.height),
      Self.entryCount(members, side: side) > Self.entriesPerImage * members.count
    { side *= 2 }
    let across = (size.width + side - 1) / side
    var cells: [Int: [Int32]] = [:]
    for (number, member) in members.enumerated() {
      for y in member.rows.lowerBound / side...(member.rows.upperBound - 1) / side {
        for x in member.columns.lowerBound / side...(member.columns.upperBound - 1) / side {
          cells[y * across + x, default: []].append(Int32(number))
        }
      }
    }
    self.side = side
    self.across = across
    self.cells = cells
    bounds = members.map { ($0.columns, $0.rows) }
  }

  private static func entryCount(_ members: [MosaicMember], side: Int) -> Int {
    members.reduce(0) { sum, member in
      let down = (member.rows.upperBound - 1) / side - member.rows.lowerBound / side + 1
      let across = (member.columns.upperBound - 1) / side - member.columns.lowerBound / side + 1
      return sum + down * across
    }
  }

  func members(columns: Range<Int>, rows: Range<Int>) -> [Int] {
    guard !columns.isEmpty, !rows.isEmpty else { return [] }
    var found: [Int] = []
    let yCells = rows.lowerBound / side...(rows.upperBound - 1) / side
    let xCells = columns.lowerBound / side...(columns.upperBound - 1) / side
    for y in yCells {
      for x in xCells {
        for number in cells[y * across + x] ?? [] {
          let place = bounds[Int(number)]
          if place.columns.overlaps(columns), place.rows.overlaps(rows) {
            found.append(Int(number))
          }
        }
      }
    }
    guard yCells.count * xCells.count > 1 else { return found }
    found.sort()
    var last = -1
    found.removeAll { number in
      defer { last = number }
      return number == last
    }
    return found
  }

  func covers(_ size: PixelSize) -> Bool {
    // Between two rows at which an image begins or ends, all rows meet the same images.
    let edges = Set(bounds.flatMap { [$0.rows.lowerBound, $0.rows.upperBound] }).sorted()
    guard edges.first == 0, edges.last == size.height else { return false }
    for row in edges.dropLast() {
      var end = 0
      let parts = members(columns: 0..<size.width, rows: row..<row + 1)
        .map { bounds[$0].columns }.sorted { $0.lowerBound < $1.lowerBound }
      for part in parts {
        if part.lowerBound > end { return false }
        end = max(end, part.upperBound)
      }
      if end < size.width { return false }
    }
    return true
  }
}

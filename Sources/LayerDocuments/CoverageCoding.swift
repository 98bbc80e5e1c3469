import TileModel

/// JSON form of coverages, as ``LayerDefinitionDocument`` states it.
enum CoverageCoding {
  /// Limit of column runs, counted in every row, which bounds a coverage's memory.
  static let maximumRunCount = 1 << 22

  static func value(of coverage: TileCoverage) -> JSONValue {
    .array(coverage.levels.map { ["zoom": .number($0.zoom), "rows": rows(of: $0)] })
  }

  private static func rows(of level: TileCoverage.Level) -> JSONValue {
    var groups: [JSONValue] = []
    var index = 0
    while index < level.rows.count {
      let first = level.rows[index]
      var last = first.y
      index += 1
      while index < level.rows.count, level.rows[index].y == last + 1,
        level.rows[index].runs == first.runs
      {
        last += 1
        index += 1
      }
      let runs = first.runs.map {
        [.number($0.lowerBound), .number($0.upperBound - 1)] as JSONValue
      }
      groups.append(.array([.number(first.y), .number(last)] + runs))
    }
    return .array(groups)
  }

  static func coverage(of field: DocumentField) throws(LayerDocumentError) -> TileCoverage {
    var builder = TileCoverage.Builder()
    var previousZoom = -1
    var runCount = 0
    for level in try field.items(of: "zooms") {
      let zoom = try level.member("zoom").integer(in: 0...TileCoordinate.maximumZoom)
      guard zoom > previousZoom else {
        throw level.member("zoom").invalid("a zoom greater than \(previousZoom)")
      }
      previousZoom = zoom
      let last = (1 << zoom) - 1
      var previousRow = -1
      let groups = try level.member("rows").items(of: "rows")
      guard !groups.isEmpty else { throw level.member("rows").invalid("at least one row") }
      for group in groups {
        let parts = try group.items(of: "two rows and columns")
        guard parts.count >= 3 else {
          throw group.invalid("first row, last row and at least one pair of columns")
        }
        let firstRow = try parts[0].integer(in: 0...last)
        let lastRow = try parts[1].integer(in: 0...last)
        guard firstRow > previousRow, lastRow >= firstRow else {
          throw group.invalid("rows in ascending order")
        }
        previousRow = lastRow
        let runs = try self.runs(of: parts.dropFirst(2), last: last)
        runCount += runs.count * (lastRow - firstRow + 1)
        guard runCount <= maximumRunCount else {
          throw group.invalid("at most \(maximumRunCount) runs of columns in all rows")
        }
        for y in firstRow...lastRow {
          for run in runs { builder.insert(TileRange(zoom: zoom, x: run, y: y..<(y + 1))) }
        }
      }
    }
    return builder.coverage
  }

  private static func runs(
    of fields: ArraySlice<DocumentField>, last: Int
  ) throws(LayerDocumentError) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for field in fields {
      let ends = try field.items(of: "a first and a last column")
      guard ends.count == 2 else { throw field.invalid("a first and a last column") }
      let first = try ends[0].integer(in: 0...last)
      let end = try ends[1].integer(in: 0...last)
      // Runs that touch would make two spellings of one set.
      guard end >= first, first > (runs.last?.upperBound ?? -1) else {
        throw field.invalid("columns in ascending order with a gap between pairs")
      }
      runs.append(first..<(end + 1))
    }
    return runs
  }
}

/// JSON form of digests: an object of `algorithm` and `value`, 32 hexadecimal digits.
extension ContentDigest {
  var documentValue: JSONValue {
    ["algorithm": .string(Self.algorithm), "value": .string(hexadecimal)]
  }

  init(_ field: DocumentField) throws(LayerDocumentError) {
    let digest = try field.object()
    guard try digest.member("algorithm").string() == Self.algorithm else {
      throw digest.member("algorithm").invalid(Self.algorithm)
    }
    guard let result = ContentDigest(hexadecimal: try digest.member("value").string()) else {
      throw digest.member("value").invalid("32 hexadecimal digits")
    }
    self = result
  }
}

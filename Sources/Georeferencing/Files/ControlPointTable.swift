import TileModel

/// Reads control points from a table: `.points` of QGIS, or lines `px,py,lat,lng`.
enum ControlPointTable {
  static func points(
    _ bytes: [UInt8], path: String, crs: CoordinateReferenceSystem?
  ) throws(GeoreferenceError) -> ListedPoints {
    let table = try DelimitedRows(bytes: bytes, path: path)
    let number = { (text: String) -> Double? in
      NumberText.double(text, decimalComma: table.allowsDecimalComma)
    }
    guard let first = table.rows.first else {
      throw .malformedFile(
        path: path, line: 1, column: nil, found: "no control points", expected: Self.layouts)
    }
    let hasHeader = first.fields.allSatisfy { number($0.text) == nil }
    let rows = hasHeader ? Array(table.rows.dropFirst()) : table.rows
    let isProjected = crs.map { !$0.isAngular } ?? (table.system != nil)
    let found =
      hasHeader
      ? ControlPointColumns(header: first.fields.map(\.text))
      : ControlPointColumns(
        rows: rows, isQGIS: path.lowercased().hasSuffix(".points"), isProjected: isProjected,
        number: number)
    guard let columns = found else {
      let text = first.fields.map(\.text).joined(separator: ",")
      throw .malformedFile(
        path: path, line: first.line, column: nil, found: text.excerpt, expected: Self.layouts)
    }
    let reader = RowReader(path: path, columns: columns, number: number)
    var points: [ControlPoint] = []
    for row in rows { points.append(try reader.point(row)) }
    var listed = ListedPoints(
      points: points, lines: rows.map(\.line), system: .geographic,
      counting: columns.style == .qgis ? .stored : .shown,
      isFittedInOwnSystem: columns.style != .coordinates, isUpward: columns.style == .qgis)
    if columns.style != .coordinates {
      (listed.system, listed.warnings) = try ListedPoints.system(
        of: points, stated: table.system, given: crs, path: path, statement: "#CRS line")
    } else if let crs, crs != .geographic {
      listed.warnings.append(
        "`crs` \(crs.identifier) has no effect: \(path.fileName) states latitudes and longitudes")
    }
    return listed
  }

  private static let layouts =
    "px,py,lat,lng (with an id in front at most), or mapX,mapY,sourceX,sourceY,enable of QGIS,"
    + " with a header if the order differs; or lines -gcp column row x y"
}

/// Reads control points from rows.
private struct RowReader {
  let path: String
  let columns: ControlPointColumns
  let number: (String) -> Double?

  func point(_ row: DelimitedRows.Row) throws(GeoreferenceError) -> ControlPoint {
    let isQGIS = columns.style == .qgis
    let pixel = PixelPoint(
      x: try value(row, columns.pixelX, isQGIS ? "sourceX" : "px"),
      y: try value(row, columns.pixelY, isQGIS ? "sourceY" : "py"))
    let names =
      switch columns.style {
      case .qgis: ("mapX", "mapY")
      case .coordinates: ("lng", "lat")
      case .projected: ("easting", "northing")
      }
    let position = CRSPoint(
      x: try value(row, columns.easting, names.0, signs: "EW"),
      y: try value(row, columns.northing, names.1, signs: "NS"))
    return ControlPoint(
      pixel: pixel, position: position, isEnabled: try isEnabled(row),
      name: columns.name.flatMap { $0 < row.fields.count ? row.fields[$0].text : nil })
  }

  private func value(
    _ row: DelimitedRows.Row, _ index: Int, _ meaning: String, signs: String = ""
  ) throws(GeoreferenceError) -> Double {
    guard index < row.fields.count else {
      throw .malformedFile(
        path: path, line: row.line, column: nil, found: "\(row.fields.count) columns",
        expected: "\(meaning) in column \(index + 1)")
    }
    let field = row.fields[index]
    guard
      let value = number(field.text)
        ?? (signs.isEmpty
          ? nil : SexagesimalAngle(field.text, signs: signs, number: number)?.degrees)
    else {
      throw .malformedFile(
        path: path, line: row.line, column: field.column, found: field.text.excerpt,
        expected: "\(meaning), a number"
          + (signs.isEmpty ? "" : ", or degrees, minutes and seconds"))
    }
    return value
  }

  private func isEnabled(_ row: DelimitedRows.Row) throws(GeoreferenceError) -> Bool {
    guard let index = columns.enable, index < row.fields.count else { return true }
    let field = row.fields[index]
    switch field.text.lowercased() {
    case "1", "true", "": return true
    case "0", "false": return false
    default:
      throw .malformedFile(
        path: path, line: row.line, column: field.column, found: field.text.excerpt,
        expected: "enable, 1 or 0")
    }
  }
}

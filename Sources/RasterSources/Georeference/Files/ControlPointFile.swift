import TileModel

/// Control points read from a file: `.points` of QGIS, or a table `px,py,lat,lng`.
public struct ControlPointFile: Hashable, Sendable {
  /// The points, those that are switched off included, with their system.
  public var set: ControlPointSet
  /// Whether the points are to be fitted in their own system, as QGIS does.
  public var isFittedInOwnSystem: Bool
  /// What had to be assumed.
  public var warnings: [String]

  /// Reads control points.
  ///
  /// A `.points` file of QGIS has the columns mapX, mapY, sourceX, sourceY (or pixelX, pixelY)
  /// and enable, with y negative downwards; its `#CRS:` line wins over `crs`, and without either the
  /// system is judged from the size of the values. A table has px, py, lat and lng in this order, or
  /// in that of its header, and may have an id. Lines that begin with `#` are comments.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - path: The file, for messages; its suffix decides the order of columns without a header.
  ///   - crs: The system of a `.points` file that names none.
  /// - Throws: ``GeoreferenceError`` with the line and column at fault.
  public init(
    bytes: [UInt8], path: String, crs: CoordinateReferenceSystem? = nil
  ) throws(GeoreferenceError) {
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
    let found =
      hasHeader
      ? ControlPointColumns(header: first.fields.map(\.text))
      : ControlPointColumns(
        rows: rows, isQGIS: path.lowercased().hasSuffix(".points"), number: number)
    guard let columns = found else {
      let text = first.fields.map(\.text).joined(separator: ",")
      throw .malformedFile(
        path: path, line: first.line, column: nil, found: text.excerpt, expected: Self.layouts)
    }
    let reader = RowReader(path: path, columns: columns, number: number)
    var points: [ControlPoint] = []
    for row in rows { points.append(try reader.point(row)) }

    warnings = []
    isFittedInOwnSystem = columns.style == .qgis
    if columns.style == .qgis {
      try Self.flipRows(&points, rows: rows, path: path, warnings: &warnings)
    }
    let system: CoordinateReferenceSystem
    if columns.style == .coordinates {
      system = .geographic
    } else {
      system = try Self.system(
        of: points, stated: table.system, given: crs, path: path, warnings: &warnings)
    }
    if system == .geographic {
      for (point, row) in zip(points, rows) where point.isEnabled {
        try GeographicCoordinate(latitude: point.position.y, longitude: point.position.x)
          .checkedForDegrees(location: "\(path):\(row.line)")
      }
    }
    set = ControlPointSet(crs: system, points: points)
  }

  /// Reads the file at a path.
  ///
  /// - Throws: ``GeoreferenceError`` as for bytes, or when the file cannot be read.
  public init(path: String, crs: CoordinateReferenceSystem? = nil) throws(GeoreferenceError) {
    try self.init(bytes: TextFile.read(path), path: path, crs: crs)
  }

  private static let layouts =
    "px,py,lat,lng (with an id in front at most), or mapX,mapY,sourceX,sourceY,enable of QGIS,"
    + " with a header if the order differs"

  /// Makes y count downwards, as it does in the rest of the package.
  private static func flipRows(
    _ points: inout [ControlPoint], rows: [DelimitedRows.Row], path: String,
    warnings: inout [String]
  ) throws(GeoreferenceError) {
    let above = points.indices.filter { points[$0].pixel.y > 0 }
    guard let first = above.first else {
      for index in points.indices { points[index].pixel.y = 0 - points[index].pixel.y }
      return
    }
    guard !points.contains(where: { $0.pixel.y < 0 }) else {
      throw .malformedFile(
        path: path, line: rows[first].line, column: nil,
        found: "sourceY \(NumberText.plain(points[first].pixel.y))",
        expected: "sourceY negative downwards, as in the other rows")
    }
    warnings.append(
      "\(path): sourceY is positive throughout, and is taken to count rows downwards")
  }

  /// The system of the points: stated by the file, else given, else judged.
  private static func system(
    of points: [ControlPoint], stated: (text: String, line: Int)?,
    given: CoordinateReferenceSystem?, path: String, warnings: inout [String]
  ) throws(GeoreferenceError) -> CoordinateReferenceSystem {
    if let stated {
      let system = try CoordinateReferenceSystem(
        parsing: stated.text, location: "\(path):\(stated.line)")
      if let given, given != system {
        warnings.append("\(path): its #CRS line says \(system.identifier), which is used")
      }
      return system
    }
    if let given { return given }
    let likely = LikelySystem(points.filter(\.isEnabled).map(\.position))
    let judged: CoordinateReferenceSystem
    switch likely {
    case .geographic: judged = .geographic
    case .webMercator, .webMercatorOrZone: judged = .webMercator
    case .other: throw .crsRequired(location: path, likely: likely)
    }
    warnings.append(
      "\(path): has no #CRS line; \(judged.identifier) is assumed from the size of its values")
    return judged
  }
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
    let position = CRSPoint(
      x: try value(row, columns.easting, isQGIS ? "mapX" : "lng"),
      y: try value(row, columns.northing, isQGIS ? "mapY" : "lat"))
    return ControlPoint(
      pixel: pixel, position: position, isEnabled: try isEnabled(row),
      name: columns.name.flatMap { $0 < row.fields.count ? row.fields[$0].text : nil })
  }

  private func value(
    _ row: DelimitedRows.Row, _ index: Int, _ meaning: String
  ) throws(GeoreferenceError) -> Double {
    guard index < row.fields.count else {
      throw .malformedFile(
        path: path, line: row.line, column: nil, found: "\(row.fields.count) columns",
        expected: "\(meaning) in column \(index + 1)")
    }
    let field = row.fields[index]
    guard let value = number(field.text) else {
      throw .malformedFile(
        path: path, line: row.line, column: field.column, found: field.text.excerpt,
        expected: "\(meaning), a number")
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

extension ControlPointSet {
  /// The set as a `.points` file of QGIS: y negative downwards, residuals 0 (QGIS computes its own).
  public var pointsFileText: String {
    var text = "#CRS: \(crs.definition)\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n"
    for point in points {
      let numbers = [point.position.x, point.position.y, point.pixel.x, 0 - point.pixel.y]
      text += numbers.map { NumberText.plain($0) }.joined(separator: ",")
      text += ",\(point.isEnabled ? 1 : 0),0,0,0\n"
    }
    return text
  }
}

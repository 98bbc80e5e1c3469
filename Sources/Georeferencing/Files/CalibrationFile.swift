import TileModel

/// Reads control point files of OziExplorer (`.map`), MapInfo (`.tab`) and ENVI (`.pts`).
enum CalibrationFile {
  static func points(
    _ bytes: [UInt8], path: String, crs: CoordinateReferenceSystem?
  ) throws(GeoreferenceError) -> ListedPoints? {
    let start = String(decoding: bytes.prefix(2000), as: UTF8.self).lowercased()
    let read: (Reader) throws(GeoreferenceError) -> Void
    if start.hasPrefix("oziexplorer map data file") {
      read = ozi
    } else if start.contains("!table"), start.contains("\"raster\"") {
      read = mapInfo
    } else if start.contains("envi"), start.contains("gcp file"),
      start.contains("map (x,y), image (x,y)")
    {
      read = envi
    } else {
      return nil
    }
    try TextFile.checkMarks(bytes, path: path)
    let reader = Reader(path: path, lines: TextFile.lines(bytes))
    try read(reader)
    let given = crs ?? reader.system
    if given == nil, let unread = reader.unreadSystem {
      throw .unsupportedCRS(
        "\(unread.excerpt), which is read of no file of this kind: give `crs`", location: path)
    }
    if let given, !given.isAngular {
      for index in reader.degrees {
        let position = reader.points[index].position
        reader.points[index].position =
          reader.isOnWGS84
          ? given.point(of: GeographicCoordinate(latitude: position.y, longitude: position.x))
          : try given.points(ofOwnDegrees: [position], location: path)[0]
      }
    }
    let (system, warnings) = try ListedPoints.system(
      of: reader.points, stated: nil, given: given, path: path, statement: "system")
    return ListedPoints(
      points: reader.points, lines: reader.numbers, system: system, counting: .stored,
      isFittedInOwnSystem: true, warnings: warnings)
  }

  /// Contents of a file.
  private final class Reader {
    let path: String
    let lines: [Substring]
    var points: [ControlPoint] = []
    var numbers: [Int] = []
    /// Points in degrees of a map that may be in a projection.
    var degrees: [Int] = []
    var isOnWGS84 = false
    var system: CoordinateReferenceSystem?
    var unreadSystem: String?

    init(path: String, lines: [Substring]) { (self.path, self.lines) = (path, lines) }

    func add(_ line: Int, _ values: [Double], name: String? = nil) {
      points.append(
        ControlPoint(
          pixel: PixelPoint(x: values[0], y: values[1]),
          position: CRSPoint(x: values[2], y: values[3]), name: name))
      numbers.append(line)
    }

    func fault(_ line: Int, _ expected: String) -> GeoreferenceError {
      .malformedFile(
        path: path, line: line, column: nil, found: String(lines[line - 1]).excerpt,
        expected: expected)
    }

    func take(zone: Int?, isSouth: Bool, _ text: String) throws(GeoreferenceError) {
      guard let zone, (1...60).contains(zone) else {
        unreadSystem = text
        return
      }
      system = try CoordinateReferenceSystem(
        parsing: "EPSG:\((isSouth ? 32700 : 32600) + zone)", location: path)
    }
  }

  /// Lines `Point01,xy,x,y,in,deg,d,m,N,d,m,E,grid,zone,easting,northing,N`; unused ones are empty.
  private static func ozi(_ file: Reader) throws(GeoreferenceError) {
    let datum = file.lines.dropFirst(4).first.map { fields($0)[0] } ?? ""
    let isWGS = datum.uppercased().filter { $0 != " " } == "WGS84"
    if !isWGS { file.unreadSystem = "the datum \(datum)" }
    file.isOnWGS84 = isWGS
    for (index, line) in file.lines.enumerated() where line.lowercased().hasPrefix("point") {
      let fields = fields(line)
      guard fields.count >= 12, fields[1] == "xy", !fields[2].isEmpty, !fields[3].isEmpty else {
        continue
      }
      func number(_ field: Int) -> Double? {
        field < fields.count ? NumberText.double(fields[field]) : nil
      }
      guard let x = number(2), let y = number(3) else {
        throw file.fault(index + 1, "xy with a column and a row")
      }
      if let latitude = number(6), let longitude = number(9) {
        guard fields[8] == "N" || fields[8] == "S", fields[11] == "E" || fields[11] == "W" else {
          throw file.fault(index + 1, "degrees and minutes with N or S, and with E or W")
        }
        let (south, west) = (fields[8] == "S", fields[11] == "W")
        let north = latitude.magnitude + (number(7) ?? 0) / 60
        let east = longitude.magnitude + (number(10) ?? 0) / 60
        file.degrees.append(file.points.count)
        file.add(index + 1, [x, y, west ? -east : east, south ? -north : north], name: fields[0])
      } else if let easting = number(14), let northing = number(15) {
        file.add(index + 1, [x, y, easting, northing], name: fields[0])
        let isSouth = fields.count > 16 && fields[16] == "S"
        if isWGS {
          try file.take(
            zone: number(13).flatMap { Int(exactly: $0) }, isSouth: isSouth,
            "the grid of \(fields[0])")
        }
      } else {
        throw file.fault(index + 1, "a position in degrees or of a grid")
      }
    }
    if isWGS, !file.degrees.isEmpty { try plane(file) }
  }

  /// Takes the system in which a map of OziExplorer is linear: lines `Map Projection,name` and `Projection
  /// Setup,latitude,longitude,scale,easting,northing,parallel,parallel`.
  private static func plane(_ file: Reader) throws(GeoreferenceError) {
    func line(_ name: String) -> [String] {
      file.lines.first { $0.hasPrefix(name + ",") }.map { Array(fields($0).dropFirst()) } ?? []
    }
    let name = line("Map Projection").first ?? "Latitude/Longitude"
    let projections = [
      "Mercator": "merc", "Transverse Mercator": "tmerc", "Lambert Conformal Conic": "lcc",
      "Albers Equal Area": "aea", "Sinusoidal": "sinu",
    ]
    if name == "Latitude/Longitude" {
      file.system = .geographic
    } else if name.hasPrefix("(UTM)") {
      if file.system != nil { return }
      let places = file.degrees.map { file.points[$0].position }
      let middle = places.reduce(0) { $0 + $1.x } / Double(places.count)
      let zone = Int(exactly: ((middle + 180) / 6).rounded(.down)).map { $0 + 1 }
      try file.take(zone: zone, isSouth: places[0].y < 0, name)
    } else if let projection = projections[name] {
      let names = ["lat_0", "lon_0", "k_0", "x_0", "y_0", "lat_1", "lat_2"]
      let stated = zip(names, line("Projection Setup")).compactMap { name, text in
        NumberText.double(text).map { "+\(name)=\(NumberText.plain($0))" }
      }
      file.system = try CoordinateReferenceSystem(
        parsing: "+proj=\(projection) \(stated.joined(separator: " ")) +datum=WGS84 +type=crs",
        location: file.path)
    } else {
      file.unreadSystem = "the map projection \(name)"
      file.system = nil
    }
  }

  /// Lines `(x,y) (column,row) Label "name"`, and `CoordSys Earth Projection`, then numbers.
  private static func mapInfo(_ file: Reader) throws(GeoreferenceError) {
    for (index, line) in file.lines.enumerated() {
      let text = line.trimmingBlanks()
      if text.hasPrefix("(") {
        let label = text.firstIndex(of: "\"").map { text[text.index(after: $0)...] }
        let head = text.prefix { !$0.isLetter }
        let values = head.split { " \t(),".contains($0) }.compactMap { NumberText.double($0) }
        guard values.count == 4 else { throw file.fault(index + 1, "(x,y) (column,row)") }
        let name = label.map { String($0.prefix { $0 != "\"" }) }
        file.add(index + 1, [values[2], values[3], values[0], values[1]], name: name)
      } else if text.lowercased().hasPrefix("coordsys") {
        let words = text.split { " \t,".contains($0) }.map { $0.lowercased() }
        let numbers = words.dropFirst(3).filter { !$0.hasPrefix("\"") }.map {
          NumberText.double($0)
        }
        // The datum 104 is WGS 84.
        switch numbers {
        case [1, 104]: file.system = .geographic
        case [10, 104, 0], [10, 157, 0]: file.system = .webMercator
        case let tm where tm.count == 7 && tm[0] == 8 && tm[1] == 104 && words.contains("\"m\""):
          let zone = tm[2].flatMap { Int(exactly: ($0 + 183) / 6) }
          let isUTM = tm[3] == 0 && tm[4] == 0.9996 && tm[5] == 500_000
          let isSouth = tm[6] == 10_000_000
          try file.take(
            zone: isUTM && (isSouth || tm[6] == 0) ? zone : nil, isSouth: isSouth, String(text))
        default: file.unreadSystem = String(text)
        }
      }
    }
  }

  /// Lines `x y column row` after remarks; columns and rows begin at 1.
  private static func envi(_ file: Reader) throws(GeoreferenceError) {
    for (index, line) in file.lines.enumerated() {
      let text = line.trimmingBlanks()
      if text.isEmpty { continue }
      if text.hasPrefix(";") {
        guard let open = text.firstIndex(of: "{"), text.lowercased().contains("projection info")
        else { continue }
        let words = fields(text[text.index(after: open)...].prefix { $0 != "}" })
        let isWGS = words.contains("WGS-84")
        if isWGS, words[0] == "Geographic Lat/Lon" {
          file.system = .geographic
        } else if isWGS, words[0] == "UTM", words.count > 2 {
          try file.take(zone: Int(words[1]), isSouth: words[2] == "South", String(text))
        } else {
          file.unreadSystem = String(text)
        }
        continue
      }
      let values = text.split { " \t".contains($0) }.map { NumberText.double($0) }
      guard values.count >= 4, let x = values[0], let y = values[1], let column = values[2],
        let row = values[3]
      else { throw file.fault(index + 1, "x, y, column and row") }
      file.add(index + 1, [column - 1, row - 1, x, y])
    }
  }

  private static func fields(_ line: some StringProtocol) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false)
      .map { Substring($0).trimmingBlanks() }
  }
}

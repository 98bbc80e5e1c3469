/// Column positions in a file of control points.
struct ControlPointColumns {
  /// Meaning of a file's columns.
  enum Style {
    /// QGIS: easting and northing in the file's system, and an image position with y upwards.
    case qgis
    /// This package: an image position with y downwards, latitude and longitude.
    case coordinates
    /// An image position with y downwards, easting and northing in a system that is named elsewhere.
    case projected
  }

  var style: Style
  var pixelX: Int
  var pixelY: Int
  var easting: Int
  var northing: Int
  var enable: Int?
  var name: Int?

  /// Columns called x and y take the role that the other two leave open.
  init?(header: [String]) {
    let names = header.map { column in
      // Brackets hold a unit or an example.
      let word = column.lowercased().prefix { $0 != "(" && $0 != "[" }
      return String(word.filter { $0.isLetter || $0.isNumber })
    }
    func column(_ choices: [String]) -> Int? {
      let found = names.indices.filter { choices.contains(names[$0]) }
      return found.count == 1 ? found[0] : nil
    }
    func pair(_ firsts: [String], _ seconds: [String]) -> (x: Int, y: Int)? {
      guard let x = column(firsts), let y = column(seconds) else { return nil }
      return (x, y)
    }
    let image = pair(
      ["sourcex", "pixelx", "xpixel", "px", "imagex", "imgx", "pixel", "column", "col"],
      ["sourcey", "pixely", "ypixel", "py", "imagey", "imgy", "line", "row"])
    let plain = pair(["x"], ["y"])
    // The links of ArcGIS.
    let source = pair(["xsource"], ["ysource"])
    guard let pixel = source ?? image ?? plain else { return nil }
    if let map = pair(["mapx", "xmap"], ["mapy", "ymap"]),
      source != nil || image != nil && column(["mapx"]) != nil
    {
      (style, easting, northing) = (.qgis, map.x, map.y)
    } else if let degrees = pair(["lng", "lon", "long", "longitude"], ["lat", "latitude"]) {
      (style, easting, northing) = (.coordinates, degrees.x, degrees.y)
    } else if let map = pair(
      ["easting", "east", "e", "mapx", "xmap", "worldx", "geox"],
      ["northing", "north", "n", "mapy", "ymap", "worldy", "geoy"]) ?? (image == nil ? nil : plain)
    {
      (style, easting, northing) = (.projected, map.x, map.y)
    } else {
      return nil
    }
    (pixelX, pixelY) = (pixel.x, pixel.y)
    enable = column(["enable", "enabled"])
    name = column(["id", "name", "label", "point", "gcp"])
  }

  /// Judges rows without a header, `nil` when their meaning is ambiguous.
  ///
  /// Six columns are those of Global Mapper: pixel, easting or longitude, northing or latitude, a name and
  /// an error. Five columns hold a name or a number before, or a name after, the four numbers. A negative
  /// image y in every row marks the order image x, y upwards, longitude, latitude. Numbers beyond degrees
  /// are eastings and northings; with `isProjected` so are numbers beyond latitudes and longitudes.
  init?(rows: [DelimitedRows.Row], isQGIS: Bool, isProjected: Bool, number: (String) -> Double?) {
    guard let width = rows.first?.fields.count else { return nil }
    if isQGIS {
      guard width >= 4 else { return nil }
      (style, easting, northing, pixelX, pixelY) = (.qgis, 0, 1, 2, 3)
      enable = width > 4 ? 4 : nil
      return
    }
    if width == 6, rows.allSatisfy({ $0.fields.count == 6 && number($0.fields[4].text) == nil }) {
      (style, pixelX, pixelY, easting, northing, name) = (.projected, 0, 1, 2, 3, 4)
      return
    }
    guard width == 4 || width == 5, rows.allSatisfy({ $0.fields.count == width }) else {
      return nil
    }
    var shift = 0
    if width == 5 {
      let firsts = rows.map { number($0.fields[0].text) }
      let isRunning = [0.0, 1.0].contains { start in
        firsts.enumerated().allSatisfy { $1 == Double($0) + start }
      }
      if firsts.allSatisfy({ $0 == nil }) || isRunning {
        (name, shift) = (0, 1)
      } else if rows.allSatisfy({ number($0.fields[4].text) == nil }) {
        name = 4
      } else {
        return nil
      }
    }
    (pixelX, pixelY) = (shift, shift + 1)
    let isUpward = rows.allSatisfy { (number($0.fields[shift + 1].text) ?? 0) < 0 }
    func exceeds(_ first: Double, _ second: Double) -> Bool {
      rows.contains { row in
        (number(row.fields[shift + 2].text) ?? 0).magnitude > first
          || (number(row.fields[shift + 3].text) ?? 0).magnitude > second
      }
    }
    let isLarge = isProjected ? exceeds(90, 180) : exceeds(360, 360)
    style = isUpward ? .qgis : isLarge ? .projected : .coordinates
    (easting, northing) = style == .coordinates ? (shift + 3, shift + 2) : (shift + 2, shift + 3)
  }
}

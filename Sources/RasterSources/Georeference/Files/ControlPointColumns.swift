/// Which columns of a file of control points hold what.
struct ControlPointColumns {
  /// What a file's columns mean.
  enum Style {
    /// Of QGIS: easting and northing in the file's system, and an image position with y upwards.
    case qgis
    /// Of this package: an image position with y downwards, latitude and longitude.
    case coordinates
  }

  var style: Style
  var pixelX: Int
  var pixelY: Int
  var easting: Int
  var northing: Int
  var enable: Int?
  var name: Int?

  /// Reads a header; `nil` when it does not name all four numbers, each once.
  init?(header: [String]) {
    let names = header.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
    func column(_ choices: String...) -> Int? {
      let found = names.indices.filter { choices.contains(names[$0]) }
      return found.count == 1 ? found[0] : nil
    }
    guard
      let pixelX = column("sourcex", "pixelx", "px", "column", "col"),
      let pixelY = column("sourcey", "pixely", "py", "row")
    else { return nil }
    (self.pixelX, self.pixelY) = (pixelX, pixelY)
    if let x = column("mapx"), let y = column("mapy") {
      (style, easting, northing) = (.qgis, x, y)
    } else if let x = column("lng", "lon", "long", "longitude"), let y = column("lat", "latitude") {
      (style, easting, northing) = (.coordinates, x, y)
    } else {
      return nil
    }
    enable = column("enable", "enabled")
    name = column("id", "name", "label")
  }

  /// Judges rows without a header; `nil` when their meaning is not clear.
  ///
  /// Five columns hold a name or a running number in front of, or a name behind, the four numbers.
  /// An image y below 0 in every row marks the order of other tools: image x, y upwards, then
  /// longitude, latitude.
  init?(rows: [DelimitedRows.Row], isQGIS: Bool, number: (String) -> Double?) {
    guard let width = rows.first?.fields.count else { return nil }
    if isQGIS {
      guard width >= 4 else { return nil }
      (style, easting, northing, pixelX, pixelY) = (.qgis, 0, 1, 2, 3)
      enable = width > 4 ? 4 : nil
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
    style = isUpward ? .qgis : .coordinates
    (easting, northing) = isUpward ? (shift + 2, shift + 3) : (shift + 3, shift + 2)
  }
}

import Hashing
import TileModel

/// Metadata of a band in files of GDAL.
///
/// Source: GDAL, "Raster Data Model", https://gdal.org/en/stable/user/raster_data_model.html
package struct BandStatement: Hashable, Sendable {
  package static let elements: Set = [
    "Description", "ColorInterp", "UnitType", "Offset", "Scale", "NoDataValue", "HideNoDataValue",
    "ColorTable",
  ]

  package var name: String?
  /// Colour interpretation, in lower case.
  package var meaning: String?
  package var unit: String?
  package var (scale, offset): (Double?, Double?)
  package var noData: Double?
  /// Palette from number 0 on; red, green, blue and alpha from the lowest byte.
  package var colors: [UInt32]?
  /// GDAL's name of the type of a virtual raster's samples, such as `Byte`.
  package var type: String?
  /// True where GDAL only fills with its nodata value.
  private var hidesNoData = false

  package init() {}

  package init(noData: Double?, heights: BandStatement?, palette: [UInt32]?) {
    self.noData = noData
    (scale, offset, unit) = (heights?.scale, heights?.offset, heights?.unit)
    colors = palette
  }

  package init(_ band: MarkupElement) throws(MarkupFault) {
    for element in band.children where Self.elements.contains(element.name) { try read(element) }
  }

  package mutating func read(_ element: MarkupElement) throws(MarkupFault) {
    switch element.name {
    case "Description": name = element.text
    case "ColorInterp":
      let text = element.text.lowercased()
      meaning = text == "undefined" ? nil : text
    case "UnitType": unit = element.text.isEmpty ? nil : element.text
    case "Offset": offset = try element.number
    case "Scale": scale = try element.number
    case "NoDataValue":
      let number = try element.number
      noData = hidesNoData ? nil : number
    case "HideNoDataValue" where ["1", "yes", "true", "on"].contains(element.text.lowercased()):
      (noData, hidesNoData) = (nil, true)
    case "ColorTable":
      var colors: [UInt32] = []
      for entry in element.children("Entry").prefix(1 << 16) {
        let channels = ["c1", "c2", "c3", "c4"].map {
          entry.attributes[$0].map { UInt32($0) } ?? 255
        }
        var color: UInt32 = 0
        for (index, channel) in channels.enumerated() {
          guard let channel, channel <= 255 else {
            throw MarkupFault(
              line: entry.line, found: "an Entry of a ColorTable without its colours",
              expected: "c1, c2, c3 and c4 from 0 to 255")
          }
          color |= channel << (8 * UInt32(index))
        }
        colors.append(color >> 24 == 0 ? 0 : color)
      }
      self.colors = colors.isEmpty ? nil : colors
    default: break
    }
  }

  package var palette: [UInt32]? { meaning == "palette" ? colors : nil }

  /// Factor of numbers and the offset added after it, which are stated together.
  package var line: (Double, Double)? {
    scale == nil && offset == nil ? nil : (scale ?? 1, offset ?? 0)
  }

  package func completed(by other: BandStatement) -> BandStatement {
    var all = self
    if line == nil { (all.scale, all.offset) = (other.scale, other.offset) }
    all.unit = unit ?? other.unit
    all.name = name ?? other.name
    all.noData = noData ?? other.noData
    all.colors = colors ?? other.colors
    all.meaning = meaning ?? other.meaning
    all.type = type ?? other.type
    return all
  }
}

/// Metadata of the bands of an image in one file.
package struct BandStatements: Hashable, Sendable {
  package var file: String
  package private(set) var bands: [Int: BandStatement] = [:]

  package init(file: String = "") { self.file = file }

  /// Band numbers begin at 1.
  package subscript(number: Int) -> BandStatement {
    get { bands[number] ?? BandStatement() }
    set { bands[number] = newValue }
  }

  /// The first band's statement, with a nodata value only where all bands share it.
  package func statement(ofBands numbers: [Int]) -> BandStatement {
    guard let first = numbers.first else { return BandStatement() }
    var statement = self[first]
    if Set(numbers.map { self[$0].noData?.bitPattern }).count > 1 { statement.noData = nil }
    return statement
  }

  /// Reads GDAL's `NODATA_VALUES`, a number for each band (RFC 15).
  package mutating func readNoDataValues(_ text: String) {
    for (index, field) in text.split(separator: " ").prefix(1 << 16).enumerated() {
      if let number = NumberText.double(String(field)) { self[index + 1].noData = number }
    }
  }

  package var names: [Int: String] { bands.compactMapValues(\.name) }

  package var numbers: [UInt64] {
    let texts = bands.sorted { $0.key < $1.key }.map { number, band in
      let numbers = [band.scale, band.offset, band.noData].map { $0.map { "\($0)" } ?? "" }
      let colors = band.colors.map { "\($0)" } ?? ""
      return ([String(number), band.meaning ?? "", band.unit ?? "", colors] + numbers)
        .joined(separator: "\0")
    }
    let hash = Hash128(hashing: Array(texts.joined(separator: "\0\0").utf8))
    return [hash.low, hash.high]
  }
}

extension MarkupElement {
  package var number: Double {
    get throws(MarkupFault) {
      let special = ["nan": Double.nan, "inf": .infinity, "-inf": -.infinity][text.lowercased()]
      guard let value = NumberText.double(text) ?? special else {
        throw MarkupFault(line: line, found: "\(name) \(text.excerpt)", expected: "a number")
      }
      return value
    }
  }
}

import Hashing
import TileModel

/// Metadata of a band in files of GDAL.
///
/// Source: GDAL, "Raster Data Model", https://gdal.org/en/stable/user/raster_data_model.html
package struct BandStatement: Hashable, Sendable {
  /// The elements of a band in a VRT or an `.aux.xml` file that are read.
  package static let elements: Set = [
    "Description", "ColorInterp", "UnitType", "Offset", "Scale", "NoDataValue", "HideNoDataValue",
    "ColorTable",
  ]

  /// Its description.
  package var name: String?
  /// The colour interpretation, in lower case.
  package var meaning: String?
  package var unit: String?
  /// Factor of its numbers, and the offset that is added after it.
  package var (scale, offset): (Double?, Double?)
  /// The number that stands for nothing.
  package var noData: Double?
  /// The colours of the numbers from 0 on, red, green, blue and alpha from the lowest byte.
  package var colors: [UInt32]?
  /// Whether GDAL fills with its number, which then stands for nothing only there.
  private var hidesNoData = false

  package init() {}

  /// Part of a statement that is used: nodata, the storage of heights, and colours.
  package init(noData: Double?, heights: BandStatement?, palette: [UInt32]?) {
    self.noData = noData
    (scale, offset, unit) = (heights?.scale, heights?.offset, heights?.unit)
    colors = palette
  }

  /// Reads an element `PAMRasterBand` or `VRTRasterBand`.
  package init(_ band: MarkupElement) throws(MarkupFault) {
    for element in band.children where Self.elements.contains(element.name) { try read(element) }
  }

  package mutating func read(_ element: MarkupElement) throws(MarkupFault) {
    switch element.name {
    case "Description": name = element.text
    case "ColorInterp": meaning = element.text.lowercased()
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

  /// The colours, where the numbers are entries of their table.
  package var palette: [UInt32]? { meaning == "palette" ? colors : nil }

  /// Factor of numbers and the offset added after it, which are stated together.
  package var line: (Double, Double)? {
    scale == nil && offset == nil ? nil : (scale ?? 1, offset ?? 0)
  }

  /// The same, with what another states of which it says nothing.
  package func completed(by other: BandStatement) -> BandStatement {
    var all = self
    if line == nil { (all.scale, all.offset) = (other.scale, other.offset) }
    all.unit = unit ?? other.unit
    all.name = name ?? other.name
    all.noData = noData ?? other.noData
    all.colors = colors ?? other.colors
    all.meaning = meaning ?? other.meaning
    return all
  }
}

/// Metadata of the bands of an image in one file.
package struct BandStatements: Hashable, Sendable {
  /// The name of the file, for messages.
  package var file: String
  package private(set) var bands: [Int: BandStatement] = [:]

  package init(file: String = "") { self.file = file }

  /// Statement about a band, by its number from 1.
  package subscript(number: Int) -> BandStatement {
    get { bands[number] ?? BandStatement() }
    set { bands[number] = newValue }
  }

  /// Statement about bands that are drawn together: that of the first, with a number that stands for nothing
  /// only where it does so in all of them.
  package func statement(ofBands numbers: [Int]) -> BandStatement {
    guard let first = numbers.first else { return BandStatement() }
    var statement = self[first]
    if Set(numbers.map { self[$0].noData?.bitPattern }).count > 1 { statement.noData = nil }
    return statement
  }

  package var names: [Int: String] { bands.compactMapValues(\.name) }

  /// A hash of all that samples depend on.
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

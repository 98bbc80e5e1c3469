import Georeferencing

/// GDAL's metadata of a TIFF's bands (tag 42112, XML).
struct TIFFBandMetadata: Hashable, Sendable {
  private(set) var bands = BandStatements()
  private(set) var maskFlags: [Int: Int] = [:]
  private(set) var significantBits: Int?

  private(set) var fault: String?

  init(_ text: String?) {
    guard let text else { return }
    do throws(MarkupFault) {
      for item in try MarkupElement(document: Array(text.utf8)).descendants("Item") { read(item) }
    } catch { fault = "line \(error.line): \(error.found)" }
  }

  private mutating func read(_ item: MarkupElement) {
    let value = item.text
    // GDAL counts samples from 0.
    let band = item.attributes["sample"].flatMap { Int($0) }.map { $0 &+ 1 }
    switch (item.attributes["name"], band) {
    case ("COLORINTERP", let band?): bands[band].meaning = value.lowercased()
    case ("DESCRIPTION", let band?): bands[band].name = value
    case ("UNITTYPE", let band?): bands[band].unit = value.isEmpty ? nil : value
    case ("SCALE", let band?): bands[band].scale = TIFFGeoTags.number(value)
    case ("OFFSET", let band?): bands[band].offset = TIFFGeoTags.number(value)
    case ("NODATA_VALUES", nil): bands.readNoDataValues(value)
    case ("NBITS", _): significantBits = Int(value)
    case (let name?, _) where name.hasPrefix(Self.maskFlagsName):
      if let band = Int(name.dropFirst(Self.maskFlagsName.count)) { maskFlags[band] = Int(value) }
    default: break
    }
  }

  private static let maskFlagsName = "INTERNAL_MASK_FLAGS_"
}

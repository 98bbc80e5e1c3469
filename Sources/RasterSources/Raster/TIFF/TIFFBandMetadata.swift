import TileModel

/// What GDAL's metadata of a TIFF (tag 42112, XML) says of its bands.
struct TIFFBandMetadata: Hashable, Sendable {
  /// The colour interpretation of bands, in lower case, by their numbers from 1.
  private(set) var meanings: [Int: String] = [:]
  /// The description of bands.
  private(set) var names: [Int: String] = [:]
  /// The unit of bands.
  private(set) var units: [Int: String] = [:]
  /// By what numbers of bands are multiplied, and what is added then.
  private(set) var scales: [Int: Double] = [:]
  private(set) var offsets: [Int: Double] = [:]
  /// What GDAL says of the masks of an image's bands, in the file of the masks.
  private(set) var maskFlags: [Int: Int] = [:]
  /// How many bits of a sample count.
  private(set) var significantBits: Int?

  /// Reads the tag's text; what is not understood is skipped.
  init(_ text: String?) {
    guard let text, text.utf8.count <= 1 << 20 else { return }
    for item in MarkupText(Array(text.utf8)).elements("Item") {
      let value = item.text
      // GDAL counts samples from 0.
      let band = item.attributes["sample"].flatMap { Int($0) }.map { $0 &+ 1 }
      switch (item.attributes["name"], band) {
      case ("COLORINTERP", let band?): meanings[band] = value.lowercased()
      case ("DESCRIPTION", let band?): names[band] = value
      case ("UNITTYPE", let band?): units[band] = value
      case ("SCALE", let band?): scales[band] = TIFFGeoTags.number(value)
      case ("OFFSET", let band?): offsets[band] = TIFFGeoTags.number(value)
      case ("NBITS", _): significantBits = Int(value)
      case (let name?, _) where name.hasPrefix(Self.maskFlagsName):
        if let band = Int(name.dropFirst(Self.maskFlagsName.count)) {
          maskFlags[band] = Int(value)
        }
      default: break
      }
    }
  }

  private static let maskFlagsName = "INTERNAL_MASK_FLAGS_"

  /// The bands that are called red, green and blue, or grey, and the one that is called alpha; `nil`
  /// where none of `count` bands are.
  func selection(ofBands count: Int) -> BandSelection? {
    func band(_ meaning: String) -> Int? {
      meanings.filter { $0.value == meaning && (1...max(count, 1)).contains($0.key) }.keys.min()
    }
    let colors = ["red", "green", "blue"].compactMap(band)
    guard colors.count == 3 else {
      return band("gray").flatMap { BandSelection(colors: [$0], alpha: band("alpha")) }
    }
    return BandSelection(colors: colors, alpha: band("alpha"))
  }
}

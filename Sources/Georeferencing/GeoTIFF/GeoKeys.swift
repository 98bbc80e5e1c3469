/// The keys of a GeoTIFF, by number (OGC GeoTIFF 1.1, 7.1).
package struct GeoKeys {
  /// The keys that are read: those that georeference an image, and the unit of elevations.
  ///
  /// A system's code replaces the keys of its projection, but not those of its base system, prime meridian
  /// and units. See ``GeoKeyGeographicSystem`` and ``GeoKeyUnits``.
  package enum Key: UInt16 {
    case modelType = 1024
    case rasterType = 1025
    case citation = 1026
    case geographicSystem = 2048
    case geographicCitation = 2049
    case datum = 2050
    case primeMeridian = 2051
    case axisUnit = 2052
    case axisUnitSize = 2053
    case angularUnit = 2054
    case angularUnitSize = 2055
    case ellipsoid = 2056
    case semiMajorAxis = 2057
    case semiMinorAxis = 2058
    case inverseFlattening = 2059
    case azimuthUnit = 2060
    case primeMeridianLongitude = 2061
    /// GDAL's key, without effect beside the code of a datum, as there.
    case toWGS84 = 2062
    case projectedSystem = 3072
    case projectedCitation = 3073
    case conversion = 3074
    case method = 3075
    case linearUnit = 3076
    case linearUnitSize = 3077
    case standardParallel1 = 3078
    case standardParallel2 = 3079
    case originLongitude = 3080
    case originLatitude = 3081
    case falseEasting = 3082
    case falseNorthing = 3083
    case falseOriginLongitude = 3084
    case falseOriginLatitude = 3085
    case falseOriginEasting = 3086
    case falseOriginNorthing = 3087
    case centerLongitude = 3088
    case centerLatitude = 3089
    case centerEasting = 3090
    case centerNorthing = 3091
    case originScale = 3092
    case centerScale = 3093
    case azimuth = 3094
    case poleLongitude = 3095
    case gridAngle = 3096
    case verticalSystem = 4096
    case verticalUnit = 4099
  }

  static let userDefined: UInt16 = 32767

  /// An entry of the directory: a code, or the position of numbers or a text.
  ///
  /// Entries may overlap, so that copies of all of them could take thousands of times the file's size.
  private enum Value {
    case code(UInt16)
    case numbers(Range<Int>)
    case text(Range<Int>)
  }

  private var values: [UInt16: Value] = [:]
  private let doubles: [Double]
  private let texts: [UInt8]

  /// Skips entries that point outside the other tags.
  package init(_ tags: TIFFGeoTags) {
    let directory = tags.keyDirectory
    texts = Array(tags.asciiParameters.utf8)
    doubles = tags.doubleParameters
    guard directory.count >= 4 else { return }
    for index in 0..<Int(directory[3]) {
      let start = 4 + 4 * index
      guard start + 3 < directory.count else { break }
      let (key, location) = (directory[start], directory[start + 1])
      let (count, offset) = (Int(directory[start + 2]), Int(directory[start + 3]))
      switch location {
      case 0: values[key] = .code(directory[start + 3])
      case 34736 where offset + count <= tags.doubleParameters.count && count > 0:
        values[key] = .numbers(offset..<offset + count)
      case 34737 where offset < texts.count:
        values[key] = .text(offset..<min(offset + count, texts.count))
      case 34735 where offset < directory.count && count > 0: values[key] = .code(directory[offset])
      default: break
      }
    }
  }

  /// `nil` for an absent key and for 0 (undefined).
  func code(_ key: Key) -> UInt16? {
    guard case .code(let code) = values[key.rawValue], code != 0 else { return nil }
    return code
  }

  /// The code of a thing in a registry; `nil` when other keys define it.
  package func registered(_ key: Key) -> UInt16? {
    code(key).flatMap { $0 == Self.userDefined ? nil : $0 }
  }

  func number(_ key: Key) -> Double? { numbers(key)?.first }

  /// All finite; a whole number may stand in place of a code.
  func numbers(_ key: Key) -> [Double]? {
    switch values[key.rawValue] {
    case .numbers(let range) where doubles[range].allSatisfy(\.isFinite): Array(doubles[range])
    case .code(let code): [Double(code)]
    default: nil
    }
  }

  func text(_ key: Key) -> String? {
    guard case .text(let range) = values[key.rawValue] else { return nil }
    let text = String(decoding: texts[range], as: UTF8.self)
      .trimmingSuffix { $0 == "|" || $0 == "\0" }.trimmingBlanks()
    return text.isEmpty ? nil : text
  }
}

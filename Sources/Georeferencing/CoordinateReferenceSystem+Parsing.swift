import TileModel

extension CoordinateReferenceSystem {
  /// Reads a system.
  ///
  /// The text is a code (`EPSG:32633`, `32633`, `ESRI:102003`, `OGC:CRS84`, a URN), a name in the registry
  /// (`NAD83 / UTM zone 18N`), well-known text of either version, or a string of PROJ (`+proj=utm +zone=33
  /// +datum=WGS84`).
  ///
  /// The retired codes of Web Mercator (900913, 3785, 102100, 102113) are accepted. The parameters of a
  /// definition count, not its name or code.
  ///
  /// - Throws: ``GeoreferenceError/unknownCRS(_:suggestion:location:)`` for a text that means none,
  ///   ``GeoreferenceError/unsupportedCRS(_:location:)`` for a system that is not related to WGS 84,
  ///   and ``GeoreferenceError/projectionUnavailable(location:)`` when the registry is not installed.
  public init(parsing text: String, location: String = "`crs`") throws(GeoreferenceError) {
    let text = text.trimmingBlanks()
    guard !text.isEmpty, text.utf8.count <= Self.definitionLimit, StreamSafety.holds(text) else {
      throw .unknownCRS(text.excerpt, suggestion: nil, location: location)
    }
    if let system = Self(closedForm: text) {
      self = system
      return
    }
    switch try ReferenceSystem.read(text, location: location) {
    case .closedForm("3857"): self = .webMercator
    case .closedForm: self = .geographic
    case .other(let system): self = .other(system)
    }
  }

  /// In bytes.
  private static let definitionLimit = 100_000

  private init?(closedForm text: String) {
    let name = text.uppercased()
    let code = name.split(separator: ":", omittingEmptySubsequences: true).last.map(String.init)
    let authorities = ["", "EPSG", "ESRI", "OGC", "URN:OGC:DEF:CRS:EPSG", "URN:OGC:DEF:CRS:OGC"]
    let prefix = code.map { name.dropLast($0.count) } ?? ""
    // A URN may hold a version, or nothing, between the authority and the code.
    let authority = prefix.drop { $0 == ":" }.trimmingSuffix { "0123456789.:".contains($0) }
    guard let code, authorities.contains(authority), let system = Self(code: code) else {
      return nil
    }
    self = system
  }

  private init?(code: String) {
    switch code {
    case "3857", "900913", "3785", "102100", "102113": self = .webMercator
    case "4326", "CRS84", "WGS84": self = .geographic
    default: return nil
    }
  }
}

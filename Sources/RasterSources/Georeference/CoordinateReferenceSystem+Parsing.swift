extension CoordinateReferenceSystem {
  /// Reads the name of a system: `EPSG:3857`, `3857`, `epsg:4326`, `OGC:CRS84`, or the URN of one.
  ///
  /// The retired codes of Web Mercator (900913, 3785, 102100, 102113) are accepted.
  ///
  /// - Throws: ``GeoreferenceError/unsupportedCRS(_:place:)`` for every other name.
  public init(parsing text: String, place: String = "--crs") throws(GeoreferenceError) {
    let name = text.trimmingBlanks().uppercased()
    let code = name.split(separator: ":", omittingEmptySubsequences: true).last.map(String.init)
    let authorities = ["", "EPSG", "ESRI", "OGC", "URN:OGC:DEF:CRS:EPSG", "URN:OGC:DEF:CRS:OGC"]
    let prefix = code.map { name.dropLast($0.count) } ?? ""
    // A URN may hold a version, or nothing, between the authority and the code.
    let authority = prefix.drop { $0 == ":" }.trimmingSuffix { "0123456789.:".contains($0) }
    guard let code, authorities.contains(authority), let system = Self(code: code) else {
      throw .unsupportedCRS(text.excerpt, place: place)
    }
    self = system
  }

  /// The system of a code of EPSG, ESRI or OGC, or `nil`.
  private init?(code: String) {
    switch code {
    case "3857", "900913", "3785", "102100", "102113": self = .webMercator
    case "4326", "CRS84", "WGS84": self = .geographic
    default: return nil
    }
  }

  /// Reads the description of a system in a sidecar: well-known text of either version, or a name.
  ///
  /// A projected system is recognised by its own name or code, not by those of the system that it
  /// is based on; a geographic one must be WGS 84 (SPECS C.6).
  ///
  /// - Throws: ``GeoreferenceError/unsupportedCRS(_:place:)`` when it is another system.
  package init(wellKnownText text: String, place: String) throws(GeoreferenceError) {
    let text = text.trimmingBlanks()
    guard let outline = WellKnownTextOutline(text) else {
      try self.init(parsing: text, place: place)
      return
    }
    if let code = outline.code {
      guard let system = Self(code: code) else {
        throw .unsupportedCRS("EPSG:\(code) (\(outline.name.excerpt))", place: place)
      }
      self = system
      return
    }
    let name = outline.name.uppercased().filter { $0.isLetter || $0.isNumber }
    let mercatorNames = ["WEBMERCATOR", "PSEUDOMERCATOR", "POPULARVISUALISATION"]
    switch outline.keyword {
    case "PROJCS", "PROJCRS", "PROJECTEDCRS":
      guard mercatorNames.contains(where: { name.contains($0) }) else {
        throw .unsupportedCRS(outline.name.excerpt, place: place)
      }
      self = .webMercator
    case "GEOGCS", "GEOGCRS", "GEODCRS", "GEOGRAPHICCRS", "GEODETICCRS":
      guard ["WGS84", "GCSWGS1984", "WGS1984"].contains(name) else {
        throw .unsupportedCRS(outline.name.excerpt, place: place)
      }
      self = .geographic
    default: throw .unsupportedCRS("\(outline.keyword) \(outline.name.excerpt)", place: place)
    }
  }
}

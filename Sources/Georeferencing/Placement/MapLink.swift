/// A link to a map in a browser, given where numbers are expected.
package enum MapLink {
  /// The position that a link has, to be added to what was expected; empty for other texts.
  ///
  /// `count` is that of the expected numbers: those of a position, or the edges of an area.
  package static func position(of text: String, count: Int) -> String {
    guard ["://", "www.", "maps."].contains(where: text.contains) else { return "" }
    guard let position = position(in: text) else {
      return "; the link has none: open it, and copy the position of the place from the map"
    }
    let edges = count == 4 ? " and no edges" : ""
    return "; the link has the position \(position)\(edges), of a place or of the map's middle"
  }

  /// Latitude and longitude as the link writes them: of a place, else of the middle of the map.
  private static func position(in text: String) -> String? {
    let plain = text.replacing("%2C", with: ",")
    for pattern in [
      #/!3d(-?\d+\.?\d*)!4d(-?\d+\.?\d*)/#, #/mlat=(-?\d+\.?\d*)&mlon=(-?\d+\.?\d*)/#,
      #/[?&](?:q|query|ll|destination)=(-?\d+\.?\d*),(-?\d+\.?\d*)/#,
      #/@(-?\d+\.?\d*),(-?\d+\.?\d*)/#, #/#(?:map=)?[\d.]+/(-?\d+\.?\d*)/(-?\d+\.?\d*)/#,
    ] {
      if let match = plain.firstMatch(of: pattern) { return "\(match.1),\(match.2)" }
    }
    return nil
  }
}

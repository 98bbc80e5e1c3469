extension ExpectedTile {
  /// Visits the sample of every position and span within the slack of the method.
  func forEachCandidate(_ column: Int, _ row: Int, of part: Part, _ body: (SIMD4<Float>) -> Bool) {
    if !arePlacesKnown { findPlaces() }
    let (place, span) = location(column, row, part)
    let bends = part.stride == 1
    let slack = method.slack(span: span) * (bends ? 2 : 1)
    let across = Self.candidates(place.x, slack.x, span: span.x, end: method.end.x)
    let down = Self.candidates(place.y, slack.y, span: span.y, end: method.end.y)
    let wide = method.alternatives(to: span.x, bends: bends)
    let tall = method.alternatives(to: span.y, bends: bends)
    for y in down {
      for x in across {
        for height in tall {
          for width in wide where !body(sample(at: SIMD2(x, y), SIMD2(width, height))) { return }
        }
      }
    }
  }

  private static func candidates(
    _ place: Double, _ slack: Double, span: Double, end: Double
  ) -> [Double] {
    [place, place - slack, place + slack]
      + [place.rounded(.down) + 0.5, span / 2, end - span / 2].filter { abs($0 - place) < slack }
  }

  func place(_ column: Int, _ row: Int, of part: Part) -> SamplePlace {
    // A part of one colour of which positions were not needed is inside.
    if !arePlacesKnown { return .inside }
    let (place, span) = location(column, row, part)
    let reach = pointwiseMax(SIMD2(repeating: 1), span * 0.9) * 2.5 + 0.5
    let (low, high) = (place - reach, place + reach - method.end)
    if low.x >= 0, low.y >= 0, high.x <= 0, high.y <= 0 { return .inside }
    return max(-place.x - reach.x, -place.y - reach.y, low.x - method.end.x, low.y - method.end.y)
      > 0 ? .beyond : .edge
  }
}

/// The place of a sample in relation to a source.
enum SamplePlace: UInt8 {
  case beyond, edge, inside
}

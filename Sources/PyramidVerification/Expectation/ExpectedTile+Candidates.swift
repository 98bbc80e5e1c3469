extension ExpectedTile {
  /// What a sample of a part may be, whatever the exact position and span were, within the slack of the
  /// method.
  func forEachCandidate(
    _ column: Int, _ row: Int, of part: Part, _ body: (SIMD4<Float>) -> Bool
  ) {
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

  /// Positions along one axis within a slack: its ends, and where kernels and coverage have their peaks
  /// and bends, the middles of samples and half a span from the edges.
  private static func candidates(
    _ place: Double, _ slack: Double, span: Double, end: Double
  ) -> [Double] {
    [place, place - slack, place + slack]
      + [place.rounded(.down) + 0.5, span / 2, end - span / 2].filter { abs($0 - place) < slack }
  }

  /// Notes by how much samples may be off because they are taken between two samples of the source.
  func noteDoubt(_ part: Part) {
    for row in 0..<part.side {
      for column in 0..<part.side {
        let (place, span) = location(column, row, part)
        let slack = method.slack(span: span)
        let nearest = SIMD2(place.x.rounded(), place.y.rounded())
        let gap = place - nearest
        guard abs(gap.x) <= slack.x || abs(gap.y) <= slack.y else { continue }
        let position = (part.y + row) * side + part.x + column
        var most: Float = 0
        forEachCandidate(column, row, of: part) { candidate in
          let difference = candidate - values[position]
          most = max(most, max(difference.max(), -difference.min()))
          return true
        }
        doubt[position] = most
      }
    }
  }
}

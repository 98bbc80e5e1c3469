import TileModel

/// The stretch of an image's samples to 8 bits, with its reason.
struct SampleScaling: Hashable, Sendable {
  var stretch: SampleStretch
  var range: SampleRange
  var alpha: SampleRange?
  var found: ClosedRange<Double>?
  var crowded: ClosedRange<Double>?
  var survey: ColorSurvey?
}

extension SampleScaling {
  init(
    _ layout: SampleLayout, asked: SampleStretch?, statedLargest: Double? = nil,
    survey: (_ isEnough: (SampleSurvey) -> Bool) throws(RasterError) -> SampleSurvey
  ) throws(RasterError) {
    stretch = asked ?? (layout.isPlain ? .none : .percent)
    range = .unstretched(layout)
    // 8 bits are what is wanted: there is nothing to look for.
    let looksAtColors = asked == nil && layout.isPlain && layout.bitsPerSample > 8
    let looksAtAlpha = asked != .some(.none) && layout.alphaBand != nil && layout.bitsPerSample > 8
    var seen = SampleSurvey()
    if stretch == .percent || looksAtColors || looksAtAlpha {
      let needsAll = stretch == .percent
      seen = try survey { seen in
        !needsAll && (!looksAtColors || !Self.isLow(seen.largestColor, layout, statedLargest))
          && (!looksAtAlpha || !Self.isLow(seen.largestAlpha, layout))
      }
    }
    if looksAtColors, let least = seen.colors.min(),
      Self.isLow(seen.largestColor, layout, statedLargest)
    {
      stretch = .percent
      found = least...seen.largestColor
    }
    switch stretch {
    case .none: break
    case .range(let low, let high): range = SampleRange(low: low, high: high)
    case .percent:
      var colors = seen.colors
      range = SampleRange.percentiles(of: &colors) ?? range
      crowded = Self.crowded(ascending: colors, in: range)
      self.survey = ColorSurvey(
        ascending: colors, ofSamples: seen.sampleCount, isStretched: true,
        largestPossible: layout.largestSample)
    }
    if stretch == .none, looksAtColors {
      self.survey = ColorSurvey(
        ascending: [], ofSamples: 0, isStretched: false, largestPossible: layout.largestSample)
    }
    if looksAtAlpha, seen.largestAlpha > 0, Self.isLow(seen.largestAlpha, layout) {
      alpha = SampleRange(low: 0, high: seen.largestAlpha)
    }
  }

  /// Quartile range when it is less than a level but not one number, a sign of an undeclared nodata value.
  private static func crowded(
    ascending numbers: [Double], in range: SampleRange
  ) -> ClosedRange<Double>? {
    guard !numbers.isEmpty else { return nil }
    let (lower, upper) = (numbers[numbers.count / 4], numbers[numbers.count * 3 / 4])
    // A difference may exceed what a number can be.
    let level = range.high / 255 - range.low / 255
    return upper > lower && upper - lower < level ? lower...upper : nil
  }

  /// Threshold: a quarter of the type's range, or the file's stated bits where those are less than half.
  private static func isLow(
    _ largest: Double, _ layout: SampleLayout, _ stated: Double? = nil
  ) -> Bool {
    guard let possible = layout.largestSample else { return false }
    if let stated, 2 * stated <= possible, largest <= stated { return true }
    return 4 * largest <= possible
  }

  func notices(of layout: SampleLayout, noData: Double?) -> [RasterNotice] {
    let possible = 0...(layout.largestSample ?? 255)
    let colors = found.map {
      RasterNotice.stretched(found: $0, possible: possible, taken: range.low...range.high)
    }
    let opacity = alpha.map {
      RasterNotice.alphaStretched(found: 0...$0.high, possible: possible)
    }
    let grey = crowded.map {
      RasterNotice.oneGrey(half: $0, taken: range.low...range.high, noData: noData)
    }
    return [colors, opacity, grey].compactMap(\.self)
  }

  func detail(of layout: SampleLayout) -> RasterDetail {
    func text(_ range: SampleRange) -> String {
      "\(NumberText.shortest(range.low)) to \(NumberText.shortest(range.high))"
    }
    var words =
      switch stretch {
      case .none: "none, \(text(range)) become 0 to 255"
      case .percent: "percent, \(text(range)) become 0 to 255"
      case .range: "\(text(range)) become 0 to 255"
      }
    if let found {
      let limits = SampleRange(low: found.lowerBound, high: found.upperBound)
      words += ", as the samples found are \(text(limits)) of \(text(.unstretched(layout)))"
    }
    if let alpha { words += "; alpha of \(text(alpha)) likewise" }
    return RasterDetail("stretch", words)
  }
}

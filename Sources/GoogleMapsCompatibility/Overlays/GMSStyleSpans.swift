public import Foundation

/// Spans of a line with alternating styles, such as dashes.
///
/// - Parameters:
///   - path: The path of the line, whose invalid positions are skipped, as in drawing.
///   - styles: The repeated styles.
///   - lengths: The repeated lengths of styles along the path, where negative ones count as 0.
///   - lengthKind: The geometry of lengths.
/// - Returns: Spans to the end of the path. Empty without styles or lengths, for lengths of 0, and for a
///   path more than a hundred thousand times as long as their sum.
public func GMSStyleSpans(
  _ path: GMSPath, _ styles: [GMSStrokeStyle], _ lengths: [NSNumber], _ lengthKind: GMSLengthKind
) -> [GMSStyleSpan] { GMSStyleSpansOffset(path, styles, lengths, lengthKind, 0) }

/// Spans of a line with alternating styles, after skipping a length of them.
///
/// A growing offset moves the styles toward the start of the path, a falling one, also below 0, toward its
/// end.
///
/// - Parameters:
///   - path: The path of the line, whose invalid positions are skipped, as in drawing.
///   - styles: The repeated styles.
///   - lengths: The repeated lengths of styles along the path, where negative ones count as 0.
///   - lengthKind: The geometry of lengths and of the offset.
///   - lengthOffset: The skipped length, of any size. The SDK says nothing of a negative one, which begins
///     before a repetition. NaN and infinite ones count as 0.
/// - Returns: Spans to the end of the path. Empty without styles or lengths, for lengths of 0, and for a
///   path more than a hundred thousand times as long as their sum.
public func GMSStyleSpansOffset(
  _ path: GMSPath, _ styles: [GMSStrokeStyle], _ lengths: [NSNumber], _ lengthKind: GMSLengthKind,
  _ lengthOffset: Double
) -> [GMSStyleSpan] {
  let parts = lengths.map { max($0.doubleValue, 0) }
  let sides = path.lengths(of: lengthKind)
  let (cycle, total) = (parts.reduce(0, +), sides.reduce(0, +))
  // More than a hundred thousand cycles are finer than any screen, as is a cycle that is no number.
  guard !styles.isEmpty, cycle > 0, total / cycle < 100_000 else { return [] }
  var (part, style, left) = start(of: parts, after: lengthOffset, styles: styles.count)
  var spans: [GMSStyleSpan] = []
  var (side, walked) = (0, 0.0)
  while side < sides.count {
    var segments = 0.0
    while side < sides.count, left > 0 || sides[side] == 0 {
      let step = min(left, sides[side] - walked)
      segments += sides[side] > 0 ? step / sides[side] : 1
      (left, walked) = (left - step, walked + step)
      if walked >= sides[side] { (side, walked) = (side + 1, 0) }
    }
    if segments > 0 { spans.append(GMSStyleSpan(style: styles[style], segments: segments)) }
    (part, style) = ((part + 1) % parts.count, (style + 1) % styles.count)
    left = parts[part]
  }
  return spans
}

private func start(
  of parts: [Double], after offset: Double, styles: Int
) -> (part: Int, style: Int, left: Double) {
  let cycle = parts.reduce(0, +)
  guard offset.isFinite, offset != 0, cycle.isFinite else { return (0, 0, parts[0]) }
  var rest = offset.truncatingRemainder(dividingBy: cycle)
  // Whole repetitions count only until the styles repeat, too.
  var repetitions = ((offset - rest) / cycle).rounded()
    .truncatingRemainder(dividingBy: Double(styles))
  if rest < 0 { (rest, repetitions) = (rest + cycle, repetitions - 1) }
  if repetitions < 0 { repetitions += Double(styles) }
  // A sum of rounded lengths can fall short of the rest, which is then at the next repetition.
  var part = 0
  while part < parts.count, rest >= parts[part] { (rest, part) = (rest - parts[part], part + 1) }
  let style = Int(repetitions.isFinite ? repetitions : 0) % styles
  let first = (style % styles * (parts.count % styles) + part) % styles
  return part < parts.count ? (part, first, parts[part] - rest) : (0, first, parts[0])
}

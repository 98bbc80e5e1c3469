public import Foundation

/// The spans of a line whose styles alternate, such as dashes.
///
/// - Parameters:
///   - path: The path of the line; positions that are not valid are left out, as where it is drawn.
///   - styles: The styles, which begin again after the last one.
///   - lengths: The length of each style along the path, which begin again likewise; negative ones
///     count as 0.
///   - lengthKind: What lengths are measured on.
/// - Returns: Spans to the end of the path; none where styles or lengths are, or all lengths are 0, or
///   the path is more than a hundred thousand times as long as the lengths together.
public func GMSStyleSpans(
  _ path: GMSPath, _ styles: [GMSStrokeStyle], _ lengths: [NSNumber], _ lengthKind: GMSLengthKind
) -> [GMSStyleSpan] { GMSStyleSpansOffset(path, styles, lengths, lengthKind, 0) }

/// The spans of a line whose styles alternate, begun after a length of them was left out.
///
/// An offset that grows moves the styles toward the start of the path, and one that falls, also below 0,
/// toward its end.
///
/// - Parameters:
///   - path: The path of the line; positions that are not valid are left out, as where it is drawn.
///   - styles: The styles, which begin again after the last one.
///   - lengths: The length of each style along the path, which begin again likewise; negative ones
///     count as 0.
///   - lengthKind: What lengths and the offset are measured on.
///   - lengthOffset: The length left out, also longer than the lengths together. A negative one begins as
///     much before a repetition, of which the SDK says nothing; NaN and infinite ones count as 0.
/// - Returns: Spans to the end of the path; none where styles or lengths are, or all lengths are 0, or
///   the path is more than a hundred thousand times as long as the lengths together.
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

/// Which length and which style hold after an offset into repeated lengths, and what is left of it.
private func start(
  of parts: [Double], after offset: Double, styles: Int
) -> (part: Int, style: Int, left: Double) {
  let cycle = parts.reduce(0, +)
  guard offset.isFinite, offset != 0, cycle.isFinite else { return (0, 0, parts[0]) }
  var rest = offset.truncatingRemainder(dividingBy: cycle)
  // Whole repetitions count only as far as the styles have not come round.
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

extension Sequence {
  /// The same values in ascending ranges, none touching another.
  package func union<Bound>() -> [Range<Bound>] where Element == Range<Bound> {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { union, next in
      if let last = union.last, next.lowerBound <= last.upperBound {
        union[union.count - 1] = last.lowerBound..<Swift.max(last.upperBound, next.upperBound)
      } else {
        union.append(next)
      }
    }
  }
}

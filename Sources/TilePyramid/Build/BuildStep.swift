/// A part of a build that is made by itself, after the parts before it.
struct BuildStep: Hashable, Sendable {
  /// A build that has no parts.
  static let whole = BuildStep(index: 0, start: 0, share: 1)

  /// Its number among the parts, from 0.
  let index: Int
  /// The share of all work that comes before it.
  let start: Double
  /// Its own share of all work, more than 0.
  let share: Double

  /// The share of all work that is done when so much of this part is.
  func whole(_ fraction: Double) -> Double { min(start + share * fraction, 1) }

  /// How much of this part is done when so much of all work is.
  func part(_ fraction: Double) -> Double { min(max((fraction - start) / share, 0), 1) }
}

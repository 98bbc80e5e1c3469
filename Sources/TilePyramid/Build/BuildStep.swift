/// A part of a build that is made by itself, after the parts before it.
struct BuildStep: Hashable, Sendable {
  /// Its number among the parts, from 0.
  let index: Int
  /// The fraction of all work that comes before it.
  let start: Double
  /// Its own fraction of all work, more than 0.
  let portion: Double

  /// The fraction of all work that is done when so much of this part is.
  func whole(_ fraction: Double) -> Double { min(start + portion * fraction, 1) }

  /// How much of this part is done when so much of all work is.
  func part(_ fraction: Double) -> Double { min(max((fraction - start) / portion, 0), 1) }
}

extension PyramidPlan {
  /// The parts of a build, one for each step.
  var parts: [BuildStep] {
    // A level of few tiles takes as long as the program takes to start.
    let work = steps.map { step in Double(step.levels.reduce(0) { $0 + $1.range.count } + 4) }
    let total = work.reduce(0, +)
    var start = 0.0
    return work.enumerated().map { index, work in
      defer { start += work / total }
      return BuildStep(index: index, start: start, portion: work / total)
    }
  }
}

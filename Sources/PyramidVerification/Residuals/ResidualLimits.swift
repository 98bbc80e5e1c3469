/// What residuals of a store may be, by what is usual in it.
struct ResidualLimits: Sendable {
  struct Limit: Sendable {
    /// The usual value.
    let middle: Float
    /// The most by which others may be off it.
    let most: Float
    /// By how much they usually are.
    let usual: Float
  }

  /// A residual with where it is from.
  struct Sample {
    let zoom: Int
    /// Whether it is at the edge of what the zoom covers, where some programs take other samples.
    let isAtEdge: Bool
    let residual: PlaneResidual
  }

  /// A respect in which a residual is unlike those of the store.
  struct Fault {
    let measure: ResidualMeasure
    let residual: PlaneResidual
    let limit: Limit
    /// By how many times it is beyond its limit.
    let excess: Float

    /// Whether no kernel makes the one of the other.
    var isStrange: Bool {
      measure == .relative && residual.relative > ResidualMeasure.relative.bounds.most
    }

    /// What is found and what is expected, in words.
    var text: (found: String, expected: String) { measure.text(residual, limit) }

    func weighs(lessThan other: Fault) -> Bool {
      (isStrange ? 1 : 0, excess) < (other.isStrange ? 1 : 0, other.excess)
    }
  }

  private struct Key: Hashable {
    let zoom: Int
    let isAtEdge: Bool
  }

  /// The residuals from which on a middle is one, and a scatter.
  private static let (fewest, enough) = (6, 24)
  /// How many residuals may be out of what is usual: those of one tile, or a fifth.
  private static let strangers = (least: 6, fraction: 0.2)

  private var limits: [Key: [ResidualMeasure: Limit]] = [:]

  /// Finds what is usual, at each zoom and at its edges by themselves; of zooms with few tiles with those nearest to it,
  /// deeper ones first.
  ///
  /// Of kernels that choose among samples, as `keep` and `darken` do, only what is beyond all measure is told.
  init(
    _ samples: [Sample], againstSource: Bool = false, kernelChooses: Bool = false,
    isUnstated: Bool = false
  ) {
    let zooms = Set(samples.map(\.zoom)).sorted()
    for measure in ResidualMeasure.allCases where !kernelChooses || measure.isOfWhat {
      let bounds = againstSource ? measure.boundsOfSource : measure.bounds
      var values: [Key: [Float]] = [:]
      for sample in samples {
        guard let value = measure.value(of: sample.residual) else { continue }
        values[Key(zoom: sample.zoom, isAtEdge: sample.isAtEdge), default: []].append(value)
      }
      var middles: [Int: Float] = [:]
      if measure.hasMiddle {
        for zoom in zooms {
          let all = [false, true].flatMap { values[Key(zoom: zoom, isAtEdge: $0)] ?? [] }
          if all.count >= (againstSource ? 3 : Self.fewest) {
            middles[zoom] = all.sorted()[(all.count - 1) / 2]
          }
        }
      }
      for zoom in zooms {
        let order = zooms.filter { $0 >= zoom } + zooms.filter { $0 < zoom }.reversed()
        let middle = order.lazy.compactMap { middles[$0] }.first ?? 0
        // How fine the detail of a zoom is says nothing of another.
        if measure.hasMiddle, !measure.isShift, middles[zoom] == nil { continue }
        for isAtEdge in [false, true] {
          var scatter: [Float] = []
          for other in order where scatter.count < Self.enough {
            let own = values[Key(zoom: other, isAtEdge: isAtEdge)] ?? []
            scatter += own.map { abs($0 - (middles[other] ?? middle)) }
          }
          // Where there are hardly any edges, or hardly anything else, all tell.
          if scatter.count < Self.enough / 2 {
            for other in order {
              let own = values[Key(zoom: other, isAtEdge: !isAtEdge)] ?? []
              scatter += own.map { abs($0 - (middles[other] ?? middle)) }
            }
          }
          if isUnstated, scatter.count < Self.fewest + 2 { continue }
          let usual = Self.usual(scatter)
          // Few tell less of what is usual.
          let least =
            bounds.least * (isAtEdge && measure.isShift ? 1.25 : 1)
            * (scatter.count < Self.enough ? 1.3 : 1)
          var most = min(bounds.most, least + bounds.usual * usual)
          if kernelChooses {
            most = (measure == .relative ? 1 : 2) * bounds.most
          } else if !againstSource, measure != .relative {
            // What nearly all tiles do is their kernel's.
            most = max(most, 1.5 * usual)
          }
          limits[Key(zoom: zoom, isAtEdge: isAtEdge), default: [:]][measure] = Limit(
            middle: middle, most: most, usual: usual)
        }
      }
    }
  }

  private static func usual(_ scatter: [Float]) -> Float {
    let out = max(strangers.least, Int(strangers.fraction * Double(scatter.count)))
    guard !scatter.isEmpty else { return 0 }
    // Of few the middle one counts, which is less.
    return scatter.sorted()[max(0, scatter.count - 1 - out)] * (scatter.count < enough ? 1.5 : 1)
  }

  /// The limit of a measure; `nil` for a zoom without residuals.
  func limit(_ measure: ResidualMeasure, zoom: Int, isAtEdge: Bool) -> Limit? {
    limits[Key(zoom: zoom, isAtEdge: isAtEdge)]?[measure]
  }

  /// The worst fault of a residual; `nil` where it is like others.
  func fault(_ sample: Sample) -> Fault? {
    ResidualMeasure.allCases.compactMap { measure -> Fault? in
      guard let value = measure.value(of: sample.residual), measure.isCertain(of: sample.residual),
        let limit = limit(measure, zoom: sample.zoom, isAtEdge: sample.isAtEdge),
        abs(value - limit.middle) > limit.most
      else { return nil }
      return Fault(
        measure: measure, residual: sample.residual, limit: limit,
        excess: abs(value - limit.middle) / limit.most)
    }.max { $0.weighs(lessThan: $1) }
  }
}

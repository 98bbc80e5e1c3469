/// The allowed residuals of a store, by the usual ones in it.
struct ResidualLimits: Sendable {
  /// A residual with its address.
  struct Sample {
    let zoom: Int
    /// At the edge of the covered area some programs take other samples.
    let isAtEdge: Bool
    let residual: PlaneResidual
  }

  /// A respect in which a residual is unlike those of the store.
  struct Fault {
    let measure: ResidualMeasure
    let residual: PlaneResidual
    let limit: ResidualLimit
    /// The ratio of the difference to its limit.
    let excess: Float

    /// True where no kernel makes one of the other.
    var isStrange: Bool {
      measure == .relative
        && residual.relative > (limit.usual < 0.05 ? 0.5 : ResidualMeasure.relative.bounds.most)
    }

    var text: (found: String, expected: String) { measure.text(residual, limit) }

    func weighs(lessThan other: Fault) -> Bool {
      (isStrange ? 1 : 0, excess) < (other.isStrange ? 1 : 0, other.excess)
    }
  }

  private struct Key: Hashable {
    let zoom: Int
    let isAtEdge: Bool
  }

  /// The residuals from which on there is a middle, and a scatter.
  private static let (fewest, enough) = (6, 24)
  /// The residuals that may be unusual: those of one tile, or a fifth.
  private static let strangers = (least: 6, fraction: 0.2)

  private var limits: [Key: [ResidualMeasure: ResidualLimit]] = [:]

  /// Finds what is usual, at each zoom and at its edges by themselves; of zooms with few tiles with those nearest to it,
  /// deeper ones first.
  ///
  /// Kernels that choose among samples, such as `keep` and `darken`, are held to the widest limits alone.
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
        // The detail of a zoom says nothing about another.
        if measure.hasMiddle, !measure.isShift, middles[zoom] == nil { continue }
        for isAtEdge in [false, true] {
          var scatter: [Float] = []
          for other in order where scatter.count < Self.enough {
            let own = values[Key(zoom: other, isAtEdge: isAtEdge)] ?? []
            scatter += own.map { abs($0 - (middles[other] ?? middle)) }
          }
          // All count where there are hardly any edges, or hardly anything else.
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
            // A deviation of nearly all tiles is their kernel's.
            most = max(most, 1.5 * usual)
          }
          limits[Key(zoom: zoom, isAtEdge: isAtEdge), default: [:]][measure] = ResidualLimit(
            middle: middle, most: most, usual: usual)
        }
      }
    }
  }

  private static func usual(_ scatter: [Float]) -> Float {
    let out = max(strangers.least, Int(strangers.fraction * Double(scatter.count)))
    guard !scatter.isEmpty else { return 0 }
    // The middle one of few counts, which is less.
    return scatter.sorted()[max(0, scatter.count - 1 - out)] * (scatter.count < enough ? 1.5 : 1)
  }

  /// `nil` for a zoom without residuals.
  func limit(_ measure: ResidualMeasure, zoom: Int, isAtEdge: Bool) -> ResidualLimit? {
    limits[Key(zoom: zoom, isAtEdge: isAtEdge)]?[measure]
  }

  /// The worst fault; `nil` where the residual is like others.
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

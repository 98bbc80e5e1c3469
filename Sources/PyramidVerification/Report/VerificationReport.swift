public import TileModel

/// What a store holds at one zoom.
public struct ZoomSummary: Hashable, Sendable, Encodable {
  /// The zoom.
  public let zoom: Int
  /// The number of tiles.
  public internal(set) var tiles = 0
  /// Their bytes, shared images counted once per address.
  public internal(set) var bytes = 0
  /// The tiles that are fully transparent.
  public internal(set) var blank = 0
  /// The tiles of one colour, transparent ones not counted.
  public internal(set) var oneColor = 0
  /// The tiles whose bytes another tile of the store has too, the first of each kind not counted.
  public internal(set) var repeated = 0
  /// The tiles that could not be decoded.
  public internal(set) var damaged = 0
  /// The positions at which rules are broken, as far as they are tiles of this zoom that reports name.
  public internal(set) var findings = 0

  init(zoom: Int) { self.zoom = zoom }
}

/// What is known of how well the deepest zoom shows the source.
public struct SourceAgreement: Hashable, Sendable, Encodable {
  /// The zoom compared: the deepest.
  public let zoom: Int
  /// The tiles compared.
  public let tiles: Int
  /// The tiles that the zoom has.
  public let tilesInZoom: Int
  /// The tiles chosen that could not be compared: damaged, or off the source.
  public let tilesNotComparable: Int
  /// The samples compared.
  public let samples: Int
  /// How far the tiles are shifted against the source: east and south, in samples of the tiles.
  public let shiftX: Double
  /// South, in samples of the tiles.
  public let shiftY: Double
  /// The mean difference of colour and alpha, in levels, or of heights in metres; colours count over
  /// mid-grey, or over the background of tiles that hold no alpha.
  public let meanDifference: Double
  /// The peak signal-to-noise ratio of the same, in decibels; 99 when equal.
  public let peakSignalToNoise: Double
  /// The fraction of samples that are outside what usual kernels make of the source's samples around
  /// them.
  public let outsideShare: Double
  /// Whether the samples are heights; there is no ratio of their noise then, which is 0.
  public var isOfHeights = false
}

/// What verification found.
public struct VerificationReport: Sendable {
  /// The store.
  public let path: String
  /// The name of the format, such as `directory`.
  public let kind: String
  /// Every rule that was checked with what was found.
  public private(set) var results: [RuleResult]
  /// Every zoom that has a tile.
  public let zooms: [ZoomSummary]
  /// The comparison with the source, when there was one.
  public let source: SourceAgreement?
  /// Every zoom that has a tile of 512 samples beside those of 256.
  public private(set) var retinaZooms: [ZoomSummary] = []

  init(
    path: String, kind: String, results: [RuleResult], zooms: [ZoomSummary],
    source: SourceAgreement?
  ) {
    (self.path, self.kind, self.source) = (path, kind, source)
    (self.results, self.zooms) = (results, zooms)
  }

  func adding(retina: VerificationReport, limit: Int) -> VerificationReport {
    var report = self
    report.retinaZooms = retina.zooms
    report.results = results.map { result in
      guard let more = retina.results.first(where: { $0.rule.id == result.rule.id }) else {
        return result
      }
      var sum = result
      sum.count += more.count
      sum.findings = Array((sum.findings + more.findings).prefix(limit))
      return sum
    }
    return report
  }

  /// The number of findings of a severity.
  public func count(_ severity: VerificationRule.Severity) -> Int {
    results.count(severity)
  }

  /// Whether anything of at least a severity was found.
  public func fails(at severity: VerificationRule.Severity) -> Bool {
    results.contains { $0.count > 0 && $0.rule.severity >= severity }
  }

  /// The findings that name a tile, by tile: what a contact sheet marks.
  public var findingsByTile: [TileCoordinate: [Finding]] {
    var byTile: [TileCoordinate: [Finding]] = [:]
    for finding in results.flatMap(\.findings) {
      if let tile = finding.tile { byTile[tile, default: []].append(finding) }
    }
    return byTile
  }
}

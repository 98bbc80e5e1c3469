import TileModel

/// The tiles of a store at one zoom.
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
  /// The findings of the report that name a tile of this zoom.
  public internal(set) var findings = 0
}

/// The agreement of the deepest zoom with the source.
public struct SourceAgreement: Hashable, Sendable, Encodable {
  /// The zoom compared: the deepest.
  public let zoom: Int
  /// The tiles compared.
  public let tiles: Int
  /// The tiles that the zoom has.
  public let tilesInZoom: Int
  /// The chosen tiles that could not be compared: damaged, or off the source.
  public let tilesNotComparable: Int
  /// The samples compared.
  public let samples: Int
  /// The shift of the tiles against the source to the east, in samples of the tiles.
  public let shiftX: Double
  /// The shift of the tiles against the source to the south, in samples of the tiles.
  public let shiftY: Double
  /// The mean difference of colour and alpha, in levels, or of heights in metres.
  ///
  /// Colours count over mid-grey, or over the background of tiles that hold no alpha.
  public let meanDifference: Double
  /// The peak signal-to-noise ratio of the same, in decibels; 99 when equal.
  public let peakSignalToNoise: Double
  /// The fraction of samples outside the results of usual kernels on the source's samples around them.
  public let outsideShare: Double
  /// True where the samples are heights, which have no ratio of noise: it is then 0.
  public var isOfHeights = false
}

/// The result of verifying a store.
public struct VerificationReport: Sendable {
  /// The store.
  public let path: String
  /// The name of the format, such as `directory`.
  public let kind: String
  /// Every checked rule with its findings.
  public private(set) var results: [RuleResult]
  /// Every zoom that has a tile.
  public let zooms: [ZoomSummary]
  /// The comparison with the source, when there was one.
  public let source: SourceAgreement?
  /// Every zoom that has a tile of 512 samples beside those of 256.
  public private(set) var retinaZooms: [ZoomSummary] = []

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
  public func count(_ severity: VerificationRule.Severity) -> Int { results.count(severity) }

  /// True where anything of at least a severity was found.
  public func fails(at severity: VerificationRule.Severity) -> Bool {
    results.contains { $0.count > 0 && $0.rule.severity >= severity }
  }
}

import TileModel

/// What is drawn of a plan in a vector format, and how.
public struct VectorPlanOptions: Hashable, Sendable {
  /// The page of a PDF, from 1; `nil` is the first.
  public var page: Int?
  /// The resolution at which pixels of the plan are counted, which also decides the deepest zoom;
  /// `nil` is ``VectorFormat/standardDotsPerInch``.
  public var dotsPerInch: Double?
  /// The identifiers or labels of the groups of an SVG to draw, of those at its top; empty draws all
  /// that the document shows.
  public var layers: [String]
  /// The folders in which programs are looked for, separated by colons as in `PATH`; `nil` is the
  /// `PATH` of this process.
  public var searchPath: String?
  /// What drawing may take.
  public var limits: VectorPlanLimits
  /// What all drawing of this plan may take, and of those with the same clock; `nil` is a clock of the
  /// plan's own.
  public var clock: DrawingClock?

  /// Creates options.
  public init(
    page: Int? = nil, dotsPerInch: Double? = nil, layers: [String] = [],
    searchPath: String? = nil, limits: VectorPlanLimits = VectorPlanLimits(),
    clock: DrawingClock? = nil
  ) {
    self.page = page
    self.dotsPerInch = dotsPerInch
    self.layers = layers
    self.searchPath = searchPath
    self.limits = limits
    self.clock = clock
  }

  /// The first option, in the words of the command line, that only a vector plan has use for.
  var firstForVectorsOnly: String? {
    if dotsPerInch != nil { return "`dotsPerInch`" }
    return layers.isEmpty ? nil : "`layers`"
  }
}

/// What drawing a vector plan may take.
public struct VectorPlanLimits: Hashable, Sendable {
  /// The seconds that one run of a program may last, and that it may keep a processor busy.
  public var seconds = 300
  /// The bytes of address space of a program: its libraries and fonts, the document and the samples.
  public var memoryBytes = 2 << 30
  /// The samples that a program draws at once; larger renditions are drawn piece by piece.
  public var samplesPerPiece = 16 << 20
  /// The longest side of a piece; the drawing library of both programs ends at 32767.
  public var pieceSide = 16384
  /// The longest side of a rendition; beyond it the drawing library's coordinates overflow.
  public var renditionSide = 1 << 22
  /// The largest SVG, which is read whole for its size and layers.
  public var documentBytes = 64 << 20

  /// Creates the defaults.
  public init() {}
}

/// The time that the programs which draw vector plans may take in all.
///
/// Plans that share a clock share its time: those of the floors of a building. Equal clocks are one.
public final class DrawingClock: Sendable {
  /// The seconds that all runs together may last.
  public let seconds: Int
  private let used = Guarded(Duration.zero)

  /// Creates a clock of which no time has been used.
  ///
  /// - Parameter seconds: At least 1.
  public init(seconds: Int = 3600) { self.seconds = seconds }

  /// What is left.
  var left: Duration { .seconds(seconds) - used.withLock { $0 } }

  /// Notes how long a run lasted.
  func note(_ duration: Duration) { used.withLock { $0 += duration } }
}

extension DrawingClock: Hashable {
  /// Whether two are the same object.
  public static func == (left: DrawingClock, right: DrawingClock) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

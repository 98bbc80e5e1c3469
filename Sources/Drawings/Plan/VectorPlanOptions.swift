import TileModel

/// Options for drawing a plan in a vector format.
public struct VectorPlanOptions: Hashable, Sendable {
  /// The page of a PDF, from 1, or `nil` for the first.
  public var page: Int?
  /// The resolution at which pixels of the plan are counted, which also decides the deepest zoom.
  ///
  /// `nil` is `VectorFormat.standardDotsPerInch`.
  public var dotsPerInch: Double?
  /// Identifiers or labels of the top-level groups of an SVG to draw, empty for all.
  public var layers: [String]
  /// Search path for programs, separated by colons.
  ///
  /// `nil` is the `PATH` of this process.
  public var searchPath: String?
  /// Limits for drawing.
  public var limits: VectorPlanLimits
  /// Time limit shared by all plans with the same clock, `nil` for one of the plan's own.
  public var clock: DrawingClock?

  /// Creates options.
  public init(
    page: Int? = nil, dotsPerInch: Double? = nil, layers: [String] = [], searchPath: String? = nil,
    limits: VectorPlanLimits = VectorPlanLimits(), clock: DrawingClock? = nil
  ) {
    self.page = page
    self.dotsPerInch = dotsPerInch
    self.layers = layers
    self.searchPath = searchPath
    self.limits = limits
    self.clock = clock
  }

  var firstForVectorsOnly: String? {
    if dotsPerInch != nil { return "`dotsPerInch`" }
    return layers.isEmpty ? nil : "`layers`"
  }
}

/// Limits for drawing a vector plan.
public struct VectorPlanLimits: Hashable, Sendable {
  /// The seconds that one run of a program may last, and that it may keep a processor busy.
  public var seconds = 300
  /// The bytes of address space of a program: its libraries and fonts, the document and the samples.
  public var memoryBytes = 2 << 30
  /// Largest number of samples that a program draws at once.
  ///
  /// Larger renditions are drawn piece by piece.
  public var samplesPerPiece = 16 << 20
  /// Longest side of a piece: the drawing library of both programs ends at 32767.
  public var pieceSide = 16384
  /// Longest side of a rendition, beyond which the drawing library's coordinates overflow.
  public var renditionSide = 1 << 22
  /// The largest SVG, which is read whole for its size and layers.
  public var documentBytes = 64 << 20

  /// Creates the defaults.
  public init() {}
}

/// A time limit for all programs that draw vector plans.
///
/// Plans that share a clock share its time: those of the floors of a building. Equal clocks are one.
public final class DrawingClock: Sendable {
  /// The seconds that all runs together may last.
  public let seconds: Int
  private let used = Guarded(Duration.zero)

  /// Creates a clock with its full time left.
  ///
  /// - Parameter seconds: At least 1.
  public init(seconds: Int = 3600) { self.seconds = seconds }

  var left: Duration { .seconds(seconds) - used.withLock { $0 } }

  func note(_ duration: Duration) { used.withLock { $0 += duration } }
}

extension DrawingClock: Hashable {
  /// Whether two are the same object.
  public static func == (left: DrawingClock, right: DrawingClock) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

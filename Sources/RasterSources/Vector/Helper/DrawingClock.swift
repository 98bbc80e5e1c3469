import TileModel

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

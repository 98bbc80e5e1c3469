/// The storey of a floor: 0 at the ground, 1 for each storey above and -1 for each below.
///
/// Halves between them are mezzanines and split levels. Stored as a number of halves, so that
/// equality and order are exact.
public struct FloorLevel: Hashable, Sendable {
  /// The levels that a floor can have, in halves: -1000 to 1000 storeys.
  public static let halves = -2000...2000

  /// The level in halves of a storey, in ``halves``.
  public let halves: Int

  /// Creates a level from a number of halves; `nil` outside ``halves``.
  public init?(halves: Int) {
    guard Self.halves.contains(halves) else { return nil }
    self.halves = halves
  }

  /// Creates a level from a number of storeys; `nil` for a number that is not a half, or not in
  /// -1000...1000.
  public init?(exactly storeys: Double) {
    guard let halves = Int(exactly: storeys * 2) else { return nil }
    self.init(halves: halves)
  }

  /// The level as a number of storeys, which is exact.
  public var storeys: Double { Double(halves) / 2 }

  /// Whether the level is between two storeys.
  public var isHalf: Bool { !halves.isMultiple(of: 2) }
}

extension FloorLevel: Comparable {
  /// Whether the first level is below the second.
  public static func < (first: FloorLevel, second: FloorLevel) -> Bool {
    first.halves < second.halves
  }
}

extension FloorLevel: LosslessStringConvertible {
  /// Creates a level from decimal text such as `-1`, `0.5` or `2.0`; `nil` for any other text, and for
  /// numbers that are no level.
  public init?(_ text: String) {
    // A double distinguishes all decimals of so few characters.
    guard text.utf8.count <= 15,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }),
      let storeys = Double(text)
    else { return nil }
    self.init(exactly: storeys)
  }

  /// The level in the fewest digits, such as `-1` or `0.5`.
  public var description: String {
    "\(halves < 0 ? "-" : "")\(halves.magnitude / 2)\(isHalf ? ".5" : "")"
  }
}

extension FloorLevel: ExpressibleByIntegerLiteral {
  /// Creates a level from a literal, which must be in -1000...1000.
  public init(integerLiteral storeys: Int) {
    precondition(Self.halves.contains(storeys * 2), "no floor has the level \(storeys)")
    halves = storeys * 2
  }
}

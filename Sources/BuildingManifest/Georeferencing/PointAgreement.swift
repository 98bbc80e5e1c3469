import TileModel

/// How far floors are from agreeing about where a point is that they share, such as a lift.
public struct PointAgreement: Hashable, Sendable, CustomStringConvertible {
  /// The name of the point.
  public var name: String
  /// The identifiers of the two floors that put it farthest apart.
  public var floors: [String]
  /// The distance between those two positions, in metres on the ground.
  public var metres: Double
  /// How many floors have the point.
  public var floorCount: Int

  /// The agreement in words.
  public var description: String {
    "\(name.manifestExcerpt): \(NumberText.fixed(metres, 3)) m between "
      + floors.joined(separator: " and ")
  }

  /// The agreement of the positions of one point, or `nil` for a single position.
  init?(name: String, positions: [(floor: String, position: MercatorPoint)]) {
    guard positions.count >= 2 else { return nil }
    (self.name, floorCount) = (name, positions.count)
    (floors, metres) = ([positions[0].floor, positions[1].floor], -1)
    for (index, first) in positions.enumerated() {
      for second in positions[(index + 1)...] {
        let (dx, dy) = (first.position.x - second.position.x, first.position.y - second.position.y)
        let middle = (first.position.y + second.position.y) / 2
        let distance =
          (dx * dx + dy * dy).squareRoot() / WebMercator.scaleFactor(atY: middle)
        if distance > metres { (floors, metres) = ([first.floor, second.floor], distance) }
      }
    }
  }
}

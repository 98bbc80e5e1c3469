import RasterSources
import TileModel

/// How far floors are from agreeing about where a point is that they share, such as a lift.
public struct PointAgreement: Hashable, Sendable, CustomStringConvertible {
  /// The name of the point.
  public var name: String
  /// The identifiers of the two floors that put it farthest apart.
  public var floors: [String]
  /// The distance between those two places, in metres on the ground.
  public var metres: Double
  /// How many floors have the point.
  public var floorCount: Int

  /// The agreement in words.
  public var description: String {
    "\(name.manifestExcerpt): \(NumberText.fixed(metres, 3)) m between "
      + floors.joined(separator: " and ")
  }

  /// The agreement of the places of one point, or `nil` for a single place.
  init?(name: String, places: [(floor: String, place: MercatorPoint)]) {
    guard places.count >= 2 else { return nil }
    (self.name, floorCount) = (name, places.count)
    (floors, metres) = ([places[0].floor, places[1].floor], -1)
    for (index, first) in places.enumerated() {
      for second in places[(index + 1)...] {
        let (dx, dy) = (first.place.x - second.place.x, first.place.y - second.place.y)
        let middle = (first.place.y + second.place.y) / 2
        let distance =
          (dx * dx + dy * dy).squareRoot() / WebMercator.scaleFactor(atY: middle)
        if distance > metres { (floors, metres) = ([first.floor, second.floor], distance) }
      }
    }
  }
}

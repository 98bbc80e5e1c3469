public import CoreLocationCompatibility

/// A sequence of positions.
open class GMSPath {
  fileprivate(set) var coordinates: [CLLocationCoordinate2D]

  /// Creates an empty path.
  public init() { coordinates = [] }

  /// Creates a copy of a path.
  public init(path: GMSPath) { coordinates = path.coordinates }

  /// Creates a path of encoded text; `nil` when the text is cut off or not of the encoding.
  ///
  /// The encoding is Google's polyline algorithm: differences of coordinates in 1e-5 degrees, five bits
  /// a character.
  public convenience init?(fromEncodedPath encodedPath: String) {
    guard let coordinates = EncodedPath.decode(encodedPath) else { return nil }
    self.init()
    self.coordinates = coordinates
  }

  /// The path as text of the encoding of ``init(fromEncodedPath:)``, rounded to 1e-5 degrees.
  open func encodedPath() -> String { EncodedPath.encode(coordinates) }

  /// The number of positions.
  open func count() -> UInt { UInt(coordinates.count) }

  /// The position at an index, or one that is not valid when there is none.
  open func coordinate(at index: UInt) -> CLLocationCoordinate2D {
    guard let index = Int(exactly: index), coordinates.indices.contains(index) else {
      return kCLLocationCoordinate2DInvalid
    }
    return coordinates[index]
  }
}

/// A path that can grow.
public final class GMSMutablePath: GMSPath {
  /// Appends a position.
  public func add(_ coord: CLLocationCoordinate2D) { coordinates.append(coord) }

  /// Appends a position.
  public func addLatitude(_ latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    add(CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
  }

  /// Removes the last position, if any.
  public func removeLastCoordinate() { _ = coordinates.popLast() }

  /// Removes every position.
  public func removeAllCoordinates() { coordinates.removeAll() }
}

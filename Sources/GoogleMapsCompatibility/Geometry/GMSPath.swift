public import CoreLocationCompatibility
public import Foundation

/// A sequence of positions.
open class GMSPath: NSObject, NSCopying, NSMutableCopying {
  fileprivate(set) var coordinates: [CLLocationCoordinate2D]

  /// Creates an empty path.
  public override init() { coordinates = [] }

  /// Creates a copy of a path.
  public init(path: GMSPath) { coordinates = path.coordinates }

  /// Creates a path of encoded text, `nil` for a truncated or invalid one.
  ///
  /// The encoding is Google's polyline algorithm: differences of coordinates in 1e-5 degrees, five bits a
  /// character.
  public convenience init?(fromEncodedPath encodedPath: String) {
    guard let coordinates = EncodedPath.decode(encodedPath) else { return nil }
    self.init()
    self.coordinates = coordinates
  }

  /// The path as an encoded polyline, as ``init(fromEncodedPath:)`` reads it, rounded to 1e-5 degrees.
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

  /// A path with this one's positions shifted by a difference.
  ///
  /// Longitudes are wrapped to [-180, 180). A latitude beyond a pole makes an invalid position that keeps
  /// its index. The SDK says nothing of either.
  ///
  /// - Parameters:
  ///   - deltaLatitude: The shift of latitudes, in degrees.
  ///   - deltaLongitude: The shift of longitudes, in degrees.
  /// - Returns: The path, mutable where this one is.
  open func pathOffset(
    byLatitude deltaLatitude: CLLocationDegrees, longitude deltaLongitude: CLLocationDegrees
  ) -> GMSPath {
    let path = GMSPath()
    path.coordinates = offsetCoordinates(deltaLatitude, deltaLongitude)
    return path
  }

  /// A ``GMSPath`` of the positions that this one has now.
  open func copy(with zone: NSZone? = nil) -> Any { GMSPath(path: self) }

  /// A ``GMSMutablePath`` of the positions that this one has now.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { GMSMutablePath(path: self) }

  fileprivate func offsetCoordinates(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
  ) -> [CLLocationCoordinate2D] {
    coordinates.map { position in
      let wrapped = (position.longitude + longitude).remainder(dividingBy: 360)
      let moved = CLLocationCoordinate2D(
        latitude: position.latitude + latitude, longitude: wrapped == 180 ? -180 : wrapped)
      return CLLocationCoordinate2DIsValid(position) && CLLocationCoordinate2DIsValid(moved)
        ? moved : kCLLocationCoordinate2DInvalid
    }
  }
}

/// A path that can grow.
open class GMSMutablePath: GMSPath {
  private static let maximumCount = 10_000_000

  /// Appends a position.
  open func add(_ coord: CLLocationCoordinate2D) { coordinates.append(coord) }

  /// Appends a position.
  open func addLatitude(_ latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    add(CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
  }

  /// Inserts a position before an index.
  ///
  /// Without a position there it does the work of ``replaceCoordinate(at:with:)``.
  open func insert(_ coord: CLLocationCoordinate2D, at index: UInt) {
    guard index < count() else { return replaceCoordinate(at: index, with: coord) }
    coordinates.insert(coord, at: Int(index))
  }

  /// Replaces the position at an index.
  ///
  /// After the end the path grows by positions that are not valid. An index of ten million or more that is
  /// not in the path changes nothing, which the SDK does not state.
  open func replaceCoordinate(at index: UInt, with coord: CLLocationCoordinate2D) {
    if index >= count() {
      guard index < Self.maximumCount else { return }
      let missing = Int(index - count()) + 1
      coordinates += Array(repeating: kCLLocationCoordinate2DInvalid, count: missing)
    }
    coordinates[Int(index)] = coord
  }

  /// Removes the position at an index, if any.
  open func removeCoordinate(at index: UInt) {
    if index < count() { coordinates.remove(at: Int(index)) }
  }

  /// Removes the last position, if any.
  open func removeLastCoordinate() { _ = coordinates.popLast() }

  /// Removes every position.
  open func removeAllCoordinates() { coordinates.removeAll() }

  /// A path with this one's positions shifted by a difference, as for ``GMSPath``.
  open override func pathOffset(
    byLatitude deltaLatitude: CLLocationDegrees, longitude deltaLongitude: CLLocationDegrees
  ) -> GMSMutablePath {
    let path = GMSMutablePath()
    path.coordinates = offsetCoordinates(deltaLatitude, deltaLongitude)
    return path
  }
}

public import TileModel

/// A position in an image with its position on the map.
public struct ControlPoint: Hashable, Sendable {
  /// The position in the image, from the outer corner of its first sample.
  public var pixel: PixelPoint
  /// Its position on the map, in the system of the set.
  public var position: CRSPoint
  /// Whether the point takes part in a fit.
  ///
  /// A disabled point still gets a residual.
  public var isEnabled: Bool
  /// Name in the file, `nil` for none or an empty one.
  public var name: String?

  /// Creates a control point.
  public init(pixel: PixelPoint, position: CRSPoint, isEnabled: Bool = true, name: String? = nil) {
    self.pixel = pixel
    self.position = position
    self.isEnabled = isEnabled
    self.name = name.flatMap { $0.isEmpty ? nil : $0 }
  }

  package var sharedName: String? { name.flatMap { NumberText.double($0) == nil ? $0 : nil } }

  /// Creates a control point with a position in degrees, for a set in EPSG:4326.
  public init(pixel: PixelPoint, coordinate: GeographicCoordinate, name: String? = nil) {
    self.init(
      pixel: pixel, position: CRSPoint(x: coordinate.longitude, y: coordinate.latitude), name: name)
  }
}

/// Control points of one image.
public struct ControlPointSet: Hashable, Sendable {
  /// The system of the points' positions.
  public var crs: CoordinateReferenceSystem
  /// The points, in the order in which they were given.
  public var points: [ControlPoint]

  /// Creates a set.
  public init(crs: CoordinateReferenceSystem, points: [ControlPoint]) {
    self.crs = crs
    self.points = points
  }

  func label(_ index: Int) -> String {
    let number = "point \(index + 1)"
    return points[index].name.map { "\(number) (\($0.excerpt))" } ?? number
  }
}

extension [ControlPoint] {
  var withoutRunningNumbers: [ControlPoint] {
    let isCounted = [0, 1].contains { start in
      enumerated().allSatisfy { $1.name == "\($0 + start)" }
    }
    guard isCounted else { return self }
    return map {
      ControlPoint(pixel: $0.pixel, position: $0.position, isEnabled: $0.isEnabled)
    }
  }
}

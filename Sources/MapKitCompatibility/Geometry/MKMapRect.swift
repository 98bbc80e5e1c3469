#if !canImport(Darwin)
  /// A rectangle on the flat map, which may reach beyond the antimeridian.
  public struct MKMapRect: Sendable {
    /// The whole world.
    public static let world = MKMapRect(origin: MKMapPoint(), size: .world)
    /// A rectangle that holds nothing, not even a point.
    public static let null = MKMapRect(x: .infinity, y: .infinity, width: 0, height: 0)

    /// The north-western corner.
    public var origin: MKMapPoint
    /// The extent to the east and south.
    public var size: MKMapSize

    /// Creates an empty rectangle at the north-western corner of the world.
    public init() { self.init(origin: MKMapPoint(), size: MKMapSize()) }

    /// Creates a rectangle.
    public init(origin: MKMapPoint, size: MKMapSize) {
      self.origin = origin
      self.size = size
    }

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.init(origin: MKMapPoint(x: x, y: y), size: MKMapSize(width: width, height: height))
    }

    /// The western edge.
    public var minX: Double { origin.x }
    /// The northern edge.
    public var minY: Double { origin.y }
    /// Half way from west to east.
    public var midX: Double { origin.x + size.width / 2 }
    /// Half way from north to south.
    public var midY: Double { origin.y + size.height / 2 }
    /// The eastern edge.
    public var maxX: Double { origin.x + size.width }
    /// The southern edge.
    public var maxY: Double { origin.y + size.height }
    /// The units from west to east.
    public var width: Double { size.width }
    /// The units from north to south.
    public var height: Double { size.height }

    /// Whether this is ``null``.
    public var isNull: Bool { origin.x.isInfinite || origin.y.isInfinite }

    /// Whether the rectangle has no area.
    public var isEmpty: Bool { isNull || size.width == 0 || size.height == 0 }
  }
#endif

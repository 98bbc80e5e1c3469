#if !canImport(Darwin)
  /// A size on the flat map, in the units of ``MKMapPoint``.
  public struct MKMapSize: Sendable {
    /// The size of the world.
    public static let world = MKMapSize(width: 268_435_456, height: 268_435_456)

    /// Units from west to east.
    public var width: Double
    /// Units from north to south.
    public var height: Double

    /// Creates an empty size.
    public init() { self.init(width: 0, height: 0) }

    /// Creates a size.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }
#endif

#if !canImport(Darwin)
  public import Foundation

  /// The address of a tile of an overlay, with the scale of its screen.
  public struct MKTileOverlayPath: Sendable {
    /// The column, counted from the west.
    public var x: Int
    /// The row, counted from the north, or from the south for a flipped overlay.
    public var y: Int
    /// The level.
    ///
    /// The world is 2^z tiles wide.
    public var z: Int
    /// The pixels along a point of the screen, 1 or 2.
    public var contentScaleFactor: CGFloat

    /// Creates an address of zeros.
    public init() { self.init(x: 0, y: 0, z: 0, contentScaleFactor: 0) }

    /// Creates an address.
    public init(x: Int, y: Int, z: Int, contentScaleFactor: CGFloat) {
      self.x = x
      self.y = y
      self.z = z
      self.contentScaleFactor = contentScaleFactor
    }
  }
#endif

/// A fact about a raster file, for people.
public struct RasterDetail: Hashable, Sendable {
  /// What it is about, one word.
  public var name: String
  /// The fact.
  public var value: String

  /// Creates a fact.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The size of a raster in samples.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The size as `width × height`.
  public var description: String { "\(width) × \(height)" }
}

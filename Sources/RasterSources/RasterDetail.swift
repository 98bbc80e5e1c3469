/// A fact about a raster file, for people.
public struct RasterDetail: Hashable, Sendable {
  /// The subject, one word.
  public var name: String
  /// The fact.
  public var value: String

  /// Creates a fact.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A position in a manifest.
public struct ManifestLocation: Hashable, Sendable, CustomStringConvertible {
  /// The path of the manifest, as it was given.
  public var path: String
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// Creates a position.
  public init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }

  /// The position as `path:line:column`.
  public var description: String { "\(path):\(line):\(column)" }
}

/// A source file as text.
public struct GeneratedFile: Hashable, Sendable {
  /// The name of the file, in ASCII letters, digits and a period; that of one file for all code as given.
  public let path: String
  /// The text, ending in a line break.
  public let contents: String

  /// Creates a file.
  public init(path: String, contents: String) {
    self.path = path
    self.contents = contents
  }
}

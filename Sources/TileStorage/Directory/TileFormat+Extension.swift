package import TileModel

extension TileFormat {
  /// The extensions under which tiles are found.
  package static let extensions = ["png", "jpg", "jpeg", "webp"]

  /// The format that an extension means.
  package init(extension name: String) { self.init(rawValue: name == "jpeg" ? "jpg" : name) }
}

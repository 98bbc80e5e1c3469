#if !canImport(Darwin)
  import Foundation

  /// A URL with `{x}`, `{y}`, `{z}` and `{scale}` for the parts of a tile's address.
  ///
  /// Other text in braces stays unchanged.
  struct OverlayTemplate {
    private let text: String

    init(_ text: String) { self.text = text }

    func filled(for path: MKTileOverlayPath) -> String {
      [
        ("{x}", "\(path.x)"), ("{y}", "\(path.y)"), ("{z}", "\(path.z)"),
        ("{scale}", Self.text(path.contentScaleFactor)),
      ].reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }

    private static func text(_ scale: CGFloat) -> String {
      Int(exactly: scale).map(String.init) ?? "\(scale)"
    }
  }
#endif

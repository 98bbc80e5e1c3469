#if !canImport(Darwin)
  import Foundation

  /// A URL in which `{x}`, `{y}`, `{z}` and `{scale}` stand for the parts of a tile's address.
  ///
  /// Other text in braces stays as it is.
  struct OverlayTemplate {
    private let text: String

    init(_ text: String) { self.text = text }

    func filled(for path: MKTileOverlayPath) -> String {
      [
        ("{x}", "\(path.x)"), ("{y}", "\(path.y)"), ("{z}", "\(path.z)"),
        ("{scale}", Self.text(path.contentScaleFactor)),
      ].reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }

    /// The scale as file names have it: 2 without a point.
    private static func text(_ scale: CGFloat) -> String {
      Int(exactly: scale).map(String.init) ?? "\(scale)"
    }
  }
#endif

public import Foundation
public import TileModel

extension LayerDefinition {
  /// The URL of each tile by column, row and zoom, as a `GMSTileURLConstructor` takes them.
  ///
  /// Rows count southward from the north, whatever the scheme of the URLs. URLs carry the version token, so
  /// that caches notice new tiles. The answer is `nil` where the layer has no tile.
  ///
  /// - Parameter base: The URL of the definition, for a relative template.
  /// - Returns: The function, which may be called on any thread.
  /// - Throws: ``TileLayerError/noTiles(location:)`` for a definition without a URL template.
  public func tileURLConstructor(
    relativeTo base: URL? = nil
  ) throws(TileLayerError) -> @Sendable (_ x: UInt, _ y: UInt, _ zoom: UInt) -> URL? {
    guard let urlTemplate else {
      throw .noTiles(location: base?.absoluteString ?? "the layer definition of \(name)")
    }
    let tiles = TileURLs(
      template: urlTemplate.withVersionToken(versionToken), definition: self, scheme: scheme,
      base: base)
    return { [coverage] x, y, zoom in
      guard let x = Int(exactly: x), let y = Int(exactly: y), let zoom = Int(exactly: zoom),
        let tile = TileCoordinate(zoom: zoom, x: x, y: y), coverage.contains(tile)
      else { return nil }
      return tiles.url(of: tile)
    }
  }
}

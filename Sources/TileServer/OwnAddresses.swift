import TileModel
import TileStorage

/// The paths that the URL template of a layer gives its tiles, such as `L0_{z}_{x}_{y}.png`.
///
/// A path names an address only: the server reads the tile of that address, never a file of that name.
struct OwnAddresses: Sendable {
  /// Percent-decoded, without the first slash.
  let path: String
  private let pattern: PathPattern
  private let scheme: TileScheme

  /// An absolute template counts by its path, a relative one from the folder of the layer definition.
  ///
  /// `nil` without a template, for a tile named in the query, and for a path out of the folder.
  init?(of definition: LayerDefinition, in folder: String) {
    guard let template = definition.urlTemplate else { return nil }
    var text = template.text.prefix { $0 != "?" }
    if !template.isRelative, let scheme = text.firstRange(of: "://") {
      text = text[scheme.upperBound...].drop { $0 != "/" }
    }
    let isBelowFolder = template.isRelative && !text.hasPrefix("/") && !folder.isEmpty
    do throws(TileTemplateError) {
      var path = try TileTemplate(
        url: String(text.drop { $0 == "/" }), format: definition.templateFormat
      ).filePath()
      if isBelowFolder { path = try TileTemplate("\(folder)/\(path.text)") }
      self.path = path.text
      pattern = PathPattern(path)
      scheme = definition.scheme
    } catch {
      return nil
    }
  }

  /// Takes a percent-decoded path without its first slash; rows count as in the layer.
  func tile(at path: String) -> (tile: TileCoordinate, format: TileFormat?)? {
    guard let numbers = pattern.match(path, after: PathPattern.Numbers()),
      let tile = numbers.tile(in: scheme)
    else { return nil }
    return (tile, numbers.format)
  }
}

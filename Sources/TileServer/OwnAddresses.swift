import TileModel
import TileStorage

/// The paths that the URL template of a layer gives its tiles, such as `L0_{z}_{x}_{y}.png`.
///
/// A path names an address and nothing else: what is read is the tile of that address, never a file of
/// that name.
struct OwnAddresses: Sendable {
  /// The template of the paths, percent-decoded, without the first slash.
  let path: String
  private let pattern: PathPattern
  private let scheme: TileScheme

  /// Takes over the template of a layer: of an absolute URL its path, of a relative one that below the
  /// folder of the layer definition.
  ///
  /// It is `nil` where a layer has no template, where the query names the tile, and where the path
  /// leads out of the folder.
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

  /// The tile that a percent-decoded path without its first slash names, and its format where the
  /// template leaves that open; rows count as in the layer.
  func tile(at path: String) -> (tile: TileCoordinate, format: TileFormat?)? {
    guard let numbers = pattern.match(path, after: PathPattern.Numbers()),
      let tile = numbers.tile(in: scheme)
    else { return nil }
    return (tile, numbers.format)
  }
}

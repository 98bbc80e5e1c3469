import TileModel

/// TypeScript for React Native: properties of `UrlTile` and `LocalTile` (react-native-maps) and
/// `RasterSource` (MapLibre React Native).
///
/// `LocalTile` serves folders packed with the app. It takes the path of an asset on Android, flips
/// no rows and knows neither zooms nor opacity. On Apple Maps it replaces the map's own content,
/// and Google Maps on iOS has none; `UrlTile` takes URLs of files there.
///
/// Both take one URL template with zooms and know no coverage: they ask for absent tiles. `UrlTile`
/// on Google Maps of iOS keeps its first template and knows no `maximumNativeZ`; `RasterSource`
/// keeps its first `id`. On Android `UrlTile` with `maximumNativeZ` throws below `minimumZ`, since
/// it has no URL to open. MapLibre React Native 11 renamed the properties of version 10; each
/// version passes on the names that it alone knows. `UrlTile` takes the side of the images in
/// pixels, `RasterSource` that of a cell in points. React Native's `URL` cannot resolve, so the
/// code does.
enum ReactNativeClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let name =
      request.building.map { "\($0.typeName)s" } ?? request.layers.first?.typeName ?? "Tiles"
    let values: TemplateValues = [
      "script": name,
      "shown": request.building == nil ? name : "\(name)[0]",
      "isPacked": request.layers.contains { $0.base == .app },
      "entry": entry,
    ]
    let text = template.filled(request.values(language).merging(values) { $1 })
    return [GeneratedFile(path: "\(name).ts", contents: text)]
  }

  private static let template = Template(PackageResources.ReactNative_ts)
  private static let entry = Template(PackageResources.ReactNativeEntry_ts)

  /// URLs of files are without the version token.
  private static let language = TemplateLanguage(literal: StringLiteral.javaScript) {
    layer, isAsset in
    let path = layer.address(
      isAsset: true, zoom: "{z}", column: "{x}", row: "{y}", format: "", text: { $0 }
    ).joined()
    let url =
      layer.base == .app ? layer.definition.urlTemplate?.text ?? "" : layer.urlTemplate
    return StringLiteral.javaScript(isAsset ? path : url)
  }
}

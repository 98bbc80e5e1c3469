public import TileModel

/// A reason that no client code can be generated.
public enum CodegenError: ReportableError, Hashable {
  /// There is no layer.
  case noLayers
  /// A layer says nothing about where its tiles are found.
  case noURL(layer: String)
  /// A layer's template is not a URL.
  case invalidURL(layer: String, TileTemplateError)
  /// A client runs outside an app, so it cannot read tiles that are packed with one.
  case noAppFiles(layer: String, client: String)
  /// Rows of a folder packed with an app count from the south, and the client reads them from the north.
  case southernRows(layer: String, client: String)
  /// Tiles packed with an app are AVIF images, which MapLibre Native does not decode everywhere.
  case nativeAVIF(layer: String)
  /// A text is not the name of a file.
  case invalidFileName(layer: String, String)
  /// The client has no reader of archives.
  case noArchives(layer: String, client: String)
  /// A text is not the URL of an archive.
  case invalidArchive(layer: String, String)
  /// The tiles of a floor are not in an archive, while those of others are.
  case besideArchives(layer: String)
  /// A layer's URLs are relative to its definition, while other floors are packed with the app.
  case relativeBesideApp(layer: String)
  /// A layer has no tiles.
  case noTiles(layer: String)
  /// One of several layers is not a floor.
  case noFloor(layer: String)
  /// Two layers are the same floor.
  case repeatedFloor(String)
  /// A definition breaks its own rules.
  case invalidLayer(layer: String, LayerDefinitionError)
  /// The client knows one URL template for all tiles, and those of a layer differ in format.
  case mixedFormats(layer: String, client: String)
  /// The tiles are of an image that is not georeferenced, which the client does not support.
  case imageGrid(layer: String, client: String)
  /// The tiles are on the globe, and the client shows images alone.
  case worldGrid(layer: String, client: String)
  /// The tiles of a floor are on the globe, while those of others are not.
  case besideImageGrids(layer: String)
  /// A text is not the name of a package.
  case invalidPackage(String)
  /// A package is named for a client that has none.
  case packageWithout(client: String)
  /// Tiles are in the resources of a Swift package's target, which the client does not know.
  case moduleWithout(client: String)
  /// The code is to be one file, and the client is not written as one of Swift.
  case severalFiles(client: String, String)
  /// A module format is chosen for a client that is no script for the web.
  case noModules(client: String)
  /// The treatment of a map's own floors is stated for a client without any.
  case noIndoorMaps(client: String)
  /// The treatment of a map's own floors is stated for one layer, which never learns of the map.
  case indoorWithoutFloors

  private static let passURL =
    "pass `urlTemplate`, as in `urlTemplate` https://example.com/{z}/{x}/{y}.png, for several floors"
    + " https://example.com/{floor}/{z}/{x}/{y}.png"

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .noLayers:
      return FailureReport(
        .badInput, "there is no layer to generate code for", nextStep: "name a layer definition")
    case .noURL(let layer):
      return FailureReport(
        .badInput, "the layer does not say under which URL its tiles are found", at: layer,
        expected: "a URL template", nextStep: Self.passURL)
    case .invalidURL(let layer, let error):
      var report = error.report
      report.location = layer
      return report
    case .noAppFiles(let layer, let client):
      return FailureReport(
        .badInput, "the client \(client) cannot read the tiles in an app in this form", at: layer,
        expected: "a URL template",
        nextStep:
          "\(Self.passURL); or, for react-native, maplibre and Flutter, build a folder of tiles and"
          + " pass `urlTemplate` bundle; or choose swift, objc, swift-mapkit, kotlin or java, which read folders and"
          + " MBTiles files")
    case .southernRows(let layer, let client):
      return FailureReport(
        .badInput, "the client \(client) cannot read a folder whose rows count from the south",
        at: layer, found: "scheme tms", expected: "scheme xyz",
        nextStep: "build the folder again with rows from the north, or give an absolute URL")
    case .nativeAVIF(let layer):
      return FailureReport(
        .badInput, "MapLibre Native draws no map with an AVIF tile that it cannot decode",
        at: layer, found: "AVIF tiles", expected: "PNG, JPEG or WebP tiles",
        nextStep: "build the layer again with `format` webp")
    case .invalidFileName(let layer, let name):
      return FailureReport(
        .badInput, "the tiles are in a file without a usable name", at: layer,
        found: name.debugDescription, expected: "the name of a file, such as plan.mbtiles",
        nextStep: "rename the file")
    case .noArchives(let layer, let client):
      return FailureReport(
        .badInput, "the client \(client) cannot read an archive", at: layer,
        expected: "a URL template of single tiles",
        nextStep:
          "pass `urlTemplate` with the URLs of tiles, such as those of tilepyramid serve; convert the archive for"
          + " an app; or choose leaflet, maplibre or openlayers, which read archives")
    case .invalidArchive(let layer, let url):
      return FailureReport(
        .badInput, "the archive has no usable URL", at: layer, found: url.debugDescription,
        expected: "a URL such as https://example.com/plan.pmtiles, percent-encoded",
        nextStep: "correct `urlTemplate`")
    case .besideArchives(let layer):
      return FailureReport(
        .badInput, "the tiles of a floor are not in an archive, while those of others are",
        at: layer, expected: "all floors in archives, or none",
        nextStep: "pass `urlTemplate` for all floors, such as https://example.com/{floor}.pmtiles")
    case .relativeBesideApp(let layer):
      return FailureReport(
        .badInput, "the URLs of a floor are relative, while other floors are packed with the app",
        at: layer, expected: "all floors packed with the app, or floors with absolute URLs",
        nextStep: "pass `urlTemplate` bundle for all floors, or an absolute URL")
    case .noTiles(let layer):
      return FailureReport(
        .badInput, "the layer has no tiles", at: layer, nextStep: "build the layer again")
    case .noFloor(let layer):
      return FailureReport(
        .badInput, "one of several layers is not a floor", at: layer,
        expected: "every layer with a floor, or one layer",
        nextStep: "build the layer with `floor`, or generate code for it alone")
    case .repeatedFloor(let floor):
      return FailureReport(
        .badInput, "two layers are the same floor", found: floor.debugDescription,
        expected: "floors with different identifiers",
        nextStep: "build one of them with another `floor`")
    case .invalidLayer(let layer, let error):
      var report = error.report
      report.location = layer
      return report
    case .mixedFormats(let layer, let client):
      return FailureReport(
        .badInput, "\(client) has one URL template for all tiles", at: layer,
        found: "JPEG and PNG tiles, whose URLs differ",
        nextStep:
          "choose a client with code, such as leaflet, or serve the tiles under a URL without"
          + " an extension and pass it with `urlTemplate`")
    case .imageGrid(let layer, let client):
      return FailureReport(
        .badInput, "the client \(client) shows tiles of the world alone", at: layer,
        found: "the grid of an image that is nowhere on the globe",
        expected: ClientKind.allCases.filter(\.showsImageGrids).map(\.rawValue).joined(
          separator: ", "), nextStep: "choose one of these, or build the layer with coordinates")
    case .worldGrid(let layer, let client):
      return FailureReport(
        .badInput, "the client \(client) shows pictures, which are nowhere on the globe", at: layer,
        found: "tiles of the grid of the world",
        expected: "tiles that were built with `grid` image",
        nextStep: "build the layer so, or choose another client, such as leaflet")
    case .besideImageGrids(let layer):
      return FailureReport(
        .badInput, "a floor is on the globe, while others are not", at: layer,
        expected: "all floors with coordinates, or all of the grids of their images",
        nextStep: "build the layer again as the others")
    case .invalidPackage(let text):
      return FailureReport(
        .badInput, "the package has no usable name", found: text.debugDescription,
        expected: "names of letters, digits and _ with periods between them, without keywords",
        nextStep: "correct `package`, as in `package` com.example.floors")
    case .packageWithout(let client):
      return FailureReport(
        .badInput, "the client \(client) knows no packages", expected: "no `package`",
        nextStep: "remove `package`, or choose `client` kotlin or java")
    case .moduleWithout(let client):
      return FailureReport(
        .badInput, "the client \(client) knows no resources of a Swift package's target",
        expected: "`client` swift or swift-mapkit",
        nextStep: "pass `urlTemplate` bundle for the resources of the app")
    case .noIndoorMaps(let client):
      return FailureReport(
        .badInput, "the maps of the client \(client) have no floors of their own",
        expected: ClientKind.allCases.filter(\.hasIndoorMaps).map(\.rawValue).joined(
          separator: ", "), nextStep: "remove `indoor`, or choose one of these")
    case .noModules(let client):
      return FailureReport(
        .badInput, "the code of the client \(client) is no script for the web",
        expected: ClientKind.allCases.filter(\.hasModules).map(\.rawValue).joined(separator: ", "),
        nextStep: "remove `module`, or choose one of these")
    case .indoorWithoutFloors:
      return FailureReport(
        .badInput, "`indoor` has no effect on the code of one layer",
        expected: "the floors of a building", nextStep: "remove `indoor`, or name all floors")
    case .severalFiles(let client, let file):
      return FailureReport(
        .badInput, "the code of the client \(client) cannot be one file of Swift",
        found: file.debugDescription, expected: "a folder, or `client` swift or swift-mapkit",
        nextStep: "name a folder for the code")
    }
  }
}

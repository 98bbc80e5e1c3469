import TileModel
import TileStorage

/// The facts about tiles that were made, for `info`.
struct StoreReport: Encodable {
  struct Level: Encodable {
    var zoom: Int
    var tiles: Int
  }

  struct Layer: Encodable {
    var name: String
    var floor: String?
    var version: String
    var scheme: String
    var tileSize: Int
    /// `nil` for colours.
    var encoding: String?
    var url: String?
    /// West, south, east, north in degrees; `nil` where tiles show an image without a place on the globe.
    var bounds: [Double]?
    /// The columns and rows of that image.
    var imageSize: [Int]?
    var digest: String
  }

  var kind = "tiles"
  var path: String
  var format: String?
  var tiles: Int
  var levels: [Level]
  /// `nil` where there are no tiles of 512 pixels.
  var retinaLevels: [Level]?
  var layer: Layer?
  var metadata: [String: String]
  var warnings: [String]

  init(path: String, scheme: TileScheme? = nil) throws(TileStorageError) {
    try self.init(path: path, store: openTileStore(path, scheme: scheme))
  }

  init(path: String, store: any TileReader) throws(TileStorageError) {
    self.path = path
    format = store.definition?.formatName ?? store.format?.rawValue
    let coverage = TileCoverage(try store.coordinates())
    tiles = coverage.tileCount
    levels = coverage.levels.map { Level(zoom: $0.zoom, tiles: $0.tileCount) }
    let retinaCoverage = try store.retina.map { (store) throws(TileStorageError) in
      TileCoverage(try store.coordinates())
    }
    retinaLevels = retinaCoverage?.levels.map { Level(zoom: $0.zoom, tiles: $0.tileCount) }
    metadata = Dictionary(
      store.metadata.filter { $0.name != "tilepyramid" }.map { ($0.name, $0.value) },
      uniquingKeysWith: { first, _ in first })
    warnings =
      tiles == 0
      ? ["there are no tiles" + (PathSuggestion.tiles(insteadOf: path).map { ": \($0)" } ?? "")]
      : []
    guard let definition = store.definition else {
      warnings.append(
        DescribedStore.warning(ofDefinitionIn: store)
          ?? "there is no layer definition of this program")
      return
    }
    if let warning = try DescribedStore.warning(besideStore: path, holding: definition) {
      warnings.append(warning)
    }
    layer = Layer(
      name: definition.name, floor: definition.floor?.id, version: definition.version,
      scheme: definition.scheme.rawValue, tileSize: definition.tileSize.rawValue,
      encoding: definition.elevation?.encoding.rawValue,
      url: definition.urlTemplate?.text,
      bounds: definition.imageGrid == nil ? definition.bounds.edges : nil,
      imageSize: definition.imageGrid.map { [$0.width, $0.height] },
      digest: definition.digest.hexadecimal)
    if definition.coverage != coverage || definition.retina?.coverage != retinaCoverage {
      warnings.append("the tiles are not those that the layer definition names")
    }
    if definition.urlTemplate == nil {
      warnings.append("the layer definition names no URL, which client code needs")
    }
    if let last = coverage.levels.last,
      let warning = ConsumerLimit.warning(deepestZoom: last.zoom)
    {
      warnings.append(warning)
    }
  }

  var text: String {
    var lines = [
      "tiles       \(path)", "format      \(format ?? "unknown")", "count       \(tiles)",
    ]
    if let layer {
      lines += [
        "layer       \(layer.name), version \(layer.version)",
        "tile size   \(layer.tileSize), rows counted as \(layer.scheme)",
        layer.imageSize.map { "image       \($0[0]) × \($0[1]) pixels, nowhere on the globe" }
          ?? "bounds      "
          + (layer.bounds ?? []).map { NumberText.fixed($0, 7) }.joined(separator: ","),
        "url         \(layer.url ?? "none")", "digest      \(layer.digest)",
      ]
      if let encoding = layer.encoding { lines.append("heights     \(encoding)") }
      if let floor = layer.floor { lines.append("floor       \(floor)") }
    }
    lines += levels.map { "zoom \($0.zoom)".padded(to: 12) + "\($0.tiles) tiles" }
    lines += (retinaLevels ?? []).map {
      "@2x  \($0.zoom)".padded(to: 12) + "\($0.tiles) tiles of 512 pixels"
    }
    lines += warnings.map { "warning     \($0)" }
    return lines.map(\.displayLine).joined(separator: "\n")
  }
}

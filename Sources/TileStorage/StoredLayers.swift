package import TileModel

/// The layers that a path leads to, with the stores that hold their tiles.
package struct StoredLayers: Sendable {
  /// A layer and its tiles.
  package struct Layer: Sendable {
    /// What the layer is.
    package var definition: LayerDefinition
    /// Its tiles.
    package var reader: any TileReader
    /// Whether the definition is this package's own; otherwise it was put together from what the
    /// store says and holds, and has no digest.
    package var isDescribed: Bool
  }

  /// The building whose floors the layers are.
  package var building: BuildingDefinition?
  /// The layers, for a building in the order of its floors.
  package var layers: [Layer]
  /// The files from which this was read, by which a later change can be noticed.
  package var files: [String]

  /// Opens a directory of tiles, an MBTiles file, a layer definition with its tiles beside it, a
  /// building's folder or its `building.json`.
  ///
  /// - Throws: ``TileStorageError``, also for stores of vector tiles.
  package init(path: String) throws(TileStorageError) {
    let folderDocument = path + "/" + BuildingDocument.fileName
    switch try FileSystem.kind(of: path, followingLinks: true) {
    case .directory where try FileSystem.kind(of: folderDocument, followingLinks: true) == .file:
      try self.init(buildingDocument: folderDocument)
    case .file where try Self.isJSON(path):
      let bytes = try FileSystem.read(path, upTo: LayerDefinitionDocument.maximumByteCount + 1)
      if BuildingDocument.carriesMark(bytes) {
        try self.init(buildingDocument: path)
      } else {
        self.init(layers: [try Self.layer(ofDocument: path)], files: [path])
      }
    default:
      let reader = try openTileStore(path)
      let document = path + "/layer.json"
      let hasDocument = try FileSystem.kind(of: document, followingLinks: true) == .file
      self.init(
        layers: [try Self.layer(of: reader, path: path)], files: [hasDocument ? document : path])
    }
  }

  private init(building: BuildingDefinition? = nil, layers: [Layer], files: [String]) {
    self.building = building
    self.layers = layers
    self.files = files
  }

  private init(buildingDocument path: String) throws(TileStorageError) {
    let bytes = try FileSystem.read(path, upTo: BuildingDocument.maximumByteCount + 1)
    let building: BuildingDefinition
    do throws(LayerDocumentError) {
      building = try BuildingDocument(decoding: bytes).definition
    } catch {
      throw .layerDocument(error, path: path)
    }
    let folder = OutputPath(path).folder
    var layers: [Layer] = []
    for floor in building.floors {
      var layer = try Self.layer(ofDocument: folder + "/" + floor.layer)
      // The building decides what its floors are called.
      layer.definition.floor = floor.floor
      layers.append(layer)
    }
    self.init(
      building: building, layers: layers,
      files: [path] + building.floors.map { folder + "/" + $0.layer })
  }

  private static func isJSON(_ path: String) throws(TileStorageError) -> Bool {
    let head = try FileSystem.read(path, upTo: 64)
    return head.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  /// The layer that a layer definition describes, with the tiles beside it.
  private static func layer(ofDocument path: String) throws(TileStorageError) -> Layer {
    let bytes = try FileSystem.read(path, upTo: LayerDefinitionDocument.maximumByteCount + 1)
    let document = try LayerDefinitionDocument(decoding: bytes, from: path)
    let place = OutputPath(path)
    let ending = ".layer.json"
    if document.tilePath == nil, place.name.hasSuffix(ending) {
      let store = "\(place.folder)/\(place.name.dropLast(ending.count)).mbtiles"
      return Layer(
        definition: document.definition, reader: try MBTilesReader(path: store), isDescribed: true)
    }
    let reader = try DirectoryTileReader(path: place.folder, layerFile: place.name)
    return Layer(definition: document.definition, reader: reader, isDescribed: true)
  }

  private static func layer(
    of reader: any TileReader, path: String
  ) throws(TileStorageError) -> Layer {
    let format = reader.format ?? .png
    guard format.rawValue != "pbf", format.rawValue != "mvt" else {
      throw .notAStore(path: path, found: "vector tiles (\(format.rawValue))")
    }
    if let definition = reader.definition {
      return Layer(definition: definition, reader: reader, isDescribed: true)
    }
    func value(_ name: String) -> String? {
      reader.metadata.first { $0.name == name }.map(\.value).flatMap { $0.isEmpty ? nil : $0 }
    }
    let coverage = TileCoverage(try reader.coordinates())
    let definition = LayerDefinition(
      name: value("name") ?? OutputPath(path).name, description: value("description"),
      attribution: value("attribution"), format: format,
      bounds: value("bounds").flatMap(Self.bounds) ?? Self.bounds(of: coverage),
      coverage: coverage)
    return Layer(definition: definition, reader: reader, isDescribed: false)
  }

  /// The bounds that a `bounds` row states, when they are a rectangle in degrees.
  private static func bounds(_ text: String) -> GeographicBounds? {
    let numbers = text.split(separator: ",").compactMap { part in
      Double(part.filter { $0 != " " })
    }
    guard numbers.count == 4, numbers[1] <= numbers[3],
      [numbers[0], numbers[2]].allSatisfy((-180.0...180).contains),
      [numbers[1], numbers[3]].allSatisfy((-90.0...90).contains)
    else { return nil }
    return GeographicBounds(
      west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }

  /// The ground of the tiles of the deepest zoom; the whole world when there is no tile.
  private static func bounds(of coverage: TileCoverage) -> GeographicBounds {
    let range = coverage.levels.last?.boundingRange ?? TileRange(zoom: 0, x: 0..<1, y: 0..<1)
    let grid = TileGrid()
    let corners = [
      TileCoordinate(zoom: range.zoom, x: range.x.lowerBound, y: range.y.lowerBound),
      TileCoordinate(zoom: range.zoom, x: range.x.upperBound - 1, y: range.y.upperBound - 1),
    ].compactMap { $0 }.map { grid.bounds(of: $0) }
    return corners.reduce(nil) { (all: MercatorBounds?, one) in all?.union(one) ?? one }
      .map(GeographicBounds.init)
      ?? GeographicBounds(west: -180, south: -85, east: 180, north: 85)
  }
}

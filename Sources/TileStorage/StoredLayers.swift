package import TileModel

/// The layers at a path, with the stores that hold their tiles.
package struct StoredLayers: Sendable {
  package struct Layer: Sendable {
    package var definition: LayerDefinition
    package var reader: any TileReader
    /// True for a definition of this package; otherwise it is derived from the store and has no digest.
    package var isDescribed: Bool
    package var warnings: [String] = []
  }

  package var building: BuildingDefinition?
  /// In the order of a building's floors.
  package var layers: [Layer]
  /// Files that were read, for change detection.
  package var files: [String]

  /// Opens a store, a layer definition with its tiles, or a building.
  ///
  /// No tile outside a folder is read: links below it are not followed. The layer definition of a floor is
  /// in the building's folder above.
  package init(path: String, isCancelled: (@Sendable () -> Bool)? = nil) throws(TileStorageError) {
    switch try FileSystem.kind(of: path, followingLinks: true) {
    case .directory:
      let folder = try StoreFolder(path)
      if let bytes = try folder.contents(
        of: BuildingDocument.fileName, upTo: BuildingDocument.maximumByteCount + 1)
      {
        try self.init(
          building: bytes, named: BuildingDocument.fileName, in: folder, isCancelled: isCancelled)
        return
      }
      let definition = try FoundDefinition(of: folder)
      let reader = try DirectoryTileReader(
        folder, describedBy: definition, isCancelled: isCancelled)
      self.init(layers: [try Self.layer(of: reader, path: path)], files: [definition?.path ?? path])
    case .file where try Self.isJSON(path):
      let location = OutputPath(path)
      let folder = try StoreFolder(location.folder)
      let bytes = try FileSystem.read(path, upTo: LayerDefinitionDocument.maximumByteCount + 1)
      if BuildingDocument.carriesMark(bytes) {
        try self.init(building: bytes, named: location.name, in: folder, isCancelled: isCancelled)
      } else {
        let layer = try Self.layer(
          describedBy: bytes, named: location.name, in: folder, isCancelled: isCancelled)
        self.init(layers: [layer], files: [path])
      }
    default:
      let reader = try openTileStore(path, isCancelled: isCancelled)
      self.init(layers: [try Self.layer(of: reader, path: path)], files: [path])
    }
  }

  private init(building: BuildingDefinition? = nil, layers: [Layer], files: [String]) {
    self.building = building
    self.layers = layers
    self.files = files
  }

  private init(
    building bytes: [UInt8], named name: String, in folder: StoreFolder,
    isCancelled: (@Sendable () -> Bool)?
  ) throws(TileStorageError) {
    let stored = try StoredBuilding(decoding: bytes, named: name, in: folder)
    let building = stored.definition
    var layers: [Layer] = []
    for floor in building.floors {
      var layer = try Self.layer(
        describedBy: stored.layerDefinition(of: floor).bytes, named: floor.layer, in: folder,
        isCancelled: isCancelled)
      // The building decides what its floors are called.
      layer.definition.floor = floor.floor
      layers.append(layer)
    }
    self.init(
      building: building, layers: layers,
      files: ([name] + building.floors.map(\.layer)).map(folder.path(of:)))
  }

  private static func isJSON(_ path: String) throws(TileStorageError) -> Bool {
    let head = try FileSystem.read(path, upTo: 64)
    return head.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  private static func layer(
    describedBy bytes: [UInt8], named name: String, in folder: StoreFolder,
    isCancelled: (@Sendable () -> Bool)?
  ) throws(TileStorageError) -> Layer {
    let path = folder.path(of: name)
    let document = try LayerDefinitionDocument(decoding: bytes, from: path)
    if document.tilePath == nil, let store = try SiblingStore(ofDocument: name, in: folder) {
      let location = folder.path(of: store.path)
      if try folder.kind(of: store.path) == .link { throw .linkInStore(path: location) }
      let reader = try store.format.open(location, isCancelled)
      let described = DescribedStore(
        documentPath: path, document: document, store: (store.format, reader))
      return Layer(
        definition: described.definition, reader: reader, isDescribed: true,
        warnings: [described.warning].compactMap(\.self))
    }
    let parts = name.split(separator: "/").map(String.init)
    let inner =
      parts.count == 1
      ? folder : try StoreFolder(parts.dropLast().joined(separator: "/"), in: folder)
    let reader = try DirectoryTileReader(
      inner, layerFile: parts.last ?? name, isCancelled: isCancelled)
    return Layer(
      definition: reader.definition ?? document.definition, reader: reader, isDescribed: true)
  }

  private static func layer(
    of reader: any TileReader, path: String
  ) throws(TileStorageError) -> Layer {
    let format = reader.format ?? .png
    guard format.rawValue != "pbf", format.rawValue != "mvt" else {
      throw .notAStore(path: path, found: "vector tiles (\(format.rawValue))")
    }
    if let definition = reader.definition {
      return Layer(definition: definition, reader: reader, isDescribed: true).coveringTiles(path)
    }
    func value(_ name: String) -> String? {
      reader.metadata.first { $0.name == name }.map(\.value).flatMap { $0.isEmpty ? nil : $0 }
    }
    let coverage = TileCoverage(try reader.coordinates())
    var definition = LayerDefinition(
      name: value("name") ?? OutputPath(path).name, description: value("description"),
      attribution: value("attribution"), format: format,
      bounds: value("bounds").flatMap(Self.bounds) ?? Self.bounds(of: coverage), coverage: coverage)
    definition.overviewResampling = LayerDefinition.unknownOverviews
    if let directory = reader as? DirectoryTileReader {
      definition.scheme = directory.scheme
      definition.mix(try directory.formatCoverage())
    }
    return Layer(
      definition: definition, reader: reader, isDescribed: false,
      warnings: [DescribedStore.warning(ofDefinitionIn: reader)].compactMap(\.self)
    ).coveringTiles(path)
  }

  private static func bounds(_ text: String) -> GeographicBounds? {
    guard let numbers = NumberText.list(text), numbers.count == 4, numbers[1] <= numbers[3],
      [numbers[0], numbers[2]].allSatisfy((-180.0...180).contains),
      [numbers[1], numbers[3]].allSatisfy((-90.0...90).contains)
    else { return nil }
    return GeographicBounds(
      west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }

  /// The area of the deepest zoom's tiles and of others outside it; the world without tiles.
  fileprivate static func bounds(of coverage: TileCoverage) -> GeographicBounds {
    let grid = TileGrid()
    var area: MercatorBounds?
    for level in coverage.levels.reversed() {
      let isOutside = area.map { area in
        TileCoverage.tiles(outside: GeographicBounds(area), of: level, grid: grid, slack: 0.01)
          .contains { _ in true }
      }
      guard isOutside ?? true else { continue }
      let range = level.boundingRange
      for tile in [
        TileCoordinate(zoom: range.zoom, x: range.x.lowerBound, y: range.y.lowerBound),
        TileCoordinate(zoom: range.zoom, x: range.x.upperBound - 1, y: range.y.upperBound - 1),
      ].compactMap(\.self) {
        area = area?.union(grid.bounds(of: tile)) ?? grid.bounds(of: tile)
      }
    }
    return area.map(GeographicBounds.init)
      ?? GeographicBounds(west: -180, south: -85, east: 180, north: 85)
  }
}

extension LayerDefinition {
  /// Makes the layer hybrid where it has tiles of several formats.
  package mutating func mix(_ formats: [TileFormat: TileCoverage]) {
    guard formats.count > 1 else { return }
    format = .png
    // Every hybrid layer says which of its tiles are JPEG.
    formatCoverage = formats.filter { $0.key != .png }
      .merging([.jpeg: TileCoverage([])]) { own, _ in own }
  }
}

extension StoredLayers.Layer {
  fileprivate func coveringTiles(_ path: String) -> StoredLayers.Layer {
    let grid = TileGrid(tileSize: definition.tileSize)
    // Two samples are more than bounds in few digits are off.
    let missed = definition.coverage.levels.lazy.compactMap { level in
      TileCoverage.tiles(outside: definition.bounds, of: level, grid: grid, slack: 2)
        .first { _ in true }
    }.first
    guard let missed else { return self }
    var layer = self
    layer.definition.bounds = StoredLayers.bounds(of: definition.coverage)
    let stated = definition.bounds.edges.map { NumberText.trimmed($0, 7) }.joined(separator: ",")
    layer.warnings.append(
      "\(path): tile \(missed) is outside the stated bounds \(stated); bounds are made of the tiles"
    )
    return layer
  }
}

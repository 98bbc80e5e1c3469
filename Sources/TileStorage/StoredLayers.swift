import LayerDocuments
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
  /// in the building's folder above. `scheme` is that of a folder without one.
  package init(
    path: String, scheme: TileScheme? = nil, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
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
        folder, describedBy: definition, scheme: scheme, isCancelled: isCancelled)
      self.init(
        layers: [try Self.layer(of: reader, path: path)], files: [definition?.path ?? path])
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
    let tiles = document.tilePath.map { TilesFolder($0).folders.joined(separator: "/") } ?? ""
    let isThere = tiles.isEmpty ? true : try inner.kind(of: tiles) != nil
    return Layer(
      definition: reader.definition ?? document.definition, reader: reader, isDescribed: true,
      warnings: isThere
        ? [] : ["\(inner.path(of: tiles)): the tiles that \(name) names are missing"])
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
        .covering(definition.coverage, at: path)
    }
    func value(_ name: String) -> String? {
      reader.metadata.first { $0.name == name }.map(\.value).flatMap { $0.isEmpty ? nil : $0 }
    }
    let coverage = TileCoverage(try reader.coordinates())
    let area = Self.bounds(of: coverage)
    var bounds = value("bounds").flatMap(Self.bounds) ?? area
    // Formats whose bounds cannot cross the antimeridian state the whole circle of latitude.
    if area.west > area.east, bounds.west <= -180, bounds.east >= 180 {
      (bounds.west, bounds.east) = (area.west, area.east)
    }
    var definition = LayerDefinition(
      name: value("name") ?? OutputPath(path).name, description: value("description"),
      attribution: value("attribution"), format: format, bounds: bounds, coverage: coverage)
    definition.overviewResampling = LayerDefinition.unknownOverviews
    if let directory = reader as? DirectoryTileReader {
      definition.scheme = directory.scheme
      definition.mix(try directory.formatCoverage())
    }
    return Layer(
      definition: definition, reader: reader, isDescribed: false,
      warnings: [DescribedStore.warning(ofDefinitionIn: reader)].compactMap(\.self)
    ).covering(coverage, at: path)
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
  ///
  /// It crosses the antimeridian where that makes it narrower.
  fileprivate static func bounds(of coverage: TileCoverage) -> GeographicBounds {
    let grid = TileGrid()
    let finest = TileCoordinate.maximumZoom
    var columns: [Range<Int>] = []
    var (north, south) = (Int.max, 0)
    var area: GeographicBounds?
    for level in coverage.levels.reversed() {
      let isOutside = area.map { area in
        TileCoverage.tiles(outside: area, of: level, grid: grid, slack: 0.01).contains { _ in true }
      }
      guard isOutside ?? true else { continue }
      let side = 1 << (finest - level.zoom)
      let runs = level.rows.flatMap(\.runs).map { $0.lowerBound * side..<$0.upperBound * side }
      columns = (columns + runs).union()
      let rows = level.boundingRange.y
      (north, south) = (min(north, rows.lowerBound * side), max(south, rows.upperBound * side))
      guard let first = columns.first, let last = columns.last else { continue }
      // The widest stretch without tiles is outside.
      var (west, east) = (first.lowerBound, last.upperBound)
      var widest = west + (1 << finest) - east
      for (left, right) in zip(columns, columns.dropFirst())
      where right.lowerBound - left.upperBound > widest {
        (west, east) = (right.lowerBound, left.upperBound)
        widest = west - east
      }
      let corners = [
        TileCoordinate(unchecked: finest, x: west, y: north),
        TileCoordinate(unchecked: finest, x: east - 1, y: south - 1),
      ].map { GeographicBounds(grid.bounds(of: $0)) }
      area = GeographicBounds(
        west: corners[0].west, south: corners[1].south, east: corners[1].east,
        north: corners[0].north)
    }
    return area ?? GeographicBounds(west: -180, south: -85, east: 180, north: 85)
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
  /// Makes bounds of the tiles where one is outside those that are stated.
  package func covering(_ coverage: TileCoverage, at path: String) -> StoredLayers.Layer {
    let grid = TileGrid(tileSize: definition.tileSize)
    // Two samples are more than bounds in few digits are off.
    let missed = coverage.levels.lazy.compactMap { level in
      TileCoverage.tiles(outside: definition.bounds, of: level, grid: grid, slack: 2)
        .first { _ in true }
    }.first
    guard let missed else { return self }
    var layer = self
    layer.definition.bounds = StoredLayers.bounds(of: coverage)
    let stated = definition.bounds.edges.map { NumberText.trimmed($0, 7) }.joined(separator: ",")
    layer.warnings.append(
      "\(path): tile \(missed) is outside the stated bounds \(stated); bounds are made of the tiles"
    )
    return layer
  }
}

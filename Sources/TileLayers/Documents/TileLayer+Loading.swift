public import Foundation
public import TileModel
public import TileStorage

extension TileLayer {
  /// Opens the layer at a path: a folder or file of tiles, a `layer.json` or a TileJSON.
  ///
  /// A `layer.json` of this package takes its tiles from the files beside it, when the first of them
  /// exists. Otherwise it takes them from the file `NAME` of tiles beside `NAME.layer.json`, and else from
  /// its URL: an app can carry the document alone. A store without a definition gets its levels from its
  /// metadata, or by listing its tiles. ``BuildingLayers`` opens buildings.
  ///
  /// - Throws: ``TileLayerError``.
  public static func open(
    _ path: String, options: Options = Options()
  ) throws(TileLayerError) -> TileLayer {
    let kind = try FileSystem.layerKind(of: path)
    if kind == .file, let document = try LayerDocument(file: path) {
      return try layer(of: document, at: URL(fileURLWithPath: path), options)
    }
    if kind == .directory { try refuseBuilding(in: path) }
    return try rethrowing(try TileLayer(store: openTileStore(path), path: path, options: options)) {
      TileLayerError.storage($0)
    }
  }

  /// Creates a layer over an open store, described by its own definition or metadata.
  ///
  /// - Throws: `TileStorageError` when its tiles cannot be listed.
  public convenience init(
    store: any TileReader, path: String, options: Options = Options()
  ) throws(TileStorageError) {
    let store = options.usesRetinaTiles ? store.retina ?? store : store
    if let definition = store.definition {
      self.init(LayerInformation(definition), options: options, reader: store)
      return
    }
    func value(_ name: String) -> String? { store.metadata.first { $0.name == name }?.value }
    let all = 0...TileCoordinate.maximumZoom
    let extent: TileExtent
    if let low = value("minzoom").flatMap({ Int($0) }), all.contains(low),
      let high = value("maxzoom").flatMap({ Int($0) }), all.contains(high), low <= high
    {
      extent = .within(zooms: low...high, bounds: nil)
    } else {
      extent = .exactly(TileCoverage(try store.coordinates()))
    }
    let name = value("name") ?? URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    self.init(
      LayerInformation(
        name: name, attribution: value("attribution"), extent: extent,
        versionToken: value("version")), options: options, reader: store)
  }

  /// Creates a layer over a URL template.
  ///
  /// URLs lack the version token of the description. See `TileTemplate.withVersionToken(_:)`.
  ///
  /// - Parameters:
  ///   - information: The description of the layer.
  ///   - template: The URLs of tiles, http, https or file; `{ext}` in it is the format of a tile by the
  ///     definition of `information`, or else PNG.
  ///   - scheme: The row order of `{y}`.
  ///   - base: The base of a relative template.
  ///   - options: Options of the layer.
  public convenience init(
    _ information: LayerInformation, urlTemplate template: TileTemplate,
    scheme: TileScheme = .xyz, relativeTo base: URL? = nil, options: Options = Options()
  ) {
    let tiles = RemoteTiles(
      urls: TileURLs(
        template: template, definition: information.definition, scheme: scheme, base: base),
      options: options,
      transport: options.transport
        ?? URLSessionTransport(maximumConnections: options.maximumRequests))
    self.init(information, options: options, asynchronous: { await tiles.answer(for: $0) })
  }

  /// Fetches a `layer.json` or a TileJSON and opens the layer that it describes.
  ///
  /// - Parameters:
  ///   - url: The document, http, https or file.
  ///   - options: Options of the layer.
  /// - Returns: The layer.
  /// - Throws: ``TileLayerError``; a document from a server that points into the local disk is
  ///   refused.
  public static func load(
    from url: URL, options: Options = Options()
  ) async throws(TileLayerError) -> TileLayer {
    if url.isFileURL { return try open(url.path, options: options) }
    return try layer(of: await LayerDocument(from: url, options: options), at: url, options)
  }

  static func layer(
    of document: LayerDocument, at url: URL, _ options: Options
  ) throws(TileLayerError) -> TileLayer {
    let location = url.isFileURL ? url.path : url.absoluteString
    switch document {
    case .building(let building): throw .building(location: location, building.floors)
    case .tileJSON(let json):
      guard let text = json.tiles.first else { throw .noTiles(location: location) }
      let template = try rethrowing(try TileTemplate(url: text, format: .png)) {
        TileLayerError.template($0, location: location)
      }
      return try remote(
        json.information(named: url.deletingPathExtension().lastPathComponent), template,
        json.scheme == "tms" ? .tms : .xyz, at: url, options)
    case .definition(let whole):
      let document = options.usesRetinaTiles ? whole.retinaDocument ?? whole : whole
      let definition = document.definition
      if url.isFileURL, let layer = try local(document, at: url, options) { return layer }
      let template = definition.urlTemplate ?? document.tilePath?.relativeURL
      guard let template else { throw .noTiles(location: location) }
      return try remote(
        LayerInformation(definition), template.withVersionToken(definition.versionToken),
        definition.scheme, at: url, options)
    }
  }

  private static func local(
    _ document: LayerDefinitionDocument, at url: URL, _ options: Options
  ) throws(TileLayerError) -> TileLayer? {
    let folder = url.deletingLastPathComponent().path
    do throws(TileStorageError) {
      if document.tilePath != nil {
        let whole = try DirectoryTileReader(path: folder, layerFile: url.lastPathComponent)
        let reader = options.usesRetinaTiles ? whole.retina ?? whole : whole
        let first = document.definition.coverage.tiles.first { _ in true }
        let isThere = try first.map { (tile) throws(TileStorageError) in
          try reader.tile(at: tile) != nil
        }
        if isThere ?? true || document.definition.urlTemplate == nil {
          return TileLayer(LayerInformation(document.definition), options: options, reader: reader)
        }
      } else if let store = try SiblingStore(ofDocument: url.path), try store.isThere {
        return try TileLayer(store: store.open(), path: store.path, options: options)
      }
      return nil
    } catch {
      throw .storage(error)
    }
  }

  private static func remote(
    _ information: LayerInformation, _ template: TileTemplate, _ scheme: TileScheme, at url: URL,
    _ options: Options
  ) throws(TileLayerError) -> TileLayer {
    let isLocal = template.text.lowercased().hasPrefix("file:")
    guard url.isFileURL || !isLocal else {
      throw .localTiles(location: url.absoluteString, template: template.text)
    }
    return TileLayer(
      information, urlTemplate: template, scheme: scheme,
      relativeTo: template.isRelative ? url : nil, options: options)
  }

  private static func refuseBuilding(in folder: String) throws(TileLayerError) {
    let path = folder + "/" + BuildingDocument.fileName
    guard try FileSystem.layerKind(of: folder + "/layer.json") == nil,
      try FileSystem.layerKind(of: path) == .file,
      case .building(let building) = try LayerDocument(file: path)
    else { return }
    throw .building(location: path, building.floors)
  }
}

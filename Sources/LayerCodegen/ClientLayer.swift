import TileModel

/// The base of relative tile URLs.
enum ClientBase {
  case layerDefinition
  case app
  case module
}

/// A layer that passed every check, with its name in code.
struct ClientLayer {
  /// The place of the tiles as code sees it.
  enum TileSource {
    /// A template without the version token.
    case urls(TileTemplate)
    /// A folder of the app: URLs relative to the app's resources, without the version token, and
    /// the same as paths.
    case bundle(urls: TileTemplate, paths: TileTemplate)
    case file(name: String)
    /// The URL of an archive, without the version token.
    case archive(url: String)
  }

  let definition: LayerDefinition
  let tileSource: TileSource
  let coverage: CoverageTable
  let otherFormats: [FormatTable]
  /// Unique without regard to case.
  let typeName: String
  let identifierEntry: IdentifierNotes.Entry
  /// At most one layer, of tiles of 512 samples.
  private let retinaLayers: [ClientLayer]
  private let resources: AppResources

  /// The tiles of 512 samples, which fill the same cells.
  var retina: ClientLayer? { retinaLayers.first }

  /// The URL up to the version token; `nil` when the app reads a file.
  var template: TileTemplate? {
    switch tileSource {
    case .urls(let template), .bundle(urls: let template, paths: _): template
    case .file, .archive: nil
    }
  }

  var archiveURL: String? {
    guard case .archive(let url) = tileSource else { return nil }
    return "\(url)\(url.contains("?") ? "&" : "?")v=\(definition.versionToken)"
  }

  private var assetPath: TileTemplate? {
    if case .bundle(urls: _, let paths) = tileSource { paths } else { nil }
  }

  /// The asset URL for MapLibre Native, which knows no version token; `nil` unless the tiles are in
  /// a folder of the app.
  var assetURL: String? { assetPath.map { "asset://" + $0.relativeURL.text } }

  var fileName: String? {
    if case .file(let name) = tileSource { name } else { nil }
  }

  var base: ClientBase? {
    switch tileSource {
    case .urls(let template): template.isRelative ? .layerDefinition : nil
    case .archive(let url): url.contains("://") ? nil : .layerDefinition
    case .bundle, .file: resources == .module ? .module : .app
    }
  }

  var isRelative: Bool { base != nil }

  /// Size of the image behind an image grid, and its pixels along a side of the grid; `nil` for the
  /// grid of the world.
  var imageGrid: (width: Int, height: Int, pixelsAcross: Int)? {
    definition.imageGrid.map { image in
      let zoom = image.zoom(ofPixels: definition.tileSize)
      return (image.width, image.height, definition.tileSize.rawValue << zoom)
    }
  }

  /// True when the server counts rows from the south.
  var isFlipped: Bool { definition.scheme == .tms }

  /// Side of a tile's cell on a web map, in CSS pixels.
  ///
  /// Images of 512 pixels fill the same cells at twice the density.
  static let cellSize = 256

  var urlTemplate: String { (template?.text ?? "") + definition.versionToken }

  var beginsWithText: Bool {
    if case .text = template?.parts.first { return true }
    return false
  }

  /// The URL up to the version token, or the asset path, part by part in a language's syntax.
  func address(
    isAsset: Bool = false, zoom: String, column: String, row: String, format: String,
    text: (String) -> String
  ) -> [String] {
    let template = isAsset ? assetPath : template
    return (template?.parts ?? []).map { part in
      switch part {
      case .text(let content): text(content)
      case .zoom: zoom
      case .column: column
      case .row: row
      case .format: format
      }
    }
  }

  static func resolve(
    _ layers: [LocatedLayer], named name: String?, resources: AppResources
  ) throws(CodegenError) -> [ClientLayer] {
    guard !layers.isEmpty else { throw .noLayers }
    let stems = layers.enumerated().map { index, layer in
      stem(of: layer.definition, number: index + 1, isAlone: layers.count == 1, named: name)
    }
    let typeNames = UniqueNames.make(stems) { $0 + "Tiles" }
    var floors: Set<[String]> = []
    var clients: [ClientLayer] = []
    for (located, typeName) in zip(layers, typeNames) {
      let layer = located.definition
      do { try layer.validate() } catch { throw .invalidLayer(layer: layer.name, error) }
      guard !layer.coverage.levels.isEmpty else { throw .noTiles(layer: layer.name) }
      if layers.count > 1 {
        guard let floor = layer.floor else { throw .noFloor(layer: layer.name) }
        guard floors.insert([floor.storeyID, floor.variant?.name ?? ""]).inserted else {
          throw .repeatedFloor(floor.id)
        }
      }
      clients.append(
        try ClientLayer(
          located, resources, typeName: typeName,
          entry: entry(of: layer, typeName: typeName, isAlone: layers.count == 1, named: name)))
    }
    func other(_ isSuch: (ClientLayer) -> Bool) -> String? {
      clients.contains(where: isSuch) ? clients.first { !isSuch($0) }?.definition.name : nil
    }
    if let other = other({ $0.imageGrid != nil }) { throw .besideImageGrids(layer: other) }
    // One base cannot be the app's resources and the position of layer definitions at once.
    if clients.contains(where: { $0.base == .app || $0.base == .module }),
      let other = clients.first(where: { $0.base == .layerDefinition })
    {
      throw .relativeBesideApp(layer: other.definition.name)
    }
    if let other = other({ $0.archiveURL != nil }) { throw .besideArchives(layer: other) }
    return clients
  }

  private init(
    _ located: LocatedLayer, _ resources: AppResources, typeName: String,
    entry: IdentifierNotes.Entry
  ) throws(CodegenError) {
    definition = located.definition
    self.resources = resources
    tileSource = try Self.tileSource(of: located, in: resources)
    coverage = CoverageTable(definition.coverage)
    otherFormats = tileSource.namesFormat ? FormatTable.all(of: definition) : []
    self.typeName = typeName
    identifierEntry = entry
    var located = located
    guard located.location == .urls, let retina = definition.retinaLayer,
      retina.urlTemplate != nil, !retina.coverage.levels.isEmpty
    else {
      retinaLayers = []
      return
    }
    located.definition = retina
    retinaLayers = [try ClientLayer(located, resources, typeName: typeName, entry: entry)]
  }

  private static func tileSource(
    of located: LocatedLayer, in resources: AppResources
  ) throws(CodegenError) -> TileSource {
    let layer = located.definition
    if case .file(let name) = located.location {
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      // Client languages cannot carry NUL in text.
      guard parts.allSatisfy({ !$0.isEmpty && $0 != ".." && !$0.utf8.contains(0) }),
        parts.count == 1 || resources == .module
      else { throw .invalidFileName(layer: layer.name, name) }
      return .file(name: name)
    }
    if case .archive(let url) = located.location {
      // Rejects characters that a URL cannot hold or that could end a literal in code.
      let isURL = url.unicodeScalars.allSatisfy {
        (0x21...0x7E).contains($0.value) && !"\"'<>\\^`{|}#".unicodeScalars.contains($0)
      }
      guard isURL, !url.isEmpty else { throw .invalidArchive(layer: layer.name, url) }
      return .archive(url: url)
    }
    guard let given = layer.urlTemplate else { throw .noURL(layer: layer.name) }
    do {
      let template = try TileTemplate(url: given.text, format: layer.templateFormat)
        .naming(onlyFormatOf: layer)
      guard located.location == .bundle else { return .urls(template.withVersionToken("")) }
      return .bundle(urls: template.withVersionToken(""), paths: try template.filePath())
    } catch {
      throw .invalidURL(layer: layer.name, error)
    }
  }

  private static func entry(
    of layer: LayerDefinition, typeName: String, isAlone: Bool, named name: String?
  ) -> IdentifierNotes.Entry {
    let given = name.flatMap { Identifier.capitalized($0).isEmpty ? nil : $0 }
    let shown =
      (isAlone ? given ?? layer.name : layer.floor?.name ?? layer.name)
      + (isAlone ? "" : variantName(of: layer).map { " \($0)" } ?? "")
    return IdentifierNotes.Entry(
      name: shown, identifier: typeName, expected: (isAlone ? "" : given ?? "") + shown + "Tiles")
  }

  private static func stem(
    of layer: LayerDefinition, number: Int, isAlone: Bool, named name: String?
  ) -> String {
    let stem: String
    if isAlone, let name, !Identifier.capitalized(name).isEmpty {
      stem = Identifier.capitalized(name)
    } else if isAlone, !Identifier.capitalized(layer.name).isEmpty {
      stem = Identifier.capitalized(layer.name)
    } else {
      let prefix = isAlone ? "" : Identifier.capitalized(name ?? "")
      let floor =
        Identifier.capitalized(floorStem(of: layer.floor, number: number))
        + (variantName(of: layer).map(Identifier.capitalized) ?? "")
      // A digit after the building's own would read as part of its number.
      let meetsDigit = Identifier.beginsWithDigit(floor) && prefix.last?.isNumber == true
      stem = prefix + (meetsDigit ? "Floor" : "") + floor
    }
    return Identifier.beginsWithDigit(stem) ? "Layer" + stem : stem
  }

  private static func variantName(of layer: LayerDefinition) -> String? {
    layer.floor.flatMap { $0.isAlternative ? $0.variant?.name : nil }
  }

  static func floorStem(of floor: LayerDefinition.Floor?, number: Int) -> String {
    guard let floor else { return "layer \(number)" }
    for text in [floor.name, floor.id] where !Identifier.capitalized(text).isEmpty {
      // After a letter a hyphen can be a minus or not; the level says which.
      return floor.level.map { $0 < 0 } ?? false
        ? text.replacing(/(?<letter>\p{Letter})-(?<digit>[0-9])/) { "\($0.letter) -\($0.digit)" }
        : text
    }
    return floor.level.map { "level \($0)" } ?? "floor \(number)"
  }
}

extension ClientLayer.TileSource {
  fileprivate var namesFormat: Bool {
    switch self {
    case .urls(let template), .bundle(urls: let template, paths: _): template.namesFormat
    case .file, .archive: false
    }
  }
}

/// Disambiguates equal names by numbers.
enum UniqueNames {
  /// Names in the order of the stems.
  ///
  /// A stem that repeats a name, in any case, gets the first free number from 2.
  static func make(_ stems: [String], _ name: (String) -> String) -> [String] {
    var used: Set<String> = []
    return stems.map { stem in
      var candidate = name(stem)
      var number = 2
      while !used.insert(candidate.lowercased()).inserted {
        // A digit before the number would read as part of it.
        let separator = stem.last?.isNumber == true ? "_" : ""
        candidate = name("\(stem)\(separator)\(number)")
        number += 1
      }
      return candidate
    }
  }
}

extension TileTemplate {
  /// Names the extension where all tiles turn out to have one.
  fileprivate func naming(onlyFormatOf layer: LayerDefinition) -> TileTemplate {
    guard layer.isHybrid else { return self }
    if layer.formatCoverage.values.allSatisfy(\.levels.isEmpty) { return naming(layer.format) }
    let whole = layer.formatCoverage.first { $0.value == layer.coverage }
    return whole.map { naming($0.key) } ?? self
  }
}

extension ClientLayer {
  func fileExtension(
    quote: String = "\"", _ choose: (_ format: FormatTable, _ value: String) -> String
  ) -> String {
    func quoted(_ text: String) -> String { "\(quote)\(text)\"" }
    return otherFormats.map { choose($0, quoted($0.fileExtension)) }.joined()
      + quoted(definition.format.rawValue)
  }
}

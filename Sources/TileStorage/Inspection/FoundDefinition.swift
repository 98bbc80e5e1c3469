import LayerDocuments
import Platform
import TileModel

/// A layer definition as text, with the paths of its tiles below a folder.
///
/// The definition of a floor is in the building's folder above the tiles, and names paths relative to its
/// own folder.
struct FoundDefinition {
  let path: String
  let bytes: [UInt8]

  private static let ownName = "layer.json"
  /// Levels of parent folders that are searched for the definition of a floor.
  private static let reach = 4

  init(path: String) throws(TileStorageError) {
    self.init(
      path: path,
      bytes: try FileSystem.read(path, upTo: LayerDefinitionDocument.maximumByteCount + 1))
  }

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  init?(named name: String, in folder: StoreFolder) throws(TileStorageError) {
    let limit = LayerDefinitionDocument.maximumByteCount + 1
    guard let bytes = try folder.contents(of: name, upTo: limit) else { return nil }
    self.init(path: folder.path(of: name), bytes: bytes)
  }

  /// The folder's `layer.json`, if it is of this package or not JSON, or else that of the floor with these
  /// tiles.
  init?(of folder: StoreFolder) throws(TileStorageError) {
    if let own = try FoundDefinition(named: Self.ownName, in: folder), own.isOwn {
      self = own
      return
    }
    guard let found = try Self.ofFloor(holding: folder) else { return nil }
    self = found
  }

  func document() throws(TileStorageError) -> LayerDefinitionDocument {
    try LayerDefinitionDocument(decoding: bytes, from: path)
  }

  func tilePath(
    of document: LayerDefinitionDocument, from folder: StoreFolder
  ) throws(TileStorageError) -> TileTemplate? {
    guard let template = document.tilePath else { return nil }
    let location = TilesFolder(template)
    let path = Self.resolved(folder.path)
    if let depth = location.depth(of: path, below: Self.resolved(OutputPath(self.path).folder)) {
      return location.template(from: depth)
    }
    // A copy elsewhere: the folder tells by its name, or by what is in it.
    if let depth = location.depth(byNameOf: path) { return location.template(from: depth) }
    let holdsFolders = try folder.kind(of: location.folders.joined(separator: "/")) != nil
    return location.template(from: holdsFolders ? 0 : location.folders.count)
  }

  private static func ofFloor(
    holding folder: StoreFolder
  ) throws(TileStorageError) -> FoundDefinition? {
    let path = resolved(folder.path)
    var (above, shown) = (path, folder.path)
    for _ in 0..<reach where above != "/" {
      (above, shown) = (OutputPath(above).folder, OutputPath(shown).folder)
      // Messages name what the user named, unless that is another folder, as above a link.
      if resolved(shown) != above { shown = above }
      let isParent = above == OutputPath(path).folder
      let root: StoreFolder
      do throws(TileStorageError) {
        root = try StoreFolder(shown)
      } catch {
        // A folder above that may not be listed may still be passed through.
        return nil
      }
      let names = floorDefinitions(in: root)
      let ownName = isParent ? OutputPath(path).name + ".layer.json" : nil
      let found = names.union(ownName.map { [$0] } ?? []).sorted().compactMap {
        candidate($0, in: root, holding: path, isNamedAlike: $0 == ownName)
      }
      if found.count == 1 { return found[0] }
      if !names.isEmpty { return nil }
    }
    return nil
  }

  private static func floorDefinitions(in folder: StoreFolder) -> Set<String> {
    do {
      let limit = BuildingDocument.maximumByteCount + 1
      guard let bytes = try folder.contents(of: BuildingDocument.fileName, upTo: limit) else {
        return []
      }
      return Set(try BuildingDocument(decoding: bytes).definition.floors.map(\.layer))
    } catch {
      return []
    }
  }

  private static func candidate(
    _ name: String, in root: StoreFolder, holding path: String, isNamedAlike: Bool
  ) -> FoundDefinition? {
    do throws(TileStorageError) {
      guard let found = try FoundDefinition(named: name, in: root),
        LayerDefinitionDocument.carriesMark(found.bytes) || isNamedAlike && found.isOwn
      else { return nil }
      do throws(TileStorageError) {
        guard let template = try found.document().tilePath else { return nil }
        let location = TilesFolder(template)
        let depth = location.depth(of: path, below: resolved(OutputPath(found.path).folder))
        return depth.map { $0 == location.folders.count } ?? false ? found : nil
      } catch {
        return isNamedAlike ? found : nil
      }
    } catch {
      // An unreadable document outside the folder is not the folder's.
      return nil
    }
  }

  /// False for JSON of another kind, which other programs write under the same name.
  var isOwn: Bool { LayerDefinitionDocument.carriesMark(bytes) || !Self.isJSON(bytes) }

  static func isJSON(_ bytes: [UInt8]) -> Bool {
    do throws(JSONSyntaxError) {
      _ = try JSONParser.value(of: bytes)
      return true
    } catch {
      return false
    }
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

/// A layer definition with its decoded document or the fault of it.
struct DefinitionReading {
  let definition: FoundDefinition?
  let document: LayerDefinitionDocument?
  let fault: TileStorageError?

  init(_ definition: FoundDefinition?) {
    self.definition = definition
    do throws(TileStorageError) {
      document = try definition?.document()
      fault = nil
    } catch {
      document = nil
      fault = error
    }
  }
}

struct TilesFolder {
  let folders: [String]
  private let rest: [Substring]
  private let whole: TileTemplate

  init(_ template: TileTemplate) {
    let parts = template.text.split(separator: "/", omittingEmptySubsequences: false)
    folders = parts.prefix { !$0.contains("{") }.map(String.init)
    rest = Array(parts.dropFirst(folders.count))
    whole = template
  }

  func template(from depth: Int) -> TileTemplate {
    let parts = folders.dropFirst(depth) + rest.map(String.init)
    do throws(TileTemplateError) {
      return try TileTemplate(parts.joined(separator: "/"))
    } catch {
      // Whole folders less, a template stays one.
      return whole
    }
  }

  func depth(of path: String, below base: String) -> Int? {
    (0...folders.count).first { depth in
      path == ([base == "/" ? "" : base] + folders.prefix(depth)).joined(separator: "/")
    }
  }

  func depth(byNameOf path: String) -> Int? {
    let names = path.split(separator: "/").map(String.init)
    return (1...max(1, folders.count)).last { depth in
      depth <= folders.count && names.suffix(depth).elementsEqual(folders.prefix(depth))
    }
  }
}

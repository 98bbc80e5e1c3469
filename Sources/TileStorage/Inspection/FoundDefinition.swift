import Platform
import TileModel

/// A layer definition as text, and the paths below a folder of the tiles that it describes.
///
/// The definition of a floor is in the building's folder, above the folder of the floor's tiles, and
/// names their paths relative to its own folder.
struct FoundDefinition {
  let path: String
  /// Its text.
  let bytes: [UInt8]

  private static let ownName = "layer.json"
  /// How many folders above a folder of tiles are searched for the definition of a floor.
  private static let reach = 4

  /// A definition that the caller chose.
  init(path: String) throws(TileStorageError) {
    self.init(
      path: path,
      bytes: try FileSystem.read(path, upTo: LayerDefinitionDocument.maximumByteCount + 1))
  }

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The definition that belongs to a folder: its `layer.json`, where it is one of this package or no
  /// JSON at all, or else that of the floor whose tiles the folder holds.
  init?(of folder: StoreFolder) throws(TileStorageError) {
    let limit = LayerDefinitionDocument.maximumByteCount + 1
    if let bytes = try folder.contents(of: Self.ownName, upTo: limit),
      // Other programs write a layer.json of another kind.
      LayerDefinitionDocument.carriesMark(bytes) || !Self.isJSON(bytes)
    {
      self.init(path: folder.path(of: Self.ownName), bytes: bytes)
      return
    }
    guard let found = try Self.ofFloor(holding: folder) else { return nil }
    self = found
  }

  /// Decodes the text.
  func document() throws(TileStorageError) -> LayerDefinitionDocument {
    try LayerDefinitionDocument(decoding: bytes, from: path)
  }

  /// The path of a tile of a document at ``path``, relative to a folder, wherever the document is.
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

  /// The definition of the floor of a building whose tiles, and no other floor's, are in a folder.
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

  /// The paths of the floors' definitions in a building's folder; none for another folder, and for
  /// one whose document cannot be read, which is a finding about the building alone.
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

  /// The definition at a path in a folder when it describes the tiles in another folder; one that
  /// cannot be understood when it is named as that folder is.
  private static func candidate(
    _ name: String, in root: StoreFolder, holding path: String, isNamedAlike: Bool
  ) -> FoundDefinition? {
    do throws(TileStorageError) {
      let limit = LayerDefinitionDocument.maximumByteCount + 1
      guard let bytes = try root.contents(of: name, upTo: limit),
        LayerDefinitionDocument.carriesMark(bytes) || isNamedAlike && !isJSON(bytes)
      else { return nil }
      let found = FoundDefinition(path: root.path(of: name), bytes: bytes)
      do throws(TileStorageError) {
        guard let template = try found.document().tilePath else { return nil }
        let location = TilesFolder(template)
        let depth = location.depth(of: path, below: resolved(OutputPath(found.path).folder))
        return depth.map { $0 == location.folders.count } ?? false ? found : nil
      } catch {
        return isNamedAlike ? found : nil
      }
    } catch {
      // What cannot be read outside the folder is not the folder's.
      return nil
    }
  }

  static func isJSON(_ bytes: [UInt8]) -> Bool {
    do throws(JSONSyntaxError) {
      _ = try JSONParser.value(of: bytes)
      return true
    } catch {
      return false
    }
  }

  /// The real path of a folder, or the path itself where the system does not tell it.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

/// A layer definition that was found, decoded as far as it can be.
struct DefinitionReading {
  /// What was found, if anything.
  let definition: FoundDefinition?
  /// What it says.
  let document: LayerDefinitionDocument?
  /// Why it cannot be used.
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
  /// The names of the folders, outermost first, from the template's own.
  let folders: [String]
  private let rest: [Substring]
  private let whole: TileTemplate

  init(_ template: TileTemplate) {
    let parts = template.text.split(separator: "/", omittingEmptySubsequences: false)
    folders = parts.prefix { !$0.contains("{") }.map(String.init)
    rest = Array(parts.dropFirst(folders.count))
    whole = template
  }

  /// The template seen from a depth among ``folders``.
  func template(from depth: Int) -> TileTemplate {
    let parts = folders.dropFirst(depth) + rest.map(String.init)
    do throws(TileTemplateError) {
      return try TileTemplate(parts.joined(separator: "/"))
    } catch {
      // Whole folders less, a template stays one.
      return whole
    }
  }

  /// How many of ``folders`` lead from a folder to another; `nil` when they do not.
  func depth(of path: String, below base: String) -> Int? {
    (0...folders.count).first { depth in
      path == ([base == "/" ? "" : base] + folders.prefix(depth)).joined(separator: "/")
    }
  }

  /// How many of ``folders``, at least one, a path ends with.
  func depth(byNameOf path: String) -> Int? {
    let names = path.split(separator: "/").map(String.init)
    return (1...max(1, folders.count)).last { depth in
      depth <= folders.count && names.suffix(depth).elementsEqual(folders.prefix(depth))
    }
  }
}

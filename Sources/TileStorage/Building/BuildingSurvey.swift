package import TileModel

/// What is in a building's folder that the building does not name.
package struct BuildingSurvey: Sendable {
  /// A layer definition of a floor that the building does not list.
  package struct UnlistedFloor: Hashable, Sendable {
    /// The path of the definition, relative to the building's folder.
    package let layer: String
    package let floor: LayerDefinition.Floor
  }

  /// The definitions of floors that the building does not list, by path.
  package private(set) var unlistedFloors: [UnlistedFloor] = []
  /// All other files, and folders without anything of the building; those of folders end in `/`.
  package private(set) var strays = InspectedOddities()

  /// The tiles of one floor as far as a folder on the way to them.
  fileprivate struct Way {
    let patterns: ArraySlice<PathPattern>
    var numbers = PathPattern.Numbers()
  }

  private let building: StoredBuilding
  /// The files that are named one by one.
  private var named: Set<String>

  /// Walks a building's folder.
  ///
  /// Names that begin with a dot are skipped, as file managers make such files.
  package init(
    of building: StoredBuilding, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    self.building = building
    named = Set([building.documentName] + building.files)
    var ways: [Way] = []
    for floor in building.definition.floors {
      named.insert(floor.layer)
      let document: LayerDefinitionDocument
      do throws(TileStorageError) {
        document = try building.layerDefinition(of: floor).document()
      } catch {
        // A floor whose definition cannot be had is a finding of its own.
        if error.isFinding { continue }
        throw error
      }
      let outer = floor.layer.split(separator: "/").dropLast().map(String.init)
      named.formUnion(document.files.map { (outer + [$0]).joined(separator: "/") })
      for template in [document.tilePath, document.retinaPath].compactMap(\.self) {
        let patterns =
          outer.map { PathPattern(name: $0) } + PathPattern.components(of: template)
        ways.append(Way(patterns: patterns[...]))
      }
      if document.tilePath == nil {
        named.formUnion(SiblingStore.candidates(ofDocument: floor.layer).map(\.path))
      }
    }
    try walk(ways, isCancelled)
  }

  private mutating func walk(
    _ ways: [Way], _ isCancelled: (@Sendable () -> Bool)?
  ) throws(TileStorageError) {
    var pending = [(folder: "", ways: ways)]
    while let (outer, ways) = pending.popLast() {
      if isCancelled?() ?? false { throw .cancelled(path: building.path) }
      for entry in try building.folder.entries(of: outer) where !entry.name.hasPrefix(".") {
        let path = outer.isEmpty ? entry.name : outer + "/" + entry.name
        let inner = ways.compactMap { $0.entering(entry.name) }
        if entry.kind == .directory {
          let isOnTheWay =
            inner.contains { !$0.patterns.isEmpty }
            || named.contains { $0.hasPrefix(path + "/") }
          if isOnTheWay {
            pending.append((path, inner))
          } else {
            strays.note(path + "/")
          }
        } else if !named.contains(path), !inner.contains(where: \.patterns.isEmpty) {
          try noteFile(path, isRegular: entry.kind == .file)
        }
      }
    }
  }

  private mutating func noteFile(
    _ path: String, isRegular: Bool
  ) throws(TileStorageError) {
    let limit = LayerDefinitionDocument.maximumByteCount + 1
    if isRegular, path.hasSuffix(".layer.json"),
      let bytes = try building.folder.contents(of: path, upTo: limit)
    {
      do throws(TileStorageError) {
        let found = FoundDefinition(path: building.folder.path(of: path), bytes: bytes)
        if let floor = try found.document().definition.floor {
          unlistedFloors.append(UnlistedFloor(layer: path, floor: floor))
          return
        }
      } catch {
        // A document that cannot be understood is a file like any other.
      }
    }
    strays.note(path)
  }
}

extension BuildingSurvey.Way {
  /// What remains of the way in a folder, or after a file, of a name; `nil` when it leads elsewhere.
  fileprivate func entering(_ name: String) -> Self? {
    guard let pattern = patterns.first, let matched = pattern.match(name, after: numbers) else {
      return nil
    }
    return Self(patterns: patterns.dropFirst(), numbers: matched)
  }
}

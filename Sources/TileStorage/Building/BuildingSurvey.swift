import LayerDocuments
package import TileModel

/// Foreign files and unlisted floors in a building's folder.
package struct BuildingSurvey: Sendable {
  /// A layer definition of a floor that the building does not list.
  package struct UnlistedFloor: Hashable, Sendable {
    package let layer: String
    package let floor: LayerDefinition.Floor
  }

  package private(set) var unlistedFloors: [UnlistedFloor] = []
  /// Other files, and folders without anything of the building, which end in `/`.
  package private(set) var strays = InspectedOddities()

  /// The remaining path to one floor's tiles from a folder on the way.
  fileprivate struct Way {
    let patterns: ArraySlice<PathPattern>
    var numbers = PathPattern.Numbers()
  }

  private let building: StoredBuilding
  private var named: Set<String>

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
        // A floor without a readable definition is a finding of its own.
        if error.isFinding { continue }
        throw error
      }
      let outer = floor.layer.split(separator: "/").dropLast().map(String.init)
      named.formUnion(document.files.map { (outer + [$0]).joined(separator: "/") })
      for template in [document.tilePath, document.retinaPath].compactMap(\.self) {
        let patterns = outer.map { PathPattern(name: $0) } + PathPattern.components(of: template)
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
            inner.contains { !$0.patterns.isEmpty } || named.contains { $0.hasPrefix(path + "/") }
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

  private mutating func noteFile(_ path: String, isRegular: Bool) throws(TileStorageError) {
    if isRegular, path.hasSuffix(".layer.json"),
      let found = try FoundDefinition(named: path, in: building.folder)
    {
      do throws(TileStorageError) {
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
  fileprivate func entering(_ name: String) -> Self? {
    guard let pattern = patterns.first, let matched = pattern.match(name, after: numbers) else {
      return nil
    }
    return Self(patterns: patterns.dropFirst(), numbers: matched)
  }
}

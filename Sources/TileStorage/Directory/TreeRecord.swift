import LayerDocuments
import TileModel

/// The files of a directory that this package wrote, as its documents state.
///
/// `layer.json`, or `building.json` with the definitions of its floors, names them exactly: the documents,
/// the further files, and the tile of every address. All other files are foreign.
struct TreeRecord {
  /// The tiles of one layer.
  fileprivate struct Layer {
    let base: TreePath
    let patterns: [PathPattern]
    let definition: LayerDefinition
  }

  private(set) var documents: Set<TreePath> = []
  private var files: Set<TreePath> = []
  private var folders: Set<TreePath> = []
  private var layers: [Layer] = []

  init(of root: OpenFolder, document: String? = nil) throws(TileStorageError) {
    try addLayer(TreePath("layer.json"), in: root)
    if let document { try addLayer(TreePath(document), in: root) }
    try addBuilding(in: root)
    try addEarlierPreview(in: root)
  }

  var isEmpty: Bool { documents.isEmpty }

  func contents(of path: TreePath) -> Contents {
    func names(_ paths: Set<TreePath>) -> Set<FileName> {
      Set(paths.lazy.filter { $0.parent == path }.compactMap(\.names.last))
    }
    return Contents(
      files: names(files), folders: names(folders),
      layers: layers.compactMap { layer in
        layer.pattern(below: path).map { (layer, $0.pattern, $0.known, $0.isLast) }
      })
  }

  func owns(_ path: TreePath) -> Bool {
    path.names.last.map { contents(of: path.parent).owns($0) } ?? false
  }

  private mutating func add(_ path: TreePath) {
    files.insert(path)
    folders.formUnion(path.parents)
  }

  private mutating func addLayer(_ path: TreePath, in root: OpenFolder) throws(TileStorageError) {
    guard !documents.contains(path),
      let bytes = try Self.contents(
        of: path, in: root, upTo: LayerDefinitionDocument.maximumByteCount),
      LayerDefinitionDocument.carriesMark(bytes)
    else { return }
    let document = try rethrowing(try LayerDefinitionDocument(decoding: bytes)) {
      Self.unreadable(path, in: root, $0)
    }
    documents.insert(path)
    add(path)
    for name in document.files { add(TreePath(path.parent.names + TreePath(name).names)) }
    if let template = document.tilePath {
      let retina = document.retinaPath.flatMap { path in
        document.definition.retinaLayer.map { (path, $0) }
      }
      for (template, definition) in [(template, document.definition), retina].compactMap(\.self) {
        layers.append(
          Layer(
            base: path.parent, patterns: PathPattern.components(of: template),
            definition: definition))
      }
      folders.formUnion(path.parents)
    } else {
      try addFile(besides: path, in: root)
    }
  }

  private mutating func addFile(
    besides path: TreePath, in root: OpenFolder
  ) throws(TileStorageError) {
    guard let name = path.names.last?.validText else { return }
    for candidate in SiblingStore.candidates(ofDocument: name) {
      let store = path.parent.appending(FileName(candidate.path))
      let location = "\(root.path)/\(store.text)"
      guard try FileSystem.kind(of: location, followingLinks: false) == .file,
        let file = candidate.format.file
      else { continue }
      do throws(TileStorageError) {
        // Someone who changes the file, or has, may have left more than this package wrote.
        try file.checkSurroundings(location)
        try file.checkOwnership(location)
        add(store)
      } catch {
        guard case .notReplaceable = error else { throw error }
      }
    }
  }

  private mutating func addBuilding(in root: OpenFolder) throws(TileStorageError) {
    let path = TreePath(BuildingDocument.fileName)
    guard
      let bytes = try Self.contents(of: path, in: root, upTo: BuildingDocument.maximumByteCount),
      BuildingDocument.carriesMark(bytes)
    else { return }
    let document = try rethrowing(try BuildingDocument(decoding: bytes)) {
      Self.unreadable(path, in: root, $0)
    }
    documents.insert(path)
    add(path)
    for name in document.files { add(TreePath(name)) }
    for floor in document.definition.floors { try addLayer(TreePath(floor.layer), in: root) }
  }

  private mutating func addEarlierPreview(in root: OpenFolder) throws(TileStorageError) {
    let name = "preview.html"
    guard !isEmpty, let head = try root.contents(of: FileName(name), upTo: 1024) else { return }
    let mark = "<meta name=\"generator\" content=\"TilePyramid\">"
    if String(decoding: head, as: UTF8.self).contains(mark) { add(TreePath(name)) }
  }

  private static func contents(
    of path: TreePath, in root: OpenFolder, upTo limit: Int
  ) throws(TileStorageError) -> [UInt8]? {
    guard let name = path.names.last else { return nil }
    do throws(TileStorageError) {
      return try root.folder(at: path.parent).contents(of: name, upTo: limit + 1)
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  private static func unreadable(
    _ path: TreePath, in root: OpenFolder, _ error: LayerDocumentError
  ) -> TileStorageError {
    .notReplaceable(
      path: root.path,
      found: "a \(path.text) that does not say which files are its own: "
        + error.report(at: path.text).what)
  }
}

extension TreeRecord {
  /// Files of this package in a folder.
  struct Contents {
    fileprivate let files: Set<FileName>
    fileprivate let folders: Set<FileName>
    fileprivate let layers:
      [(layer: Layer, pattern: PathPattern, known: PathPattern.Numbers, isLast: Bool)]

    func owns(_ name: FileName) -> Bool {
      layers.contains { layer, pattern, known, isLast in
        guard isLast, let numbers = pattern.match(name, after: known) else { return false }
        return layer.owns(numbers)
      } || files.contains(name)
    }

    func ownsFolder(_ name: FileName) -> Bool {
      layers.contains { layer, pattern, known, isLast in
        guard !isLast, let numbers = pattern.match(name, after: known) else { return false }
        return layer.ownsFolder(numbers)
      } || folders.contains(name)
    }
  }
}

extension TreeRecord.Layer {
  fileprivate func owns(_ numbers: PathPattern.Numbers) -> Bool {
    guard let tile = numbers.tile(in: definition.scheme), definition.coverage.contains(tile) else {
      return false
    }
    // A tile has the extension with which new files are written.
    guard let ending = numbers.ending else { return true }
    return TileFormat.extensions[ending] == definition.format(of: tile).rawValue
  }

  fileprivate func ownsFolder(_ numbers: PathPattern.Numbers) -> Bool {
    if let ending = numbers.ending {
      let format = TileFormat(rawValue: TileFormat.extensions[ending])
      guard [.png, .jpeg].contains(format) else { return false }
    }
    return definition.coverage.levels.contains { $0.holdsTile(numbers, definition.scheme) }
  }

  fileprivate func pattern(
    below path: TreePath
  ) -> (pattern: PathPattern, known: PathPattern.Numbers, isLast: Bool)? {
    let depth = path.names.count - base.names.count
    guard patterns.indices.contains(depth), path.names.starts(with: base.names) else { return nil }
    var numbers = PathPattern.Numbers()
    for (pattern, name) in zip(patterns, path.names[base.names.count...]) {
      guard let matched = pattern.match(name, after: numbers) else { return nil }
      numbers = matched
    }
    return (patterns[depth], numbers, depth == patterns.count - 1)
  }
}

extension TileCoverage.Level {
  fileprivate func holdsTile(
    _ numbers: PathPattern.Numbers, _ scheme: LayerDefinition.Scheme
  ) -> Bool {
    if let zoom = numbers.zoom, zoom != self.zoom { return false }
    if let row = numbers.row {
      let y = scheme == .xyz ? row : (1 << self.zoom) - 1 - row
      if let column = numbers.column { return contains(x: column, y: y) }
      return rows.contains { $0.y == y }
    }
    guard let column = numbers.column else { return true }
    return rows.contains { contains(x: column, y: $0.y) }
  }
}

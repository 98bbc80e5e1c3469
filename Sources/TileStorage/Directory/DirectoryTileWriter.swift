import Hashing
import LayerDocuments
import Platform
package import TileModel

/// Writes tiles as files of a directory, with their layer definition at its root.
///
/// Tiles go into a hidden staging folder that is renamed at the end. ``OutputTree`` states what survives a
/// power failure. One that can be resumed keeps a journal of tiles, by which a later build returns to the
/// end of a row of blocks.
///
/// ``begin(_:at:)`` leaves creating a file, the slowest step, to any thread. With hard links it does not:
/// whether a tile is a link depends on earlier tiles.
package final class DirectoryTileWriter: TileWriter, PartialOutput, @unchecked Sendable {
  // SAFETY: the protocol confines a writer to one thread at a time.

  package struct Layout: Hashable, Sendable {
    /// Path of a tile relative to the root.
    ///
    /// `{ext}` in it is the format of the tile's bytes.
    package var template: TileTemplate
    package var retinaTemplate: TileTemplate?
    package var scheme: LayerDefinition.Scheme
    package var hardLinks: Bool
    package var layerFile: String

    package init(
      template: TileTemplate, retinaTemplate: TileTemplate? = nil,
      scheme: LayerDefinition.Scheme = .xyz, hardLinks: Bool = false,
      layerFile: String = "layer.json"
    ) {
      self.retinaTemplate = retinaTemplate
      self.template = template
      self.scheme = scheme
      self.hardLinks = hardLinks
      self.layerFile = layerFile
    }
  }

  private let tree: OutputTree
  private let publishes: Bool
  private let stateName: String
  private let layout: Layout
  private var placedFiles: [String] = []
  private var links: SharedTileLinks?
  private var summary = TilesetSummary()
  private var journal: TileJournal?
  private var isResumed = false
  package var resumption: Resumption?

  package convenience init(
    path: String, layout: Layout, overwrite: Bool = false, keepingOthers: Bool = false,
    use: PartialOutputUse = .discarded
  ) throws(TileStorageError) {
    try Self.validate(layout)
    let tree = try OutputTree(
      path: path, overwrite: overwrite, keepingOthers: keepingOthers, adopting: use == .resumed)
    self.init(tree, publishes: true, layout: layout, links: SharedTileLinks())
    if use == .kept { journal = try openJournal() }
  }

  /// Starts one layer of a tree that the caller publishes after its last layer; `nil` keeps shared files within it.
  package convenience init(
    in tree: OutputTree, layout: Layout, links: SharedTileLinks? = nil, name: String = "",
    use: PartialOutputUse = .discarded
  ) throws(TileStorageError) {
    try Self.validate(layout)
    self.init(
      tree, publishes: false, layout: layout, links: links ?? SharedTileLinks(),
      stateName: "layer-\(name).")
    if use == .kept { try startOver(after: nil) }
  }

  private init(
    _ tree: OutputTree, publishes: Bool, layout: Layout, links: SharedTileLinks,
    stateName: String = ""
  ) {
    self.stateName = stateName
    self.tree = tree
    self.publishes = publishes
    self.layout = layout
    self.links = layout.hardLinks ? links : nil
  }

  private static func validate(_ layout: Layout) throws(TileStorageError) {
    try TilePathRules.validate(layout.template)
    if let template = layout.retinaTemplate { try TilePathRules.validate(template) }
    try TilePathRules.validate(path: layout.layerFile)
  }

  package func write(_ tile: TileFile, at coordinate: TileCoordinate) throws(TileStorageError) {
    try begin(tile, at: coordinate)?()
  }

  /// Lists one encoded tile, and leaves creating its file to any thread unless files are shared.
  package func begin(
    _ tile: TileFile, at coordinate: TileCoordinate
  ) throws(TileStorageError) -> Remainder? {
    let name = path(of: coordinate, tile.format, isRetina: tile.isRetina)
    if let links {
      let isLink = try links.withPaths { (paths) throws(TileStorageError) in
        if try linkToEqual(tile, at: coordinate, named: name, among: &paths) { return true }
        try list(tile, at: coordinate, isLink: false)
        try tree.create(name, for: coordinate, containing: tile.bytes)
        return false
      }
      note(tile.bytes.count, isLink: isLink)
      return nil
    }
    try list(tile, at: coordinate, isLink: false)
    note(tile.bytes.count, isLink: false)
    return { [tree] () throws(TileStorageError) in
      // A file that is kept gets a second name, until the folder that has the first is replaced.
      if case .file(let path)? = tile.origin, try tree.link(file: path, as: name) { return }
      try tree.create(name, for: coordinate, containing: tile.bytes)
    }
  }

  private func path(of tile: TileCoordinate, _ format: TileFormat?, isRetina: Bool) -> String {
    let template = isRetina ? layout.retinaTemplate ?? layout.template : layout.template
    return template.expanded(for: tile, scheme: layout.scheme, format: format ?? .png)
  }

  private func path(of entry: TileJournal.Entry) -> String {
    path(of: entry.tile, entry.format, isRetina: entry.isRetina)
  }

  private func note(_ byteCount: Int, isLink: Bool) {
    summary.tileCount += 1
    summary.tileBytes += byteCount
    if isLink { return }
    summary.distinctTileCount += 1
    summary.storedBytes += byteCount
  }

  private func list(
    _ tile: TileFile, at coordinate: TileCoordinate, isLink: Bool
  ) throws(TileStorageError) {
    try journal?.append(
      TileJournal.Entry(
        tile: coordinate, content: tile.hash, byteCount: tile.bytes.count, format: tile.format,
        isLink: isLink, isRetina: tile.isRetina))
  }

  package func place(_ bytes: [UInt8], named name: String) throws(TileStorageError) {
    // An earlier build may have been stopped between this and its end.
    if isResumed { try tree.remove(name) }
    try tree.place(bytes, named: name)
    placedFiles.append(name)
    summary.storedBytes += bytes.count
  }

  /// Does nothing: every file is complete as soon as it is written.
  package func commit() throws(TileStorageError) {}

  /// Publishes the tileset under its final name, in one step, or leaves that to the owner of its tree.
  package func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    precondition(definition.scheme == layout.scheme, "the definition is of another scheme")
    let document = LayerDefinitionDocument(
      definition, tilePath: layout.template, retinaPath: layout.retinaTemplate,
      files: placedFiles.sorted())
    let text = try document.encoded(for: tree.path + "/" + layout.layerFile)
    try tree.place(text, named: layout.layerFile)
    summary.storedBytes += text.count
    if publishes {
      try record(text, of: tree.shown(""))
      summary.leftOver = try tree.publish { () throws(TileStorageError) in try endResumption() }
    }
    return summary
  }

  /// Removes all written files, but leaves a shared tree to its owner.
  package func abandon() { if publishes { tree.abandon() } }

  private func linkToEqual(
    _ tile: TileFile, at coordinate: TileCoordinate, named name: String,
    among paths: inout ContentIndex<String>
  ) throws(TileStorageError) -> Bool {
    if let existing = paths.location(of: tile.hash) {
      // The bytes are compared because equal hashes only make equal contents likely.
      guard try tree.holds(tile.bytes, at: existing) else { return false }
      try list(tile, at: coordinate, isLink: true)
      switch try tree.link(existing, as: name) {
      case 0: return true
      case EEXIST: throw .duplicateTile(coordinate, path: tree.shown(name))
      case EMLINK: break
      case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS:
        // The file system has no hard links, so there is no use in trying again.
        links = nil
        return false
      case let code: throw .system(operation: "link", path: tree.shown(name), code: code)
      }
    }
    paths.remember(tile.hash, at: name)
    return false
  }

  // MARK: Partial output

  package var staging: StagingFolder { tree.staging }

  package var logName: String { stateName + StagingFolder.logName }

  package var ownIdentity: BuildIdentity { Self.identity(of: layout) }

  static func identity(of layout: Layout) -> BuildIdentity {
    var identity = BuildIdentity()
    identity.add("`tilePath`", layout.template.text)
    identity.add("the paths of retina tiles", layout.retinaTemplate?.text)
    identity.add("`scheme`", layout.scheme.rawValue)
    identity.add("`hardLinks`", layout.hardLinks ? "given" : "not given")
    return identity
  }

  /// Number of valid journal entries: all files that they name are complete.
  package func save() throws(TileStorageError) -> [Int] { [journal?.count ?? 0] }

  package func restore(
    _ saved: [Int], isCancelled: @escaping @Sendable () -> Bool
  ) throws(TileStorageError) -> PyramidRecord {
    let journal = try openJournal()
    let record = try adopt(saved.first ?? -1, of: journal, isCancelled: isCancelled)
    self.journal = journal
    isResumed = true
    return record
  }

  /// Throws for a layer of a shared tree, since the other layers may be sound.
  package func startOver(after damage: TileStorageError?) throws(TileStorageError) {
    if publishes {
      summary = TilesetSummary()
      links = layout.hardLinks ? SharedTileLinks() : nil
      try tree.startOver(after: damage)
    } else if let damage {
      throw damage
    }
    let journal = try openJournal()
    // A layer of a shared tree may have tiles before its first row of blocks was finished.
    try removeTiles(listedIn: journal, from: 0)
    self.journal = journal
  }

  package func leave() -> Bool {
    if publishes { tree.leave() }
    return publishes
  }

  private func openJournal() throws(TileStorageError) -> TileJournal {
    try TileJournal(path: tree.staging.path(stateName + "tiles.journal"))
  }

  private func removeTiles(
    listedIn journal: TileJournal, from first: Int
  ) throws(TileStorageError) {
    try journal.forEach(from: first, to: journal.count) { entry throws(TileStorageError) in
      try tree.remove(path(of: entry))
    }
    try tree.remove(layout.layerFile)
    try journal.truncate(to: first)
  }

  /// Confirms every listed tile, restores the state in memory, and removes later files.
  private func adopt(
    _ count: Int, of journal: TileJournal, isCancelled: () -> Bool
  ) throws(TileStorageError) -> PyramidRecord {
    var record = PyramidRecord()
    guard (0...journal.count).contains(count) else {
      throw .savedWorkDamaged(path: tree.staging.path, reason: "its list of tiles is too short")
    }
    try removeTiles(listedIn: journal, from: count)
    var pending: TileJournal.Entry?
    func addPending() throws(TileStorageError) {
      guard let entry = pending else { return }
      pending = nil
      if !entry.isLink {
        let name = path(of: entry)
        try links?.withPaths { (paths) throws(TileStorageError) in
          paths.remember(entry.content, at: name)
        }
      }
      note(entry.byteCount, isLink: entry.isLink)
      record.add(
        entry.content, byteCount: entry.byteCount, at: entry.tile, format: entry.format,
        isRetina: entry.isRetina)
    }
    try journal.forEach(from: 0, to: count) { entry throws(TileStorageError) in
      if pending?.tile != entry.tile || pending?.isRetina != entry.isRetina { try addPending() }
      pending = entry
      _ = try links?.withPaths { (paths) throws(TileStorageError) in
        paths.location(of: entry.content)
      }
      if isCancelled() {
        throw .system(operation: "resume", path: tree.staging.path, code: ECANCELED)
      }
      try confirm(entry)
    }
    try addPending()
    return record
  }

  private func confirm(_ entry: TileJournal.Entry) throws(TileStorageError) {
    let name = path(of: entry)
    let bytes: [UInt8]
    do throws(TileStorageError) {
      bytes = try tree.contents(of: name, upTo: entry.byteCount + 1)
    } catch {
      guard case .system(_, _, ENOENT) = error else { throw error }
      throw .savedWorkDamaged(path: tree.shown(name), reason: "the tile \(name) is missing")
    }
    guard bytes.count == entry.byteCount, Hash128(hashing: bytes) == entry.content else {
      throw .savedWorkDamaged(path: tree.shown(name), reason: "the tile \(name) was changed")
    }
  }
}

extension OutputTree {
  fileprivate func create(
    _ name: String, for tile: TileCoordinate, containing bytes: [UInt8]
  ) throws(TileStorageError) {
    guard try create(name, containing: bytes) else {
      throw .duplicateTile(tile, path: shown(name))
    }
  }
}

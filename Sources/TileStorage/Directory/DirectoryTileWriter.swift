#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
public import TileModel

/// Writes tiles as files of a directory, with their layer definition at its root.
///
/// Tiles go straight into a hidden folder beside the output, which takes the output's name when all
/// is complete; see ``OutputTree`` for what survives a kill or a power failure.
public final class DirectoryTileWriter: TileWriter, @unchecked Sendable {
  // SAFETY: the protocol confines a writer to one thread at a time.

  /// How a directory of tiles is laid out.
  public struct Layout: Hashable, Sendable {
    /// The path of a tile, relative to the root.
    public var template: TileTemplate
    /// How rows are counted in paths.
    public var scheme: LayerDefinition.Scheme
    /// Whether identical tiles share one file through hard links.
    public var hardLinks: Bool
    /// The name of the layer definition, relative to the root.
    public var layerFile: String

    /// Creates a layout.
    public init(
      template: TileTemplate, scheme: LayerDefinition.Scheme = .xyz, hardLinks: Bool = false,
      layerFile: String = "layer.json"
    ) {
      self.template = template
      self.scheme = scheme
      self.hardLinks = hardLinks
      self.layerFile = layerFile
    }
  }

  private let tree: OutputTree
  private let publishes: Bool
  private let layout: Layout
  private let extraFiles: [String: [UInt8]]
  private var links: SharedTileLinks?
  private var summary = TilesetSummary()

  /// Starts a directory that is to appear at `path`.
  ///
  /// - Parameters:
  ///   - path: The final path of the directory.
  ///   - layout: The layout.
  ///   - overwrite: Whether a directory of this package that is there is replaced.
  ///   - extraFiles: The contents of further files by relative path.
  /// - Throws: What ``TilePathRules/validate(_:)`` and ``OutputTree/init(path:overwrite:)`` throw.
  public convenience init(
    path: String, layout: Layout, overwrite: Bool = false, extraFiles: [String: [UInt8]] = [:]
  ) throws(TileStorageError) {
    try Self.validate(layout, extraFiles)
    let tree = try OutputTree(path: path, overwrite: overwrite)
    self.init(
      tree, publishes: true, layout: layout, links: SharedTileLinks(), extraFiles: extraFiles)
  }

  /// Starts one layer of a tree that the caller publishes when all of its layers are finished.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - layout: The layout.
  ///   - links: With hard links, what layers of the tree share their files through; `nil` keeps them
  ///     within this layer.
  /// - Throws: What ``TilePathRules/validate(_:)`` throws.
  public convenience init(
    in tree: OutputTree, layout: Layout, links: SharedTileLinks? = nil
  ) throws(TileStorageError) {
    try Self.validate(layout, [:])
    self.init(
      tree, publishes: false, layout: layout, links: links ?? SharedTileLinks(), extraFiles: [:])
  }

  private init(
    _ tree: OutputTree, publishes: Bool, layout: Layout, links: SharedTileLinks,
    extraFiles: [String: [UInt8]]
  ) {
    self.tree = tree
    self.publishes = publishes
    self.layout = layout
    self.extraFiles = extraFiles
    self.links = layout.hardLinks ? links : nil
  }

  private static func validate(
    _ layout: Layout, _ extraFiles: [String: [UInt8]]
  ) throws(TileStorageError) {
    try TilePathRules.validate(layout.template)
    try TilePathRules.validate(path: layout.layerFile)
    for name in extraFiles.keys { try TilePathRules.validate(path: name) }
  }

  /// Adds one encoded tile.
  ///
  /// - Throws: ``TileStorageError/duplicateTile(_:path:)`` or
  ///   ``TileStorageError/system(operation:path:code:)``.
  public func write(
    _ tile: [UInt8], at coordinate: TileCoordinate
  ) throws(TileStorageError) {
    let name = layout.template.expanded(for: coordinate, scheme: layout.scheme)
    if let links {
      try links.withPaths { (paths) throws(TileStorageError) in
        if try !linkToEqual(tile, at: coordinate, named: name, among: &paths) {
          try create(tile, at: coordinate, named: name)
        }
      }
    } else {
      try create(tile, at: coordinate, named: name)
    }
    summary.tileCount += 1
    summary.tileBytes += tile.count
  }

  private func create(
    _ tile: [UInt8], at coordinate: TileCoordinate, named name: String
  ) throws(TileStorageError) {
    guard try tree.create(name, containing: tile) else {
      throw .duplicateTile(coordinate, path: tree.shown(name))
    }
    summary.distinctTileCount += 1
    summary.storedBytes += tile.count
  }

  /// Adds a file beside the tiles, which is published with them.
  ///
  /// - Throws: What ``OutputTree/place(_:named:)`` throws.
  public func place(_ bytes: [UInt8], named name: String) throws(TileStorageError) {
    try tree.place(bytes, named: name)
    summary.storedBytes += bytes.count
  }

  /// Does nothing: every file is complete as soon as it is written.
  public func checkpoint() throws(TileStorageError) {}

  /// Writes the layer definition and the further files; publishes the directory unless its tree is
  /// shared with other layers.
  public func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    precondition(definition.scheme == layout.scheme, "the definition is of another scheme")
    let document = LayerDefinitionDocument(definition, tilePath: layout.template)
    let text = try document.encoded(for: tree.path + "/" + layout.layerFile)
    try tree.place(text, named: layout.layerFile)
    for (name, bytes) in extraFiles.sorted(by: { $0.key < $1.key }) {
      try tree.place(bytes, named: name)
    }
    if publishes { try tree.publish() }
    summary.storedBytes += text.count
    return summary
  }

  /// Removes what was written; leaves a tree shared with other layers to its owner.
  public func abandon() {
    if publishes { tree.abandon() }
  }

  /// Links a tile to an equal one written before; returns whether there was one that took the link.
  private func linkToEqual(
    _ tile: [UInt8], at coordinate: TileCoordinate, named name: String,
    among paths: inout ContentIndex<String>
  ) throws(TileStorageError) -> Bool {
    let content = ContentHash(tile)
    if let existing = paths.place(of: content) {
      // The bytes are compared because equal hashes only make equal contents likely.
      guard try tree.holds(tile, at: existing) else { return false }
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
    paths.remember(content, at: name)
    return false
  }
}

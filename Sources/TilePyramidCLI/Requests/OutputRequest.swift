import TileModel
import TilePyramid
import TileStorage

/// Where tiles go and how they are named.
struct OutputRequest: Hashable, Sendable {
  var path: String
  var kind: TileStoreKind
  /// How tiles are named in a folder.
  var template: TileTemplate
  var scheme: LayerDefinition.Scheme
  var overwrite: Bool
  /// Whether the tiles that are there are kept where they come out the same.
  var update: Bool
  /// Whether what others put into the folder that is replaced goes over into the new one.
  var keepOthers: Bool
  var hardLinks: Bool
  /// Whether what is there may be replaced.
  var replaces: Bool { overwrite || update }
  /// Whether a page that shows the tiles goes beside them.
  var preview: Bool

  init(_ options: OutputOptions, floor: String?, format: TileFormatChoice) throws {
    guard !options.output.isEmpty else {
      throw UsageError.invalidValue(option: "--output", found: "\"\"", expected: "a path")
    }
    path = options.output
    kind = try TileStoreKind(newOutput: path)
    scheme = try OptionValue.choice(options.scheme, option: "--scheme")
    template = try TileTemplate(
      path: options.path ?? "{z}/{x}/{y}.{ext}", floor: floor,
      format: format.tileFormat)
    overwrite = options.overwrite
    update = options.update
    keepOthers = options.keepOthers
    hardLinks = options.hardLinks
    preview = options.preview
    if format == .hybrid {
      guard kind == .directory else {
        throw UsageError.invalidValue(
          option: "--format", found: format.rawValue,
          expected: "png, jpeg or webp, since an MBTiles file has one format for all tiles")
      }
      guard template.namesFormat else {
        throw UsageError.missing(
          "{ext} in --path", neededBy: "--format hybrid",
          example: "a template such as {z}/{x}/{y}.{ext}")
      }
    }
    guard kind == .mbtiles else { return }
    // MBTiles has one naming and one row order of its own.
    if options.path != nil {
      throw UsageError.noEffect("--path", reason: "an MBTiles file has no paths of tiles")
    }
    if keepOthers {
      throw UsageError.noEffect("--keep-others", reason: "an MBTiles file holds nothing of others")
    }
    if hardLinks {
      throw UsageError.noEffect("--hard-links", reason: "an MBTiles file shares equal tiles anyway")
    }
    if preview { throw UsageError.previewOfDatabase(path: path) }
  }
}

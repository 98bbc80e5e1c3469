package import TileModel
public import TileStorage

/// The destination of a build's tiles, and the treatment of an existing output.
public struct BuildOutput: Hashable, Sendable {
  /// The treatment of an existing output.
  public enum Existing: Hashable, Sendable {
    /// The build is refused.
    case refuse
    /// It is replaced, if this package made it and it holds nothing else.
    case overwrite
    /// It is replaced, and tiles that come out the same keep their bytes.
    case update
  }

  /// The folder to make, or the file.
  public var path: String
  /// The format of the store.
  public var kind: StoreFormat
  /// The treatment of an existing output.
  public var existing: Existing
  /// Whether foreign files in a replaced folder are carried over into the new one.
  public var keepsOthers = false
  /// Whether equal tiles of a folder are one file, by hard links.
  public var hardLinks = false
  /// Whether a page that shows the tiles of a folder in a browser goes beside them.
  public var preview = false
  /// Whether an unfinished build of the same output is resumed, and a complete one left as it is.
  ///
  /// Otherwise unfinished work is deleted.
  public var resumes = false

  /// A folder of tiles, with the layer definition in it.
  public static func directory(_ path: String, existing: Existing = .refuse) -> BuildOutput {
    BuildOutput(path: path, kind: .directory, existing: existing)
  }

  /// One file, of the format that its extension asks for, with the layer definition beside it.
  ///
  /// - Throws: `TileStorageError.formatNotWritten(path:ending:)` for another extension.
  public static func file(
    _ path: String, existing: Existing = .refuse
  ) throws(TileStorageError) -> BuildOutput {
    let format = try StoreFormat(newOutput: path)
    guard format.isFile else {
      throw .formatNotWritten(
        path: path, ending: "file without \(StoreFormat.fileEndings) as its ending")
    }
    return BuildOutput(path: path, kind: format, existing: existing)
  }

  package var replaces: Bool { existing != .refuse }

  func check(_ format: TileFormat) throws(FailureReport) {
    guard kind.holds(format) else {
      throw FailureReport(
        .badInput, "\(kind.noun) cannot hold \(format.details?.title ?? format.rawValue) tiles",
        expected: "\(kind.formatNames), the formats that the standard of \(kind.title) knows",
        nextStep: "write a folder or another file of tiles, or build with another `format`")
    }
  }

  package func check(store: StoreFormat) throws(FailureReport) {
    if store.isFile {
      if keepsOthers, kind.isFile {
        throw .noEffect("`keepsOthers`", reason: "\(store.noun) holds nothing of others")
      }
      if hardLinks {
        throw .noEffect("`hardLinks`", reason: "\(store.noun) shares equal tiles anyway")
      }
      if preview { throw .previewOfFile(path: path, store) }
    }
    if keepsOthers, !replaces { throw .keepsOthersOfNothing }
    if existing == .update, resumes { throw .resumedUpdate }
  }
}

extension FailureReport {
  package static let keepsOthersOfNothing = FailureReport(
    .badInput, "`keepsOthers` needs `overwrite` or `update`",
    expected: "`overwrite` `keepsOthers`", nextStep: "add `overwrite` or `update`")

  package static let resumedUpdate = FailureReport(
    .badInput, "`update` and `resumes` exclude each other",
    found: "an update that was stopped leaves no work to resume", nextStep: "keep one of them")

  package static func previewOfFile(path: String, _ store: StoreFormat) -> FailureReport {
    FailureReport(
      .badInput, "`preview` shows tiles that are files", at: path,
      found: "\(store.title), which a browser cannot read from the disk",
      nextStep: "leave `preview` out and see the tiles with tilepyramid serve \(path)")
  }

  package static func hybridStore(_ store: StoreFormat) -> FailureReport {
    FailureReport(
      .badInput, "`format` has a value that it does not take", found: "hybrid",
      expected: "\(store.formatNames), since \(store.noun) has one format for all tiles",
      nextStep: "give `format` one of these, or write a folder or a GeoPackage")
  }

  package static func imageGridStore(_ store: StoreFormat) -> FailureReport {
    FailureReport(
      .badInput, "\(store.noun) cannot hold tiles of an image that is nowhere on the globe",
      found: "`grid` image", expected: "a folder of tiles, MBTiles or PMTiles",
      nextStep: "write one of these, or state where the image is")
  }

  package static func tooDeep(_ store: StoreFormat, zoom: Int) -> FailureReport {
    FailureReport(
      .badInput, "\(store.noun) cannot hold zoom \(zoom)", found: "zoom \(zoom)",
      expected: "a zoom of 0 to \(store.maximumZoom)",
      nextStep: "give `maximumZoom`, or write a folder or another file of tiles")
  }

  package static func hybridWithoutExtension(_ parameter: String, example: String) -> FailureReport
  {
    FailureReport(
      .badInput, "`format` hybrid needs {ext} in \(parameter)",
      expected: "a template such as \(example)", nextStep: "add {ext} in \(parameter)")
  }
}

public import TileModel

/// A way to store a tileset: what it is called, and how its stores are recognized, read and examined.
///
/// The known formats are those of ``all``. A format that is also written has a line in
/// ``SingleFilePublishers`` besides.
public struct StoreFormat: Sendable {
  /// The name in manifests and reports, such as `mbtiles`.
  public let rawValue: String
  /// The name in texts for people, such as `MBTiles`.
  public let title: String
  /// One store of the format in a sentence, such as `an MBTiles file`.
  public let noun: String
  /// Whether one store can hold tiles of several formats.
  public let holdsMixedFormats: Bool
  /// The formats of tiles that the standard of such stores knows; `nil` where it knows any.
  var tileFormats: [TileFormat]?
  /// Whether a store can hold tiles of an image that is nowhere on the globe.
  package var holdsImageGrids = true
  /// The deepest zoom that a store can hold.
  public let maximumZoom: Int
  /// What is known of stores that are one file; `nil` for a folder in which each tile is a file.
  let file: StoreFileRules?
  /// Opens a store of the format.
  let open: Opener
  /// Examines a store of the format.
  let inspect: Inspector

  /// Opens the store at a path; asks often whether reading is to stop.
  typealias Opener =
    @Sendable (
      _ path: String, _ isCancelled: (@Sendable () -> Bool)?
    ) throws(TileStorageError) -> any TileReader

  /// Examines a store, and finds the layer definition that belongs to it.
  typealias Inspector =
    @Sendable (
      InspectionRequest
    ) throws(TileStorageError) -> (contents: any InspectedStore, definition: DefinitionReading)

  /// The name of the layer definition of a layer among others in a folder.
  ///
  /// - Parameter name: What tells the layer from others, without an extension.
  /// - Returns: A name that ends in `.layer.json`.
  public func documentName(ofLayer name: String) -> String {
    file.map { $0.documentName(of: "\(name).\($0.fileExtension)") } ?? "\(name).layer.json"
  }

  /// The formats that are one file, in a sentence: `a PMTiles, GeoPackage or MBTiles file`.
  public static let anyFile: String = "a \(all.filter(\.isFile).map(\.title).alternatives) file"

  /// How the names of stores that are written and are one file end, in a sentence: `.pmtiles, .gpkg or .mbtiles`.
  public static let fileEndings: String =
    written.compactMap { format in format.file.map { "." + $0.fileExtension } }.alternatives

  /// Whether a store can hold tiles of a format, or of several where there is none.
  public func holds(_ format: TileFormat?) -> Bool {
    guard let format else { return holdsMixedFormats }
    return tileFormats?.contains(format) ?? true
  }

  /// The names of the formats that tiles can have, in a sentence: `png, jpeg or webp`.
  public var formatNames: String {
    TileFormatDescription.all.filter { holds($0.format) }.map(\.name).alternatives
  }

  /// Whether a store is one file, with the layer definition beside it.
  public var isFile: Bool { file != nil }
}

/// What is known of the stores of a format that are one file.
struct StoreFileRules: Sendable {
  /// The extension of names, in lower case and without a dot.
  let fileExtension: String
  /// Whether the name of the layer definition beside a file has the extension too, so that files of several
  /// formats can have one name.
  let documentKeepsExtension: Bool
  /// How every file begins.
  let signature: ByteSignature
  /// Whether a file that begins so has the tables of the format, where others begin so too.
  var holdsTables: (@Sendable (_ path: String) throws(TileStorageError) -> Bool)?
  /// How the names of files continue that the format keeps beside a store while it is changed.
  let companionEndings: [String]
  /// Confirms that a file was written by this package.
  ///
  /// Throws ``TileStorageError/notReplaceable(path:found:)``, or why the file cannot be read.
  let checkOwnership: @Sendable (_ path: String) throws(TileStorageError) -> Void
  /// Confirms that nothing beside a path would damage a new store there.
  ///
  /// Throws ``TileStorageError/notReplaceable(path:found:)``.
  let checkSurroundings: @Sendable (_ path: String) throws(TileStorageError) -> Void
  /// Opens a file of which images are to be copied by the numbers that its reader gave them.
  let openImages: @Sendable (_ path: String) throws(TileStorageError) -> any StoredImages

  /// The path of the layer definition beside a file.
  ///
  /// It is `NAME.layer.json` of `NAME.EXTENSION`, or `NAME.EXTENSION.layer.json`, as the format has it.
  func document(beside file: OutputPath) -> String {
    "\(file.folder)/\(documentName(of: file.name))"
  }

  /// The name of the layer definition beside a file, whose name need not have the extension.
  func documentName(of name: String) -> String {
    let isCut = !documentKeepsExtension && name.lowercased().hasSuffix("." + fileExtension)
    return (isCut ? String(name.dropLast(fileExtension.count + 1)) : name) + ".layer.json"
  }
}

/// What is examined.
struct InspectionRequest: Sendable {
  /// The store.
  let path: String
  /// A layer definition that counts instead of the one of the store.
  let definition: FoundDefinition?
  /// How rows are counted in the names of a directory without a layer definition.
  let scheme: TileScheme?
  /// The folder of scratch files.
  let scratch: String
  /// Asked often, from any thread; the examination then stops.
  let isCancelled: (@Sendable () -> Bool)?
}

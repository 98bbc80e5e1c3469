public import TileModel

/// A way to store a tileset, with its name, its recognition, its reader and its inspection.
///
/// ``all`` lists the known formats. A single-file format that is also written has a ``StoreFileRules/publisher``.
public struct StoreFormat: Sendable {
  /// The name in manifests and reports, such as `mbtiles`.
  public let rawValue: String
  /// The name in texts for users, such as `MBTiles`.
  public let title: String
  /// One store of the format in a sentence, such as `an MBTiles file`.
  public let noun: String
  /// Whether one store can hold tiles of several formats.
  public let holdsMixedFormats: Bool
  var tileFormats: [TileFormat]?
  package var holdsImageGrids = true
  /// The deepest zoom that a store can hold.
  public let maximumZoom: Int
  let file: StoreFileRules?
  /// Opens a store of the format.
  let open: Opener
  let inspect: Inspector

  /// Opens the store at a path.
  typealias Opener =
    @Sendable (_ path: String, _ isCancelled: (@Sendable () -> Bool)?) throws(TileStorageError) ->
    any TileReader

  /// Inspects a store, and finds its layer definition.
  typealias Inspector =
    @Sendable (
      InspectionRequest
    ) throws(TileStorageError) -> (contents: any InspectedStore, definition: DefinitionReading)

  /// Name of the layer definition of a layer among others in a folder.
  ///
  /// - Parameter name: A unique name without an extension.
  /// - Returns: A name that ends in `.layer.json`.
  public func documentName(ofLayer name: String) -> String {
    file.map { $0.documentName(of: "\(name).\($0.fileExtension)") } ?? "\(name).layer.json"
  }

  /// The formats that are one file, in a sentence: `a PMTiles, GeoPackage or MBTiles file`.
  public static let anyFile: String = "a \(all.filter(\.isFile).map(\.title).alternatives) file"

  /// Extensions of writable single-file stores in a sentence: `.pmtiles, .gpkg or .mbtiles`.
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

/// Rules for single-file stores of a format.
struct StoreFileRules: Sendable {
  let fileExtension: String
  /// True if the layer definition's name keeps the extension, so that files of several formats can share a
  /// name.
  let documentKeepsExtension: Bool
  let signature: ByteSignature
  var holdsTables: (@Sendable (_ path: String) throws(TileStorageError) -> Bool)?
  let companionEndings: [String]
  /// Confirms that a file was written by this package.
  ///
  /// Throws ``TileStorageError/notReplaceable(path:found:)``, or an error of reading.
  let checkOwnership: @Sendable (_ path: String) throws(TileStorageError) -> Void
  /// Confirms that no file beside a path would damage a new store there.
  ///
  /// Throws ``TileStorageError/notReplaceable(path:found:)``.
  let checkSurroundings: @Sendable (_ path: String) throws(TileStorageError) -> Void
  /// `nil` for a format that is only read.
  var publisher: SingleFilePublisher?

  func document(beside file: OutputPath) -> String {
    "\(file.folder)/\(documentName(of: file.name))"
  }

  func documentName(of name: String) -> String {
    let isCut = !documentKeepsExtension && name.lowercased().hasSuffix("." + fileExtension)
    return (isCut ? String(name.dropLast(fileExtension.count + 1)) : name) + ".layer.json"
  }
}

/// Inputs of an inspection.
struct InspectionRequest: Sendable {
  let path: String
  let definition: FoundDefinition?
  let scheme: TileScheme?
  let scratch: String
  /// Called often, from any thread.
  let isCancelled: (@Sendable () -> Bool)?
}

import TileModel

/// A way to store a tileset: what it is called, and how its stores are recognized, read and examined.
///
/// The known formats are those of ``all``. A format that is also written has a line in
/// ``StoreWriters`` besides.
public struct StoreFormat: Sendable {
  /// The name in manifests and reports, such as `mbtiles`.
  public let rawValue: String
  /// The name in texts for people, such as `MBTiles`.
  public let title: String
  /// One store of the format in a sentence, such as `an MBTiles file`.
  public let noun: String
  /// Whether one store can hold tiles of several formats.
  public let holdsMixedFormats: Bool
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

  /// The formats that are one file, in a sentence: `a PMTiles, GeoPackage or MBTiles file`.
  public static let anyFile: String = "a \(list(all.filter(\.isFile).map(\.title))) file"

  /// How the names of stores that are one file end, in a sentence: `.pmtiles, .gpkg or .mbtiles`.
  public static let fileEndings: String = list(files.map { "." + $0.fileExtension })

  private static func list(_ words: [String]) -> String {
    let (rest, last) = (words.dropLast().joined(separator: ", "), words.last ?? "")
    return rest.isEmpty ? last : "\(rest) or \(last)"
  }

  /// Whether a store is one file, with the layer definition beside it.
  public var isFile: Bool { file != nil }
}

/// What is known of the stores of a format that are one file.
struct StoreFileRules: Sendable {
  /// The extension of names, in lower case and without a dot.
  let fileExtension: String
  /// How every file begins.
  let signature: ByteSignature
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

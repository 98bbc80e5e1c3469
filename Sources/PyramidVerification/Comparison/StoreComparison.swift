import TileImaging
public import TileModel
import TileStorage

/// The choices of a caller about how stores are compared.
public struct StoreComparisonOptions: Hashable, Sendable {
  /// True to compare decoded samples where bytes differ, so that equal samples are no change.
  public var comparesSamples = false
  /// The scheme of rows in the names of directories without a layer definition.
  public var scheme: TileScheme?
  /// The threads that compare.
  public var threads = 1

  /// Creates the defaults.
  public init() {}
}

/// The differences between the tiles of two stores.
public struct StoreComparison: Sendable {
  /// A tile whose content differs.
  public struct Change: Hashable, Sendable {
    /// The address.
    public let tile: TileCoordinate
    /// The bytes of the older tile.
    public let oldBytes: Int
    /// The bytes of the newer tile.
    public let newBytes: Int
    /// The largest difference of any sample, in levels.
    ///
    /// `nil` when samples were not compared, or cannot be since a tile is damaged or of another size.
    public let largestDifference: Int?
  }

  /// The differences at one zoom.
  public struct Zoom: Hashable, Sendable, Encodable {
    /// The zoom.
    public let zoom: Int
    /// Tiles that are alike.
    public internal(set) var equal = 0
    /// Tiles of the newer store alone.
    public internal(set) var added = 0
    /// Tiles of the older store alone.
    public internal(set) var removed = 0
    /// Tiles that differ.
    public internal(set) var changed = 0
    /// Tiles whose bytes differ and whose samples do not; they count as equal.
    public internal(set) var recompressed = 0
    /// The largest difference of any sample, in levels; `nil` where none were compared.
    public internal(set) var largestDifference: Int?
  }

  /// The older store.
  public let old: String
  /// The newer store.
  public let new: String
  /// The tiles of the newer store alone, by zoom, row and column.
  public let added: [TileCoordinate]
  /// The tiles of the older store alone, by zoom, row and column.
  public let removed: [TileCoordinate]
  /// The tiles that differ, by zoom, row and column.
  public let changed: [Change]
  /// Every zoom of either store.
  public let zooms: [Zoom]
  let definition: LayerDefinition?
  private let retinaComparisons: [StoreComparison]

  /// The comparison of the tiles of 512 samples beside these; `nil` where neither store has any.
  public var retina: StoreComparison? { retinaComparisons.first }

  /// True where every tile of one store is in the other, and alike.
  public var isEqual: Bool {
    added.isEmpty && removed.isEmpty && changed.isEmpty && retina?.isEqual ?? true
  }

  /// Compares two stores, each a directory or a file.
  ///
  /// - Throws: ``TileStorageError`` when a store cannot be read, `FailureReport` when neither has a
  ///   tile, or `CancellationError`.
  public init(
    old: String, new: String, options: StoreComparisonOptions = StoreComparisonOptions(),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws {
    try self.init(
      [
        try StoreInspection(path: old, scheme: options.scheme, isCancelled: isCancelled),
        try StoreInspection(path: new, scheme: options.scheme, isCancelled: isCancelled),
      ], options: options, isCancelled: isCancelled)
  }

  init(
    _ stores: [StoreInspection], options: StoreComparisonOptions,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    guard stores.contains(where: { $0.tiles.count > 0 }) else {
      throw FailureReport.noTiles(old: stores[0].path, new: stores[1].path)
    }
    try self.init(stores, of: stores.map(\.path), options: options, isCancelled: isCancelled)
  }

  private init(
    _ stores: [StoreInspection?], of paths: [String], options: StoreComparisonOptions,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    (old, new) = (paths[0], paths[1])
    // A store that cannot be read to its end cannot be said to lack tiles.
    for store in stores { try store?.contents.checkReadable() }
    let indexes = stores.map { $0?.tiles ?? .empty }
    let retina = stores.map { $0?.retina }
    retinaComparisons =
      retina.contains { $0 != nil }
      ? [try StoreComparison(retina, of: paths, options: options, isCancelled: isCancelled)] : []
    definition = stores[0]?.document?.definition ?? stores[1]?.document?.definition
    var both: [(zoom: Int, old: TileIndex.Entry, new: TileIndex.Entry)] = []
    var added: [TileCoordinate] = []
    var removed: [TileCoordinate] = []
    for zoom in 0...TileCoordinate.maximumZoom {
      var left = indexes[0].entries(atZoom: zoom).makeIterator()
      var right = indexes[1].entries(atZoom: zoom).makeIterator()
      var (old, new) = (left.next(), right.next())
      while old != nil || new != nil {
        let (a, b) = (old?.key ?? .max, new?.key ?? .max)
        if a < b { removed.append(TileIndex.coordinate(zoom, a)) }
        if b < a { added.append(TileIndex.coordinate(zoom, b)) }
        if a == b, let old, let new { both.append((zoom, old, new)) }
        if a <= b { old = left.next() }
        if b <= a { new = right.next() }
      }
    }
    for index in indexes { try index.check() }
    self.added = added.sorted()
    self.removed = removed.sorted()
    let differences = try Self.compare(both, stores.compactMap(\.self), options, isCancelled)
    changed = differences.changes.sorted { $0.tile < $1.tile }
    zooms = Self.summaries(
      both.map(\.zoom), self.added, self.removed, changed, differences.recompressed)
  }

  private static func compare(
    _ both: [(zoom: Int, old: TileIndex.Entry, new: TileIndex.Entry)], _ stores: [StoreInspection],
    _ options: StoreComparisonOptions, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (changes: [Change], recompressed: [Int]) {
    if both.isEmpty { return ([], []) }
    let (first, second) = (stores[0], stores[1])
    let found = Guarded((changes: [Change](), recompressed: [Int]()))
    let stretches = stride(from: 0, to: both.count, by: stretch).map {
      both[$0..<min($0 + stretch, both.count)]
    }
    try forEachConcurrently(stretches, threads: options.threads) {
      (try first.contents.makeReader(), try second.contents.makeReader())
    } _: { readers, pairs in
      if isCancelled() { throw CancellationError() }
      for pair in pairs {
        let tile = TileIndex.coordinate(pair.zoom, pair.old.key)
        let old = try bytes(of: StoredTile(tile, locator: pair.old.locator), first, readers.0)
        let new = try bytes(of: StoredTile(tile, locator: pair.new.locator), second, readers.1)
        guard old != new else { continue }
        let largest = options.comparesSamples ? largestDifference(old, new) : nil
        found.withLock {
          if largest == 0 {
            $0.recompressed.append(pair.zoom)
          } else {
            $0.changes.append(
              Change(
                tile: tile, oldBytes: old.count, newBytes: new.count, largestDifference: largest))
          }
        }
      }
    }
    return found.withLock { $0 }
  }

  private static let stretch = 64

  /// Two tiles that cannot be read must not count as equal.
  private static func bytes(
    of tile: StoredTile, _ store: StoreInspection, _ reader: any StoredTileReader
  ) throws(TileStorageError) -> [UInt8] {
    guard let bytes = try reader.bytes(of: tile) else {
      throw .corrupt(
        path: store.path, location: store.contents.location(of: tile),
        found: "no bytes, or too many", expected: "a tile")
    }
    return bytes
  }

  /// In levels; `nil` where the tiles cannot be compared.
  private static func largestDifference(_ old: [UInt8], _ new: [UInt8]) -> Int? {
    do throws(ImageCodecError) {
      let first = try TileDecoder.decode(old)
      let second = try TileDecoder.decode(new)
      guard first.width == second.width, first.height == second.height else { return nil }
      return first.samples.withUnsafeBufferPointer { a in
        second.samples.withUnsafeBufferPointer { b in
          var largest: Int16 = 0
          for index in a.indices { largest = max(largest, abs(Int16(a[index]) &- Int16(b[index]))) }
          return Int(largest)
        }
      }
    } catch {
      return nil
    }
  }

  private static func summaries(
    _ both: [Int], _ added: [TileCoordinate], _ removed: [TileCoordinate], _ changed: [Change],
    _ recompressed: [Int]
  ) -> [Zoom] {
    var zooms: [Int: Zoom] = [:]
    func edit(_ zoom: Int, _ change: (inout Zoom) -> Void) {
      change(&zooms[zoom, default: Zoom(zoom: zoom)])
    }
    for zoom in both { edit(zoom) { $0.equal += 1 } }
    for tile in added { edit(tile.zoom) { $0.added += 1 } }
    for tile in removed { edit(tile.zoom) { $0.removed += 1 } }
    for zoom in recompressed { edit(zoom) { $0.recompressed += 1 } }
    for change in changed {
      edit(change.tile.zoom) { zoom in
        zoom.changed += 1
        zoom.equal -= 1
        if let largest = change.largestDifference {
          zoom.largestDifference = max(zoom.largestDifference ?? 0, largest)
        }
      }
    }
    return zooms.values.sorted { $0.zoom < $1.zoom }
  }
}

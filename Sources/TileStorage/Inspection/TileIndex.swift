package import TileModel

/// Tiles of a store in Z-order, so that all descendants of a tile are contiguous in every deeper zoom.
///
/// The sequence begins at the shallowest zoom. Large sets are mostly in a scratch file (``SortedRecords``).
package struct TileIndex: Sequence, Sendable {
  /// A tile by its Z-order key and its locator.
  package struct Entry: Hashable, Sendable {
    package let key: UInt64
    package let locator: Int

    fileprivate init(_ record: ScratchRecord) {
      key = TileIndex.key(ofCell: record.key)
      locator = Int(Int64(bitPattern: record.value))
    }
  }

  /// Limit of named tiles that share an address.
  package static let duplicateLimit = 1000

  private let records: SortedRecords
  /// Start of every zoom, and the end.
  private let starts: [Int]
  package let duplicates: [StoredTile]

  fileprivate init(_ records: SortedRecords, duplicates: [StoredTile]) {
    self.records = records
    self.duplicates = duplicates
    starts = (0...(TileCoordinate.maximumZoom + 1)).map { zoom in
      records.partitionPoint(in: 0..<records.count) { $0.key < 1 << UInt64(2 * zoom) }
    }
  }

  package static let empty = TileIndex(SortedRecords([]), duplicates: [])

  package func makeIterator() -> some IteratorProtocol<StoredTile> {
    records.records(in: 0..<records.count).lazy.map(StoredTile.init).makeIterator()
  }

  /// Ascending.
  package var zooms: [Int] {
    (0...TileCoordinate.maximumZoom).filter { !positions(of: $0).isEmpty }
  }
  package var count: Int { records.count }

  package func count(atZoom zoom: Int) -> Int { positions(of: zoom).count }

  /// Z-order key within the zoom.
  package static func key(of tile: TileCoordinate) -> UInt64 {
    spread(UInt64(tile.x)) | spread(UInt64(tile.y)) << 1
  }

  package static func coordinate(_ zoom: Int, _ key: UInt64) -> TileCoordinate {
    TileCoordinate(unchecked: zoom, x: Int(gather(key)), y: Int(gather(key >> 1)))
  }

  package static func cell(of tile: TileCoordinate) -> UInt64 {
    1 << UInt64(2 * tile.zoom) | key(of: tile)
  }

  fileprivate static func key(ofCell cell: UInt64) -> UInt64 {
    cell & ~(1 << UInt64(63 - cell.leadingZeroBitCount))
  }

  package static func coordinate(ofCell cell: UInt64) -> TileCoordinate {
    coordinate((63 - cell.leadingZeroBitCount) / 2, key(ofCell: cell))
  }

  package func entry(_ zoom: Int, _ key: UInt64) -> Entry? {
    let position = lowerBound(zoom, key)
    guard position < positions(of: zoom).upperBound, let record = records[position] else {
      return nil
    }
    let entry = Entry(record)
    return entry.key == key ? entry : nil
  }

  package func entry(number: Int, atZoom zoom: Int) -> Entry? {
    records[positions(of: zoom).lowerBound + number].map(Entry.init)
  }

  /// In Z-order.
  package func entries(atZoom zoom: Int) -> some Sequence<Entry> {
    records.records(in: positions(of: zoom)).lazy.map(Entry.init)
  }

  package func contains(_ tile: TileCoordinate) -> Bool {
    entry(tile.zoom, Self.key(of: tile)) != nil
  }

  package func holdsAnything(_ zoom: Int, _ key: UInt64, deepest: Int) -> Bool {
    guard zoom <= deepest else { return false }
    for level in zoom...deepest where !positions(of: level).isEmpty {
      let shift = UInt64(2 * (level - zoom))
      let position = lowerBound(level, key << shift)
      if position < positions(of: level).upperBound, let record = records[position],
        Self.key(ofCell: record.key) < (key + 1) << shift
      {
        return true
      }
    }
    return false
  }

  package func positions(at zoom: Int) -> CurvePositions {
    CurvePositions(
      levels: (zoom...TileCoordinate.maximumZoom).compactMap { level in
        let range = positions(of: level)
        return range.isEmpty ? nil : (records.records(in: range), shift: UInt64(2 * (level - zoom)))
      })
  }

  func checkUnique(_ path: String) throws(TileStorageError) {
    if let tile = duplicates.first { throw .repeated(tile.coordinate, path: path) }
  }

  /// Fails when a part of the scratch file could not be read and was treated as empty.
  package func check() throws(TileStorageError) { try records.check() }

  private func positions(of zoom: Int) -> Range<Int> {
    (0...TileCoordinate.maximumZoom).contains(zoom) ? starts[zoom]..<starts[zoom + 1] : 0..<0
  }

  private func lowerBound(_ zoom: Int, _ key: UInt64) -> Int {
    records.partitionPoint(in: positions(of: zoom)) { Self.key(ofCell: $0.key) < key }
  }

  /// Interleaves the lower 31 bits with zeros.
  private static func spread(_ value: UInt64) -> UInt64 {
    var bits = value & 0x7FFF_FFFF
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }

  /// Inverse of ``spread(_:)``.
  private static func gather(_ value: UInt64) -> UInt64 {
    var bits = value & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return (bits | bits >> 16) & 0x0000_0000_FFFF_FFFF
  }
}

extension StoredTile {
  fileprivate init(_ record: ScratchRecord) {
    self.init(
      TileIndex.coordinate(ofCell: record.key), locator: Int(Int64(bitPattern: record.value)))
  }
}

/// Collects the tiles of a store in any order.
package struct TileIndexBuilder {
  private var sorter: RecordSorter

  package init(scratch: String, residentCount: Int = RecordSorter.residentCount) {
    sorter = RecordSorter(directory: scratch, residentCount: residentCount)
  }

  package mutating func append(_ tile: StoredTile) throws(TileStorageError) {
    try sorter.append(
      ScratchRecord(
        key: TileIndex.cell(of: tile.coordinate), value: UInt64(bitPattern: Int64(tile.locator))))
  }

  /// The least locator wins where tiles share an address.
  package consuming func finish() throws(TileStorageError) -> TileIndex {
    var last: UInt64?
    var duplicates: [StoredTile] = []
    let records = try sorter.sorted { record in
      defer { last = record.key }
      guard last == record.key else { return true }
      if duplicates.count < TileIndex.duplicateLimit { duplicates.append(StoredTile(record)) }
      return false
    }
    return TileIndex(records, duplicates: duplicates)
  }
}

/// Z-order keys of one zoom, each once.
package struct CurvePositions: Sequence, IteratorProtocol {
  /// Remaining tiles of a zoom.
  private struct Level {
    var rest: SortedRecordSequence
    let shift: UInt64
    var next: UInt64?

    mutating func advance() {
      next = rest.next().map { TileIndex.key(ofCell: $0.key) >> shift }
    }
  }

  private var levels: [Level]

  fileprivate init(levels: [(SortedRecordSequence, shift: UInt64)]) {
    self.levels = levels.map { Level(rest: $0.0, shift: $0.shift) }
    for index in self.levels.indices { self.levels[index].advance() }
  }

  package mutating func next() -> UInt64? {
    var least: UInt64?
    for level in levels {
      if let next = level.next, next < least ?? .max { least = next }
    }
    guard let position = least else { return nil }
    for index in levels.indices {
      while levels[index].next == position { levels[index].advance() }
    }
    return position
  }
}

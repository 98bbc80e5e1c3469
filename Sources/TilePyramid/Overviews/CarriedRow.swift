import TileStorage

/// What a level above needs of one tile's part of a row of samples, in the form of its kernel.
enum CarriedSegment {
  /// Every sample is transparent.
  case empty
  /// Every sample is this opaque RGBA8 value, red in the low byte.
  case flat(UInt32)
  /// Every sample is opaque; for averages in ``Halving``'s opaque form.
  case opaque(UnsafeMutableRawPointer)
  /// Any samples; for averages in ``Halving``'s premultiplied form.
  case mixed(UnsafeMutableRawPointer)
}

/// A row of samples of one level in the form in which they are carried to the level above, a segment
/// for each column of tiles.
///
/// Averages are carried at more than 8 bits, picked samples as RGBA8. A segment has memory from when it first
/// needs some. The memory belongs to who allocated the row; a view of some columns shares it.
struct CarriedRow {
  private enum Kind: UInt8 { case empty, flat, opaque, mixed }

  let columnCount: Int
  private let segmentBytes: Int
  private let kinds: UnsafeMutablePointer<Kind>
  private let values: UnsafeMutablePointer<UInt32>
  /// The memory of each segment, and whether it suffices for ``Kind/mixed``.
  private let segments: UnsafeMutablePointer<(bytes: UnsafeMutableRawPointer?, isWhole: Bool)>

  /// Allocates a transparent row.
  init(columnCount: Int, segmentBytes: Int) {
    self.columnCount = columnCount
    self.segmentBytes = segmentBytes
    kinds = .allocate(capacity: max(1, columnCount))
    kinds.initialize(repeating: .empty, count: columnCount)
    values = .allocate(capacity: max(1, columnCount))
    values.initialize(repeating: 0, count: columnCount)
    segments = .allocate(capacity: max(1, columnCount))
    segments.initialize(repeating: (nil, false), count: columnCount)
  }

  private init(_ row: CarriedRow, columns: Range<Int>) {
    columnCount = columns.count
    segmentBytes = row.segmentBytes
    kinds = row.kinds + columns.lowerBound
    values = row.values + columns.lowerBound
    segments = row.segments + columns.lowerBound
  }

  /// Frees the memory of a row that was allocated.
  func deallocate() {
    release()
    kinds.deallocate()
    values.deallocate()
    segments.deallocate()
  }

  /// Makes every segment transparent, and frees its memory.
  func release() {
    clear()
    for column in 0..<columnCount {
      segments[column].bytes?.deallocate()
      segments[column].bytes = nil
    }
  }

  /// A view of some columns.
  func columns(_ range: Range<Int>) -> CarriedRow { CarriedRow(self, columns: range) }

  /// Makes every segment transparent.
  func clear() { kinds.update(repeating: .empty, count: columnCount) }

  subscript(column: Int) -> CarriedSegment {
    switch kinds[column] {
    case .empty: .empty
    case .flat: .flat(values[column])
    case .opaque: .opaque(memory(column))
    case .mixed: .mixed(memory(column))
    }
  }

  /// Makes a segment transparent.
  func setEmpty(_ column: Int) { kinds[column] = .empty }

  /// Makes all samples of a segment one opaque value.
  func setFlat(_ value: UInt32, _ column: Int) {
    kinds[column] = .flat
    values[column] = value
  }

  /// Makes a segment opaque and returns the memory for its samples.
  func setOpaque(_ column: Int) -> UnsafeMutableRawPointer {
    kinds[column] = .opaque
    return memory(column)
  }

  /// Makes a segment mixed and returns the memory for its samples.
  func setMixed(_ column: Int) -> UnsafeMutableRawPointer {
    kinds[column] = .mixed
    return memory(column)
  }

  /// The memory for the samples of a segment that is opaque or mixed.
  private func memory(_ column: Int) -> UnsafeMutableRawPointer {
    let isWhole = kinds[column] == .mixed
    if let bytes = segments[column].bytes {
      if !isWhole || segments[column].isWhole { return bytes }
      bytes.deallocate()
    }
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount(column), alignment: MemoryLayout<UInt64>.alignment)
    segments[column] = (bytes, isWhole)
    return bytes
  }

  /// The bytes of the samples that a segment has: an opaque one takes half of what a mixed one does.
  private func byteCount(_ column: Int) -> Int {
    switch kinds[column] {
    case .empty, .flat: 0
    case .opaque: segmentBytes / 2
    case .mixed: segmentBytes
    }
  }
}

/// Takes the segments of rows that are saved.
protocol SegmentSink: AnyObject {
  func append(_ value: Int) throws(TileStorageError)
  func append(_ bytes: UnsafeRawBufferPointer) throws(TileStorageError)
}

/// What was saved to a ``SegmentSink``, in the same order.
protocol SegmentSource: AnyObject {
  func readInteger() throws(TileStorageError) -> Int
  func read(into target: UnsafeMutableRawBufferPointer) throws(TileStorageError)
  /// The error that says what is wrong with it.
  func damage(_ reason: String) -> TileStorageError
}

extension CarriedRow {
  /// The most bytes that ``save(to:)`` of some rows adds.
  static func byteLimit(of rows: [CarriedRow]) -> Int {
    rows.reduce(0) { $0 + $1.columnCount * (8 + $1.segmentBytes) }
  }

  /// Saves the segments.
  func save(to sink: any SegmentSink) throws(TileStorageError) {
    for column in 0..<columnCount {
      try sink.append(Int(kinds[column].rawValue) << 32 | Int(values[column]))
      try sink.append(UnsafeRawBufferPointer(samples(column)))
    }
  }

  /// Restores what ``save(to:)`` saved.
  func restore(from saved: any SegmentSource) throws(TileStorageError) {
    for column in 0..<columnCount {
      let word = try saved.readInteger()
      guard let raw = UInt8(exactly: word >> 32), let kind = Kind(rawValue: raw) else {
        throw saved.damage("it holds an unknown form of samples")
      }
      kinds[column] = kind
      values[column] = UInt32(truncatingIfNeeded: word)
      try saved.read(into: samples(column))
    }
  }

  private func samples(_ column: Int) -> UnsafeMutableRawBufferPointer {
    let count = byteCount(column)
    return UnsafeMutableRawBufferPointer(start: count == 0 ? nil : memory(column), count: count)
  }
}

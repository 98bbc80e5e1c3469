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
/// Averages are carried at more than 8 bits, picked samples as RGBA8. The memory belongs to who
/// allocated it; a view of some columns shares it.
struct CarriedRow {
  private enum Kind: UInt8 { case empty, flat, opaque, mixed }

  let columnCount: Int
  private let segmentBytes: Int
  private let kinds: UnsafeMutablePointer<Kind>
  private let values: UnsafeMutablePointer<UInt32>
  private let bytes: UnsafeMutableRawPointer

  /// Allocates a transparent row.
  init(columnCount: Int, segmentBytes: Int) {
    self.columnCount = columnCount
    self.segmentBytes = segmentBytes
    kinds = .allocate(capacity: max(1, columnCount))
    kinds.initialize(repeating: .empty, count: columnCount)
    values = .allocate(capacity: max(1, columnCount))
    values.initialize(repeating: 0, count: columnCount)
    bytes = .allocate(byteCount: max(1, columnCount * segmentBytes), alignment: 64)
  }

  private init(_ row: CarriedRow, columns: Range<Int>) {
    columnCount = columns.count
    segmentBytes = row.segmentBytes
    kinds = row.kinds + columns.lowerBound
    values = row.values + columns.lowerBound
    bytes = row.bytes + columns.lowerBound * row.segmentBytes
  }

  /// Frees the memory of a row that was allocated.
  func deallocate() {
    kinds.deallocate()
    values.deallocate()
    bytes.deallocate()
  }

  /// A view of some columns.
  func columns(_ range: Range<Int>) -> CarriedRow { CarriedRow(self, columns: range) }

  /// Makes every segment transparent.
  func clear() { kinds.update(repeating: .empty, count: columnCount) }

  subscript(column: Int) -> CarriedSegment {
    let segment = bytes + column * segmentBytes
    return switch kinds[column] {
    case .empty: .empty
    case .flat: .flat(values[column])
    case .opaque: .opaque(segment)
    case .mixed: .mixed(segment)
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
    return bytes + column * segmentBytes
  }

  /// Makes a segment mixed and returns the memory for its samples.
  func setMixed(_ column: Int) -> UnsafeMutableRawPointer {
    kinds[column] = .mixed
    return bytes + column * segmentBytes
  }
}

/// Where the segments of rows are saved: a checkpoint, or a record of updates.
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

extension CheckpointDraft: SegmentSink {}
extension CheckpointReader: SegmentSource {}

extension CarriedRow {
  /// The most bytes that ``save(to:)`` of some rows adds.
  static func byteLimit(of rows: [CarriedRow]) -> Int {
    rows.reduce(0) { $0 + $1.columnCount * (8 + $1.segmentBytes) }
  }

  /// Saves the segments, of which an opaque one takes half of its memory, as averages do.
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

  /// The memory of the samples that a segment has.
  private func samples(_ column: Int) -> UnsafeMutableRawBufferPointer {
    let count =
      switch kinds[column] {
      case .empty, .flat: 0
      case .opaque: segmentBytes / 2
      case .mixed: segmentBytes
      }
    return UnsafeMutableRawBufferPointer(start: bytes + column * segmentBytes, count: count)
  }
}

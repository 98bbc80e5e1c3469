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

  /// The columns of tiles.
  let columnCount: Int
  private let segmentBytes: Int
  private let kinds: UnsafeMutablePointer<Kind>
  private let values: UnsafeMutablePointer<UInt32>
  private let bytes: UnsafeMutableRawPointer

  /// Allocates a transparent row.
  ///
  /// - Parameters:
  ///   - columnCount: The columns of tiles.
  ///   - segmentBytes: The bytes of a segment in its largest form.
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

extension CarriedRow {
  /// Saves the segments, of which an opaque one takes half of its memory, as averages do.
  func save(
    to draft: CheckpointDraft
  ) throws(TileStorageError) {
    for column in 0..<columnCount {
      try draft.append(Int(kinds[column].rawValue) << 32 | Int(values[column]))
      try draft.append(UnsafeRawBufferPointer(samples(column)))
    }
  }

  /// Restores what ``save(to:)`` saved.
  func restore(
    from saved: CheckpointReader
  ) throws(TileStorageError) {
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

  /// The segments of rows as bytes, for ``read(_:from:)``.
  static func bytes(of rows: [CarriedRow]) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in rows {
      for column in 0..<row.columnCount {
        bytes.append(row.kinds[column].rawValue)
        withUnsafeBytes(of: row.values[column].littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: UnsafeRawBufferPointer(row.samples(column)))
      }
    }
    return bytes
  }

  /// Fills rows with segments out of bytes; false when they are not those of such rows.
  static func read(_ rows: [CarriedRow], from bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      for row in rows {
        for column in 0..<row.columnCount {
          guard rest.count >= 5, let kind = rest.first.flatMap(Kind.init(rawValue:)) else {
            return false
          }
          row.kinds[column] = kind
          row.values[column] = UInt32(
            littleEndian: UnsafeRawBufferPointer(rebasing: rest.dropFirst().prefix(4))
              .loadUnaligned(as: UInt32.self))
          rest = rest.dropFirst(5)
          let samples = row.samples(column)
          guard rest.count >= samples.count else { return false }
          samples.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(samples.count)))
          rest = rest.dropFirst(samples.count)
        }
      }
      return rest.isEmpty
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

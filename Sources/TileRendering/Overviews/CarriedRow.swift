/// One tile's part of a carried row, in the form of its kernel.
enum CarriedSegment {
  case empty
  /// One opaque RGBA8 value, red in the low byte.
  case flat(UInt32)
  /// Opaque samples; averages are in ``Halving``'s opaque form.
  case opaque(UnsafeMutableRawPointer)
  /// Any samples; averages are in ``Halving``'s premultiplied form.
  case mixed(UnsafeMutableRawPointer)
}

/// A row of samples in the form carried to the level above, with a segment for each column of
/// tiles.
///
/// Averages have more than 8 bits, picked samples are RGBA8. A segment allocates memory on first
/// need. The allocator of the row owns the memory; a view of a range of columns shares it.
struct CarriedRow {
  private enum Kind: UInt8 { case empty, flat, opaque, mixed }

  let columnCount: Int
  private let segmentBytes: Int
  private let kinds: UnsafeMutablePointer<Kind>
  private let values: UnsafeMutablePointer<UInt32>
  /// Memory of each segment; `isWhole` when it suffices for ``Kind/mixed``.
  private let segments: UnsafeMutablePointer<(bytes: UnsafeMutableRawPointer?, isWhole: Bool)>

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

  func deallocate() {
    release()
    kinds.deallocate()
    values.deallocate()
    segments.deallocate()
  }

  func release() {
    clear()
    for column in 0..<columnCount {
      segments[column].bytes?.deallocate()
      segments[column].bytes = nil
    }
  }

  /// A view that shares the memory.
  func columns(_ range: Range<Int>) -> CarriedRow { CarriedRow(self, columns: range) }

  func clear() { kinds.update(repeating: .empty, count: columnCount) }

  subscript(column: Int) -> CarriedSegment {
    switch kinds[column] {
    case .empty: .empty
    case .flat: .flat(values[column])
    case .opaque: .opaque(memory(column))
    case .mixed: .mixed(memory(column))
    }
  }

  func setEmpty(_ column: Int) { kinds[column] = .empty }

  func setFlat(_ value: UInt32, _ column: Int) {
    kinds[column] = .flat
    values[column] = value
  }

  func setOpaque(_ column: Int) -> UnsafeMutableRawPointer {
    kinds[column] = .opaque
    return memory(column)
  }

  func setMixed(_ column: Int) -> UnsafeMutableRawPointer {
    kinds[column] = .mixed
    return memory(column)
  }

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

  /// Bytes of the samples in a segment: an opaque one takes half of a mixed one.
  private func byteCount(_ column: Int) -> Int {
    switch kinds[column] {
    case .empty, .flat: 0
    case .opaque: segmentBytes / 2
    case .mixed: segmentBytes
    }
  }
}

extension CarriedRow {
  /// Upper bound in bytes for ``save(to:)``.
  static func byteLimit(of rows: [CarriedRow]) -> Int {
    rows.reduce(0) { $0 + $1.columnCount * (8 + $1.segmentBytes) }
  }

  func save(to sink: SegmentBytes) {
    for column in 0..<columnCount {
      sink.append(Int(kinds[column].rawValue) << 32 | Int(values[column]))
      sink.append(UnsafeRawBufferPointer(samples(column)))
    }
  }

  func restore(from saved: PackedSegments) throws {
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

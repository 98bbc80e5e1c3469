import Deflate

/// Serialised segments of a block's rows.
package final class SegmentBytes {
  private var bytes: [UInt8] = []

  func append(_ value: Int) {
    withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
  }

  func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  private static let deflaters = LendingPool { Deflater(level: 1) }

  /// `nil` without memory.
  package func packed() -> [UInt8]? { Self.deflaters.withObject { $0.flatMap(packed) } }

  private func packed(by deflater: Deflater) -> [UInt8]? {
    let bound = deflater.bound(bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      guard let base = target.baseAddress else { return }
      count = deflater.compress(bytes, count: bytes.count, into: base, capacity: bound)
    }
    let head = withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { Array($0) }
    return packed.isEmpty ? nil : head + packed
  }
}

/// A reader of segments from ``SegmentBytes``.
package final class PackedSegments {
  private let bytes: [UInt8]
  let damage: (_ found: String) -> any Error
  private var position = 0

  package init(
    _ packed: [UInt8], limit: Int, damage: @escaping (String) -> any Error
  ) throws {
    self.damage = damage
    let count = packed.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard packed.count > 4, count <= limit,
      let bytes = Deflater.decompress(packed[4...], count: count)
    else { throw damage("a block cannot be unpacked") }
    self.bytes = bytes
  }

  func readInteger() throws -> Int {
    guard bytes.count - position >= 8 else { throw damage("a block ends too early") }
    defer { position += 8 }
    let word = bytes[position..<position + 8].reversed().reduce(0 as UInt64) {
      $0 << 8 | UInt64($1)
    }
    return Int(Int64(bitPattern: word))
  }

  func read(into target: UnsafeMutableRawBufferPointer) throws {
    guard bytes.count - position >= target.count else { throw damage("a block ends too early") }
    target.copyBytes(from: bytes[position..<position + target.count])
    position += target.count
  }
}

import Deflate
import RasterSources
import TileStorage

/// Segments of rows of a block as bytes in memory.
final class SegmentBytes: SegmentSink {
  private var bytes: [UInt8] = []

  func append(_ value: Int) {
    withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
  }

  func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  /// The number of bytes, and the bytes compressed; `nil` where they cannot be.
  func packed(by deflater: Deflater) -> [UInt8]? {
    let bound = deflater.bound(bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      guard let base = target.baseAddress else { return }
      count = deflater.compress(bytes, count: bytes.count, into: base, capacity: bound)
    }
    let head = withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { Array($0) }
    return packed.isEmpty ? nil : head + packed
  }
}

/// Segments out of what ``SegmentBytes`` packed.
final class PackedSegments: SegmentSource {
  private let bytes: [UInt8]
  private let record: UpdateRecord
  private var position = 0

  /// - Parameters:
  ///   - packed: What was packed.
  ///   - limit: The most bytes that it holds.
  ///   - record: Where it comes from.
  /// - Throws: `TileStorageError` when it is not what rows of this size packed.
  init(_ packed: [UInt8], limit: Int, in record: UpdateRecord) throws(TileStorageError) {
    self.record = record
    let count = packed.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard packed.count > 4, count <= limit,
      let bytes = Deflater.decompress(packed[4...], count: count)
    else { throw record.damage("a block cannot be unpacked") }
    self.bytes = bytes
  }

  func readInteger() throws(TileStorageError) -> Int {
    var word: Int64 = 0
    var outcome: Result<Void, TileStorageError> = .success(())
    withUnsafeMutableBytes(of: &word) { raw in
      do throws(TileStorageError) { try read(into: raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
    return Int(Int64(littleEndian: word))
  }

  func read(into target: UnsafeMutableRawBufferPointer) throws(TileStorageError) {
    guard bytes.count - position >= target.count else { throw damage("a block ends too early") }
    target.copyBytes(from: bytes[position..<position + target.count])
    position += target.count
  }

  func damage(_ reason: String) -> TileStorageError { record.damage(reason) }
}

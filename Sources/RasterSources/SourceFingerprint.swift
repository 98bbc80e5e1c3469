import Georeferencing
import Hashing
import Platform
import TileModel

/// A fingerprint of a source file's state: size, modification time, and a hash.
///
/// The hash covers the file's beginning, middle and end, the whole mask beside it, and the band metadata of
/// an `.aux.xml` file. A change that keeps all of these is not noticed. Writing a file again or in place
/// changes its time.
package struct SourceFingerprint: Hashable, Sendable {
  private static let sampleSize = 1 << 16

  package let byteCount: Int
  private let seconds: Int
  private let nanoseconds: Int
  private let node: UInt64
  private let sample: Hash128

  package init(path: String) throws(RasterError) { try self.init(SourceFile(path: path)) }

  package init(_ source: SourceFile) throws(RasterError) {
    let file = try source.open()
    do throws(RegularFileError) {
      byteCount = file.byteCount
      (seconds, nanoseconds) = (file.state.seconds, file.state.nanoseconds)
      node = file.state.node
      var bytes = try Self.sample(of: file)
      let mask = ExternalMask.path(ofImage: source.path)
      if TextFile.exists(mask) { bytes += try Self.hash(of: RegularFile(path: mask)) }
      bytes += Self.statements(ofImage: source.path)
      sample = bytes.withUnsafeBytes { Hash128(hashing: $0) }
    } catch {
      throw RasterError(error, path: source.path)
    }
  }

  private static func hash(of file: RegularFile) throws(RegularFileError) -> [UInt8] {
    var hashes: [UInt8] = []
    for start in stride(from: 0, to: file.byteCount, by: 1 << 20) {
      let hash = Hash128(hashing: try file.bytes(at: start, count: 1 << 20))
      for half in [hash.low, hash.high] { withUnsafeBytes(of: half) { hashes += $0 } }
    }
    return hashes
  }

  private static func statements(ofImage path: String) -> [UInt8] {
    do throws(GeoreferenceError) {
      guard let bands = try AuxiliaryFile(ofImage: path)?.bands, !bands.bands.isEmpty else {
        return []
      }
      return bands.numbers.flatMap { number in
        stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
      }
    } catch {
      // Opening the image says what is wrong with the file.
      return []
    }
  }

  private static func sample(of file: RegularFile) throws(RegularFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    for start in [0, file.byteCount / 2, max(0, file.byteCount - sampleSize)] {
      bytes += try file.bytes(at: start, count: sampleSize)
    }
    return bytes
  }

  package var text: String {
    let fraction = String(nanoseconds + 1_000_000_000).dropFirst()
    return "\(byteCount) bytes, changed at \(seconds).\(fraction) seconds, "
      + "content \(String(sample.low, radix: 16))"
  }

  /// 32 lower-case hexadecimal digits, the high half first.
  package var contentText: String {
    ContentDigest(low: sample.low, high: sample.high).hexadecimal
  }

  package func isOlder(than other: SourceFingerprint) -> Bool {
    (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
  }

  package func isState(ofPath path: String) -> Bool {
    FileState(path: path).map(isOf) ?? false
  }

  private func isOf(_ file: FileState) -> Bool {
    (byteCount, seconds, nanoseconds, node)
      == (file.byteCount, file.seconds, file.nanoseconds, file.node)
  }

  package func confirmState(of source: SourceFile) throws(RasterError) {
    guard isOf(try source.open().state) else { throw .changed(path: source.path) }
  }

  /// Confirms that the file is still there and in this state.
  package func confirm(path: String) throws(RasterError) {
    let now: SourceFingerprint
    do throws(RasterError) {
      now = try SourceFingerprint(path: path)
    } catch {
      if case .cannotOpen(_, ENOENT) = error { throw .vanished(path: path) }
      throw error
    }
    if now != self { throw .changed(path: path) }
  }
}

extension SourceFingerprint {
  package static let numberCount = 6

  package var numbers: [UInt64] {
    [byteCount, seconds, nanoseconds].map { UInt64(bitPattern: Int64($0)) }
      + [node, sample.low, sample.high]
  }

  package init?(_ numbers: [UInt64]) {
    guard numbers.count == Self.numberCount, numbers[0] <= UInt64(Int.max) else { return nil }
    byteCount = Int(numbers[0])
    seconds = Int(Int64(bitPattern: numbers[1]))
    nanoseconds = Int(Int64(bitPattern: numbers[2]))
    node = numbers[3]
    sample = Hash128(low: numbers[4], high: numbers[5])
  }
}

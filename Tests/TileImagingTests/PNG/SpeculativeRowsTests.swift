import CLibDeflate
import CZlib
import Foundation
import Synchronization
import Testing
import TileImaging
import TilePyramidTesting

/// Parts of a stream that are inflated ahead change nothing of what a reader delivers or throws.
@Suite("Rows of a PNG of which parts are inflated ahead")
struct SpeculativeRowsTests {
  /// The content of the rows.
  enum Content: CaseIterable, CustomTestStringConvertible {
    case photo
    case noise
    case flat

    var testDescription: String { "\(self)" }

    /// Stored rows, the byte of the filter before each.
    func rows(width: Int, height: Int) -> [UInt8] {
      var generator = SeededGenerator(seed: 7)
      var bytes: [UInt8] = []
      bytes.reserveCapacity((width + 1) * height)
      var level = 0
      for y in 0..<height {
        bytes.append(self == .photo ? 1 : 0)
        // Now and then rows return, as far back as matches reach and farther.
        if self == .photo, y % 23 == 20 {
          let back = (width + 1) * (1 + y % 19)
          let start = bytes.count - 1 - back
          bytes += bytes[start..<start + width]
          continue
        }
        for x in 0..<width {
          let random = Int(truncatingIfNeeded: generator.next() >> 33)
          switch self {
          case .photo:
            // Differences of a grainy picture, near 0.
            let outlier: Int = random & 0xF0000 == 0 ? random >> 20 : 0
            level = random & 7 + (random >> 8) & 7 - 7 + outlier
            bytes.append(UInt8(truncatingIfNeeded: level))
          case .noise: bytes.append(UInt8(truncatingIfNeeded: random))
          case .flat: bytes.append(UInt8((x / 160 + y / 100) % 5))
          }
        }
      }
      return bytes
    }
  }

  /// The compression of the rows.
  enum Compressor: CaseIterable, CustomTestStringConvertible {
    case stored
    case fixed
    case fast
    case usual
    case best
    case flushed
    case libdeflate

    var testDescription: String { "\(self)" }

    /// Whether its blocks are of the kind that is found and so short that many begin in a part.
    var hasShortBlocks: Bool { [.fast, .usual, .best, .flushed].contains(self) }

    func compress(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .stored: zlib(bytes, level: 0)
      case .fixed: zlib(bytes, level: 6, strategy: Z_FIXED)
      case .fast: zlib(bytes, level: 1)
      case .usual: zlib(bytes, level: 6)
      case .best: zlib(bytes, level: 9)
      case .flushed: zlib(bytes, level: 6, flushEvery: 9000)
      case .libdeflate: DeflateStreams.libdeflate(bytes, level: 8)
      }
    }

    /// Blocks are so short that small images have many.
    private func zlib(
      _ bytes: [UInt8], level: Int32, strategy: Int32 = Z_DEFAULT_STRATEGY,
      flushEvery: Int = .max
    ) -> [UInt8] {
      DeflateStreams.zlib(
        bytes, level: level, strategy: strategy, memoryLevel: 4, flushEvery: flushEvery,
        flush: Z_SYNC_FLUSH)
    }
  }

  /// The outcome of reading.
  private enum Outcome: Equatable {
    case rows([UInt8])
    case fault(String)
  }

  private static let width = 800

  /// A grey PNG around compressed rows.
  private func file(
    _ data: [UInt8], height: Int, chunkSize: Int = 8192, damaged: Int? = nil
  ) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    func chunk(_ name: String, _ data: some Collection<UInt8>) -> [UInt8] {
      let body = Array(name.utf8) + data
      return big(data.count) + body + big(Int(libdeflate_crc32(0, body, body.count)))
    }
    var data = data
    if let damaged { data[damaged / 8] ^= 1 << UInt8(damaged % 8) }
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", big(Self.width) + big(height) + [8, 0, 0, 0, 0])
    for start in stride(from: 0, to: data.count, by: chunkSize) {
      bytes += chunk("IDAT", data[start..<min(data.count, start + chunkSize)])
    }
    return bytes + chunk("IEND", [])
  }

  private func stream(
    _ bytes: [UInt8], height: Int, partSize: Int = 1 << 14, from access: PNGSeekPoint? = nil
  ) throws -> PNGRowStream {
    let header = PNGHeader(
      width: Self.width, height: height, colorType: .grey, bitDepth: 8, isInterlaced: false,
      hasTransparencyChunk: false)
    return try PNGRowStream(header: header, from: access, partSize: partSize) {
      offset, target, count in
      let step = min(bytes.count - offset, count)
      guard step > 0 else { return 0 }
      bytes.withUnsafeBufferPointer { all in
        if let base = all.baseAddress { target.update(from: base + offset, count: step) }
      }
      return step
    }
  }

  /// Reads all rows that are left.
  private func outcome(
    height: Int, of make: () throws -> PNGRowStream,
    beforeRow: (PNGRowStream) -> Void = { _ in }
  ) -> Outcome {
    do {
      let stream = try make()
      var rows: [UInt8] = []
      var row = [UInt8](repeating: 0, count: 4 * Self.width)
      while stream.nextRow < height {
        beforeRow(stream)
        try row.withUnsafeMutableBufferPointer { buffer in
          if let base = buffer.baseAddress { try stream.readRow(into: base) }
        }
        rows += row
      }
      try stream.finish()
      return .rows(rows)
    } catch {
      return .fault("\(error)")
    }
  }

  /// Inflates every part ahead that may be.
  private func inflateParts(_ stream: PNGRowStream, limit: Int = 3) {
    while stream.takePart(limit: limit) { stream.inflatePart() }
  }

  @Test(
    "Rows are the same with parts inflated ahead as without", arguments: Compressor.allCases,
    Content.allCases)
  func sameRows(compressor: Compressor, content: Content) throws {
    let height = 700
    let data = compressor.compress(content.rows(width: Self.width, height: height))
    for chunkSize in [8192, .max / 2] {
      let bytes = file(data, height: height, chunkSize: chunkSize)
      let plain = outcome(height: height) { try stream(bytes, height: height) }
      guard case .rows = plain else {
        Issue.record("\(plain)")
        continue
      }
      for partSize in [1 << 14, 1 << 16] {
        var used = 0
        let found = outcome(height: height) {
          try stream(bytes, height: height, partSize: partSize)
        } beforeRow: {
          inflateParts($0)
          used = $0.usedParts
        }
        #expect(found == plain)
        if compressor.hasShortBlocks, content == .photo {
          #expect(used >= data.count / partSize / 2 - 1, "parts of \(partSize)")
        }
      }
    }
  }

  @Test("Rows are the same whenever parts are inflated, by several threads")
  func threads() throws {
    let height = 700
    let data = Compressor.usual.compress(Content.photo.rows(width: Self.width, height: height))
    let bytes = file(data, height: height)
    let plain = outcome(height: height) { try stream(bytes, height: height) }
    var used = 0
    for round in 0..<6 {
      nonisolated(unsafe) let shared = try stream(bytes, height: height)
      let ended = DispatchGroup()
      let stop = Stop()
      for _ in 0..<3 {
        ended.enter()
        Thread.detachNewThread {
          while !stop.isSet {
            if shared.takePart(limit: 4) { shared.inflatePart() } else { sched_yield() }
          }
          ended.leave()
        }
      }
      let found = outcome(height: height) {
        shared
      } beforeRow: { stream in
        // In some rounds the reader waits for parts, as a build does, in others it overtakes them.
        while round % 2 == 0, stream.awaitsPart(rows: 2) { sched_yield() }
      }
      stop.set()
      ended.wait()
      #expect(found == plain)
      used += shared.usedParts
    }
    #expect(used > 0)
  }

  @Test("A damaged stream is the same fault with parts inflated ahead as without")
  func damaged() throws {
    let height = 300
    let data = Compressor.usual.compress(Content.photo.rows(width: Self.width, height: height))
    var generator = SeededGenerator(seed: 3)
    var faults: Set<String> = []
    for round in 0..<120 {
      // The last bytes are the checksum.
      let bit =
        round < 4
        ? 8 * data.count - 1 - round : Int.random(in: 0..<8 * data.count, using: &generator)
      var bytes = file(data, height: height, damaged: bit)
      if round % 3 == 2 {
        bytes = file(data, height: height)
        bytes[Int.random(in: 50..<bytes.count, using: &generator)] ^= 1 << UInt8(round % 8)
      }
      let plain = outcome(height: height) { try stream(bytes, height: height) }
      let found = outcome(height: height) {
        try stream(bytes, height: height)
      } beforeRow: {
        if round % 2 == 0 || $0.nextRow % 9 == 0 { inflateParts($0) }
      }
      #expect(found == plain, "bit \(bit), round \(round)")
      if case .fault(let text) = plain { faults.insert(text) }
    }
    #expect(faults.count >= 4, "\(faults)")
  }

  @Test("A truncated file is the same fault with parts inflated ahead as without")
  func truncated() throws {
    let height = 200
    let data = Compressor.usual.compress(Content.photo.rows(width: Self.width, height: height))
    for chunkSize in [3000, .max / 2] {
      let bytes = file(data, height: height, chunkSize: chunkSize)
      let stride = stride(from: 60, to: bytes.count, by: 2711)
      for count in Array(stride) + [bytes.count - 20, bytes.count - 1] {
        let cut = Array(bytes[..<count])
        let found = outcome(height: height) {
          try stream(cut, height: height)
        } beforeRow: {
          inflateParts($0)
        }
        #expect(found == outcome(height: height) { try stream(cut, height: height) }, "\(count)")
      }
    }
  }

  @Test("A stored block that holds a compressed stream is not taken for its blocks")
  func falseBeginnings() throws {
    let inner = Compressor.usual.compress(Content.photo.rows(width: Self.width, height: 500))
    let height = inner.count / Self.width
    var rows: [UInt8] = []
    for row in 0..<height {
      rows.append(0)
      rows += inner[row * Self.width..<(row + 1) * Self.width]
    }
    let bytes = file(Compressor.stored.compress(rows), height: height)
    let plain = outcome(height: height) { try stream(bytes, height: height) }
    var used = 0
    let found = outcome(height: height) {
      try stream(bytes, height: height)
    } beforeRow: {
      inflateParts($0)
      used = $0.usedParts
    }
    #expect(found == plain)
    #expect(used == 0)
  }

  @Test("Rows are the same from every position that was recorded while parts were inflated ahead")
  func resuming() throws {
    let height = 6000
    let data = Compressor.fast.compress(Content.photo.rows(width: Self.width, height: height))
    let bytes = file(data, height: height)
    var accesses: [Int: PNGSeekPoint] = [:]
    var used = 0
    let whole = outcome(height: height) {
      try stream(bytes, height: height, partSize: 1 << 16)
    } beforeRow: {
      inflateParts($0)
      used = $0.usedParts
      if let access = $0.seekPoint(forRow: $0.nextRow) { accesses[access.row] = access }
    }
    guard case .rows(let rows) = whole else {
      Issue.record("\(whole)")
      return
    }
    #expect(used > 10)
    #expect(accesses.count >= 3)
    for access in accesses.values {
      for isAhead in [false, true] {
        let rest = outcome(height: height) {
          try stream(bytes, height: height, partSize: 1 << 15, from: access)
        } beforeRow: {
          if isAhead { inflateParts($0) }
        }
        #expect(rest == .rows(Array(rows[(4 * Self.width * access.row)...])), "\(access.row)")
      }
    }
  }
}

/// A flag that threads look at.
private final class Stop: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .acquiring) }

  func set() { flag.store(true, ordering: .releasing) }
}

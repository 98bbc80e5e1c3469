import Testing
import TileImaging
import TilePyramidTesting

@Suite("Rows of a PNG as a stream")
struct PNGRowStreamTests {
  /// A file in memory that is read at any position.
  private struct Bytes: Sendable {
    let bytes: [UInt8]

    func read(_ offset: Int, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
      let end = min(bytes.count, offset + count)
      guard offset >= 0, offset < end else { return 0 }
      for index in offset..<end { target[index - offset] = bytes[index] }
      return end - offset
    }
  }

  /// Every kind of sample of at most 8 bits.
  private static let kinds: [(PNGHeader.ColorType, Int)] = PNGHeader.ColorType.allCases.flatMap {
    type in type.bitDepths.filter { $0 <= 8 }.map { (type, $0) }
  }

  /// A file whose stored samples are smooth, flat and noise in parts, so that every filter occurs.
  private func file(
    _ type: PNGHeader.ColorType, bits: Int, width: Int, height: Int, keyed: Bool = false,
    usesFilters: Bool = true, seed: UInt64 = 1
  ) throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    let path = folder.path("image.png")
    var generator = SeededGenerator(seed: seed)
    var layout = PNGLayout(type, bitDepth: bits)
    if type == .palette {
      layout.palette = (0..<1 << bits).flatMap { (index: Int) -> [UInt8] in
        let alpha = keyed ? index : 255
        let entry: [Int] = [index, 255 - index, index / 2, alpha]
        return entry.map { UInt8($0) }
      }
    }
    if keyed, type == .grey { layout.transparentColor = [UInt16(1 << bits - 1)] }
    if keyed, type == .rgb { layout.transparentColor = [7, 8, 9] }
    let writer = try PNGFileWriter(
      path: path, width: width, height: height, layout: layout,
      compression: PNGCompression(level: 6, usesFilters: usesFilters))
    let count = (width * type.channels * bits + 7) / 8
    try writer.writeRows { y, row in
      for index in 0..<count {
        let pixel = index / type.channels
        switch (index / 64 + y / 32) % 4 {
        case 0: row[index] = UInt8(truncatingIfNeeded: generator.next())
        // Flat pieces with edges along both axes, as plans have.
        case 1:
          row[index] = UInt8(truncatingIfNeeded: (pixel / 29 + y / 7) * (5 + index % type.channels))
        default: row[index] = UInt8(truncatingIfNeeded: pixel + y * (1 + index % type.channels))
        }
      }
      if keyed, type == .rgb {
        for index in stride(from: 0, to: count - 2, by: 33) {
          (row[index], row[index + 1], row[index + 2]) = (7, 8, 9)
        }
      }
    }
    try writer.finish()
    return try readAll(path)
  }

  private func header(_ bytes: [UInt8]) throws -> PNGHeader { try decode(bytes).header }

  /// The rows as libpng delivers them.
  private func decode(_ bytes: [UInt8]) throws -> (header: PNGHeader, rows: [[UInt8]]) {
    var offset = 0
    let decoder = try PNGRowDecoder { target, count in
      let step = min(count, bytes.count - offset)
      for index in 0..<step { target[index] = bytes[offset + index] }
      offset += step
      return step
    }
    var rows: [[UInt8]] = []
    for _ in 0..<decoder.header.height {
      var row = [UInt8](repeating: 1, count: decoder.rowBytes)
      try row.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { try decoder.readRow(into: base) }
      }
      rows.append(row)
    }
    try decoder.finish()
    return (decoder.header, rows)
  }

  private func next(_ stream: PNGRowStream, width: Int) throws -> [UInt8] {
    var row = [UInt8](repeating: 2, count: 4 * width)
    try row.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { try stream.readRow(into: base) }
    }
    return row
  }

  private func stream(_ bytes: [UInt8], _ header: PNGHeader) throws -> PNGRowStream {
    try PNGRowStream(header: header, read: Bytes(bytes: bytes).read)
  }

  @Test("Streamed rows of a PNG are those that libpng delivers", arguments: kinds, [false, true])
  func sameRows(kind: (PNGHeader.ColorType, Int), keyed: Bool) throws {
    // The last needs several batches of rows, each row longer than a batch in the widest kinds.
    for (width, height) in [(1, 1), (7, 3), (33, 17), (301, 1150), (40_000, 9)] {
      let bytes = try file(kind.0, bits: kind.1, width: width, height: height, keyed: keyed)
      let (header, rows) = try decode(bytes)
      try #require(PNGRowStream.supports(header))
      let stream = try stream(bytes, header)
      for (index, row) in rows.enumerated() {
        #expect(stream.nextRow == index)
        #expect(try next(stream, width: width) == row, "row \(index) of \(width) × \(height)")
      }
      try stream.finish()
    }
  }

  @Test("Streaming rows of a truncated PNG ends with a fault")
  func cut() throws {
    let bytes = try file(.rgb, bits: 8, width: 90, height: 70)
    let header = try header(bytes)
    for count in stride(from: 0, to: bytes.count, by: 97) + [bytes.count - 13, bytes.count - 1] {
      #expect(throws: PNGRowDecoder.Fault.ended, "\(count)") {
        let stream = try stream(Array(bytes.prefix(count)), header)
        for _ in 0..<70 { _ = try next(stream, width: 90) }
        try stream.finish()
      }
    }
  }

  @Test("Streaming rows of a damaged PNG ends with a fault")
  func damaged() throws {
    let bytes = try file(.rgba, bits: 8, width: 90, height: 70)
    let header = try header(bytes)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var damaged = bytes
      // Behind the header, which libpng checks.
      let access = 41 + Int(generator.next() % UInt64(bytes.count - 41))
      damaged[access] ^= UInt8(1 << (generator.next() % 8))
      #expect(throws: PNGRowDecoder.Fault.self, "byte \(access)") {
        let stream = try stream(damaged, header)
        for _ in 0..<70 { _ = try next(stream, width: 90) }
        try stream.finish()
      }
    }
  }
}

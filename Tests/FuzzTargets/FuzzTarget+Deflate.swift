import CZlib
import Deflate
import TileImaging

/// Our own compressors and the decompressor of PNG rows, with zlib as the judge.
extension FuzzTarget {
  /// Takes bytes for a stream of deflate, and gives it to the rows of a PNG with the checksum that
  /// zlib's reading of it needs: the same bytes, or both refuse.
  func inflater(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    // A stored block of one byte, the filter of the only row.
    let body = [0, 1, 0, 0xFE, 0xFF, 0] + stream
    guard let judged = Self.zlibInflate(body) else { return }
    let sum = adler32(1, judged.output, UInt32(judged.output.count))
    let checksum = (0..<4).reversed().map { UInt8(truncatingIfNeeded: sum >> (8 * UInt($0))) }
    // For a stream that zlib refuses, more is requested than it came to.
    let width = judged.output.count - (judged.isWhole ? 1 : 0)
    guard width > 0 else { return }
    let data = [0x78, 0x9C] + body.prefix(judged.isWhole ? judged.used : body.count)
    let file = Self.png(data + checksum, width: width, chunk: 1 + Int(first) * Int(first))
    do {
      let row = try Self.row(of: file, width: width)
      precondition(judged.isWhole, "what zlib refuses was read")
      precondition(row.elementsEqual(judged.output.dropFirst()), "zlib reads other bytes")
    } catch {
      precondition(!judged.isWhole, "what zlib reads was refused: \(error)")
    }
  }

  /// Inflates a stream without header with zlib: the output, the length of the stream, and whether
  /// it ended; `nil` when that is too much.
  private static func zlibInflate(_ body: [UInt8]) -> (output: [UInt8], used: Int, isWhole: Bool)? {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    let limit = 1 << 20
    var output = [UInt8](repeating: 0, count: limit)
    var body = body
    let status = body.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(limit)
        return inflate(&stream, Z_FINISH)
      }
    }
    if stream.avail_out == 0 { return nil }
    return (
      Array(output.prefix(Int(stream.total_out))), Int(stream.total_in), status == Z_STREAM_END
    )
  }

  /// A grey PNG of one row around compressed samples, in chunks of a size.
  private static func png(_ data: [UInt8], width: Int, chunk size: Int) -> [UInt8] {
    func big(_ value: UInt) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    func chunk(_ name: String, _ data: some Collection<UInt8>) -> [UInt8] {
      let body = Array(name.utf8) + data
      return big(UInt(data.count)) + body + big(crc32(0, body, UInt32(body.count)))
    }
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", big(UInt(width)) + big(1) + [8, 0, 0, 0, 0])
    for start in stride(from: 0, to: data.count, by: size) {
      bytes += chunk("IDAT", data[start..<min(data.count, start + size)])
    }
    return bytes + chunk("IEND", [])
  }

  private static func row(of file: [UInt8], width: Int) throws -> [UInt8] {
    let header = PNGHeader(
      width: width, height: 1, colorType: .grey, bitDepth: 8, isInterlaced: false,
      hasTransparencyChunk: false)
    let stream = try PNGRowStream(header: header) { offset, target, count in
      let end = min(file.count, offset + count)
      guard offset < end else { return 0 }
      for index in offset..<end { target[index - offset] = file[index] }
      return end - offset
    }
    var row = [UInt8](repeating: 0, count: 4 * width)
    try row.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { try stream.readRow(into: base) }
    }
    try stream.finish()
    return stride(from: 0, to: row.count, by: 4).map { row[$0] }
  }

  /// Takes bytes for rows, compresses them in both ways, and asks zlib whether they come back.
  func deflaters(_ bytes: [UInt8]) {
    guard bytes.count >= 3 else { return }
    let (shape, rows) = (bytes[0], Array(bytes.dropFirst(2)))
    let runs = RunDeflater()
    let size = runs.measure(rows, count: rows.count)
    let stream = [UInt8](unsafeUninitializedCapacity: size + 8) { out, count in
      guard let base = out.baseAddress else { return }
      count = runs.write(rows, count: rows.count, into: base)
    }
    precondition(stream.count == size, "it was measured otherwise")
    precondition(Self.inflated(stream, count: rows.count) == rows, "runs do not come back")

    let pixelBytes = [1, 3, 4, 4][Int(shape & 3)]
    let rowBytes = pixelBytes * (1 + Int(bytes[1]))
    let whole = Array(rows.prefix(rows.count - rows.count % (rowBytes + 1)))
    guard !whole.isEmpty else { return }
    let pixels = PixelDeflater(PixelDeflater.Choice.allCases[Int(shape >> 3) % 3])
    // Now and then there is no room.
    let capacity = shape & 6 == 6 ? whole.count / 2 + 16 : 2 * whole.count + 2000
    let packed = [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      guard let base = out.baseAddress else { return }
      count = pixels.compress(
        whole, count: whole.count, rowBytes: rowBytes, pixelBytes: pixelBytes, into: base,
        capacity: capacity)
      precondition(count <= capacity)
    }
    if packed.isEmpty, shape & 6 == 6 { return }
    precondition(Self.inflated(packed, count: whole.count) == whole, "pixels do not come back")
  }

  private static func inflated(_ stream: [UInt8], count: Int) -> [UInt8]? {
    var status: Int32 = Z_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: count + 1) { out, written in
      var length = UInt(count + 1)
      status = uncompress(out.baseAddress, &length, stream, UInt(stream.count))
      written = status == Z_OK ? Int(length) : 0
    }
    return status == Z_OK ? bytes : nil
  }
}

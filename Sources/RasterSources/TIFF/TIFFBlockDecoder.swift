import CTIFFShim
import Georeferencing
import TileImaging

/// Decodes blocks of one directory of a TIFF; belongs to one thread at a time.
final class TIFFBlockDecoder: SurveyedBlockDecoder {
  let image: TIFFImage
  private let handle: TIFFHandle
  private let converter: SampleConverter?
  private let bytes: UnsafeMutablePointer<UInt8>
  private let byteCount: Int

  /// Reads the directory again: a libtiff handle belongs to one thread.
  init(
    file: SourceFile, image: TIFFImage, rule: SampleRule, limits: DecodingLimits
  ) throws(RasterError) {
    handle = try Self.open(file, image: image, limits: limits)
    self.image = image
    if image.layout.color == .converted {
      converter = nil
      byteCount = image.pixelBytes
    } else {
      converter = SampleConverter(layout: image.layout, rule: rule, capacity: image.blockSize.width)
      byteCount = image.blockBytes * image.planeCount
    }
    // Room for the widest load of a sample that ends a row.
    bytes = .allocate(capacity: byteCount + 8)
  }

  deinit { bytes.deallocate() }

  /// Opens a file at a known directory.
  static func open(
    _ file: SourceFile, image: TIFFImage, limits: DecodingLimits
  ) throws(RasterError) -> TIFFHandle {
    let handle = try TIFFHandle(file)
    try handle.setDirectory(at: image.offset)
    guard try TIFFImage(handle, bands: image.selection, limits: limits) == image else {
      throw .changed(path: file.path)
    }
    return handle
  }

  func decode(
    column: Int, row: Int, into target: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) throws(RasterError) {
    let columns = min(image.blockSize.width, image.size.width - column * image.blockSize.width)
    let rows = min(image.blockSize.height, image.size.height - row * image.blockSize.height)
    let isStored = try decode(column: column, row: row)
    for y in 0..<rows {
      let out = target + y * bytesPerRow
      if !isStored {
        out.update(repeating: 0, count: 4 * columns)
      } else if let converter {
        converter.convert(storedRow(y), count: columns, into: out)
      } else {
        out.update(from: bytes + 4 * y * image.blockSize.width, count: 4 * columns)
        for x in 0..<columns { out[4 * x + 3] = 255 }
      }
    }
  }

  func survey(
    column: Int, row: Int, step: Int, into survey: inout SampleSurvey
  ) throws(RasterError) {
    guard let converter, try decode(column: column, row: row) else { return }
    let columns = min(image.blockSize.width, image.size.width - column * image.blockSize.width)
    let rows = min(image.blockSize.height, image.size.height - row * image.blockSize.height)
    converter.survey(rows: rows, columns: columns, step: step, into: &survey) { storedRow($0) }
  }

  private func storedRow(_ row: Int) -> StoredRow {
    let rowBytes = image.isTiled ? image.blockBytes / image.blockSize.height : image.rowBytes
    return StoredRow(start: bytes + row * rowBytes, planeBytes: image.blockBytes)
  }

  private func decode(column: Int, row: Int) throws(RasterError) -> Bool {
    tp_tiff_clear(handle.pointer)
    let blocksInPlane = image.blocksAcross * image.blocksDown
    let first = row * image.blocksAcross + column
    let planes = 0..<image.planeCount
    let isStored = try planes.map { plane throws(RasterError) in
      try TIFFBlockOffsets.isStored(UInt32(plane * blocksInPlane + first), handle)
    }
    guard isStored.contains(true) else { return false }
    let expected = expectedBytes(row: row)
    for plane in planes where image.layout.color != .converted {
      let index = UInt32(plane * blocksInPlane + first)
      let target = bytes + plane * image.blockBytes
      if !isStored[plane] {
        target.update(repeating: 0, count: image.blockBytes)
        continue
      }
      image.clear(target, count: image.blockBytes)
      let count = tp_tiff_read_block(handle.pointer, index, target, image.blockBytes)
      guard count >= Int64(expected) else { throw handle.fault("a block ends too early") }
    }
    if image.layout.color == .converted {
      let x = UInt32(column * image.blockSize.width)
      let y = UInt32(row * image.blockSize.height)
      image.clear(bytes, count: byteCount)
      let isDone = UnsafeMutableRawPointer(bytes).withMemoryRebound(
        to: UInt32.self, capacity: byteCount / 4
      ) { tp_tiff_read_block_rgba(handle.pointer, x, y, $0) != 0 }
      if !isDone { throw handle.fault("a block cannot be decoded") }
    }
    return true
  }

  private func expectedBytes(row: Int) -> Int {
    if image.isTiled { return image.blockBytes }
    let rows = min(image.blockSize.height, image.size.height - row * image.blockSize.height)
    return rows * image.rowBytes
  }
}

/// Block offsets of a directory.
enum TIFFBlockOffsets {
  static func isStored(_ index: UInt32, _ handle: TIFFHandle) throws(RasterError) -> Bool {
    var offset: UInt64 = 0
    var count: UInt64 = 0
    guard tp_tiff_block_offset(handle.pointer, index, &offset, &count) != 0 else {
      throw handle.fault("the table of blocks is damaged")
    }
    if offset == 0 || count == 0 { return false }
    let size = UInt64(handle.byteCount)
    guard offset < size, count <= size - offset else { throw .truncated(path: handle.path) }
    return true
  }

  /// No notice where blocks between others are left out too, as in a sparse file.
  static func check(
    _ image: TIFFImage, _ handle: TIFFHandle
  ) throws(RasterError) -> (isSparse: Bool, notice: RasterNotice?) {
    let count = image.blocksAcross * image.blocksDown * image.planeCount
    var (missing, end) = (0, 0)
    for index in 0..<count {
      if try isStored(UInt32(index), handle) { end = index + 1 } else { missing += 1 }
    }
    let areAtEnd = missing > 0 && end > 0 && missing == count - end
    return (missing > 0, areAtEnd ? .blocksMissing(missing, of: count) : nil)
  }
}

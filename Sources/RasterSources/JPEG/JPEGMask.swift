import CLibDeflate
import Georeferencing
import TileImaging

/// The mask that GDAL appends to a JPEG file: a bit for each pixel, 1 where it is valid.
///
/// Bits follow each other without padding of rows, the least significant of a byte first, and then zeros as
/// many as padding would have taken. They are compressed by zlib, and begin where the last four bytes of the
/// file say (GDAL, "JPEG -- JPEG JFIF File Format", https://gdal.org/en/stable/drivers/raster/jpeg.html).
struct JPEGMask: RasterSource {
  let header: RasterHeader
  private let file: SourceFile
  private let compressed: Range<Int>

  private static let endMarker: [UInt8] = [0xFF, 0xD9]

  /// `nil` for a file without one.
  init?(of image: RasterHeader, in file: SourceFile, limits: DecodingLimits) throws(RasterError) {
    let input = try InputFile(file)
    let end = input.byteCount - 4
    let start = input.bytes(at: end, count: 4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard start > 2, start < end else { return nil }
    let border = input.bytes(at: start - 2, count: 4)
    // GDAL passes over a mask that takes more bytes than the image, though it writes such ones.
    guard border.count == 4, border.starts(with: Self.endMarker), border[2] & 15 == 8,
      (Int(border[2]) << 8 | Int(border[3])) % 31 == 0
    else { return nil }
    self.file = file
    compressed = start..<end
    var header = RasterHeader(path: file.path, size: image.size, isOpaque: false)
    header.capabilities.rowReadingBytes = Self.byteCount(header.size) + compressed.count
    guard header.capabilities.rowReadingBytes <= limits.maximumBytes else {
      throw .tooLarge(
        path: file.path, size: image.size, limit: "a mask of at most \(limits.maximumBytes) bytes")
    }
    self.header = header
  }

  private static func byteCount(_ size: PixelSize) -> Int { (size.width + 7) / 8 * size.height }

  func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let first = min(max(row, 0), size.height)
    return (JPEGMaskRows(try bits(), path: path, size: size, firstRow: first), first)
  }

  private func bits() throws(RasterError) -> [UInt8] {
    let input = try InputFile(file)
    let bytes = input.bytes(at: compressed.lowerBound, count: compressed.count)
    if input.failure != 0 { throw .cannotRead(path: path, code: input.failure) }
    guard let decompressor = libdeflate_alloc_decompressor() else { throw .outOfMemory(path: path) }
    defer { libdeflate_free_decompressor(decompressor) }
    let capacity = Self.byteCount(size)
    let bits = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
      let result = libdeflate_zlib_decompress(
        decompressor, bytes, bytes.count, target.baseAddress, capacity, &count)
      if result != LIBDEFLATE_SUCCESS { count = 0 }
    }
    guard 8 * bits.count >= size.width * size.height else {
      throw .corrupt(path: path, detail: "the mask behind the image is damaged")
    }
    return bits
  }
}

/// White where a pixel is valid, black elsewhere.
private final class JPEGMaskRows: RasterRowReader {
  private let bits: [UInt8]
  private let path: String
  private let size: PixelSize
  private var nextRow: Int

  init(_ bits: [UInt8], path: String, size: PixelSize, firstRow: Int) {
    (self.bits, self.path, self.size) = (bits, path, size)
    nextRow = firstRow
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if nextRow == size.height { throw RasterError.noMoreRows(path: path, rows: size.height) }
    let first = nextRow * size.width
    row.withMemoryRebound(to: UInt32.self, capacity: size.width) { pixels in
      for x in 0..<size.width {
        let bit = first &+ x
        pixels[x] = bits[bit &>> 3] &>> UInt8(bit & 7) & 1 == 0 ? 0 : .max
      }
    }
    nextRow += 1
  }
}

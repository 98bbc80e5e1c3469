import CTIFFShim
import Georeferencing
import TileImaging

/// Rows of an image whose strips are too large for memory, decoded one by one.
final class TIFFScanlines: RasterRowReader {
  private let path: String
  private let image: TIFFImage
  private let handles: [TIFFHandle]
  private let converter: SampleConverter
  private let bytes: UnsafeMutablePointer<UInt8>
  private var rowsRead: Int

  init(
    file: SourceFile, image: TIFFImage, rule: SampleRule, limits: DecodingLimits, firstRow: Int = 0
  ) throws(RasterError) {
    path = file.path
    self.image = image
    var handles: [TIFFHandle] = []
    for _ in 0..<image.planeCount {
      handles.append(try TIFFBlockDecoder.open(file, image: image, limits: limits))
    }
    self.handles = handles
    converter = SampleConverter(layout: image.layout, rule: rule, capacity: image.size.width)
    bytes = .allocate(capacity: image.rowBytes * image.planeCount)
    // A strip can only be decoded from its first row on.
    rowsRead = firstRow / image.blockSize.height * image.blockSize.height
    while rowsRead < firstRow { _ = try readSamples() }
  }

  deinit { bytes.deallocate() }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if let samples = try readSamples() {
      converter.convert(samples, count: image.size.width, into: row)
    } else {
      row.update(repeating: 0, count: 4 * image.size.width)
    }
  }

  func survey(start: Int, step: Int, into survey: inout SampleSurvey) throws(RasterError) {
    guard let samples = try readSamples() else { return }
    converter.survey(samples, count: image.size.width, start: start, step: step, into: &survey)
  }

  func skipMissingStrip() throws(RasterError) -> Int {
    let height = image.blockSize.height
    guard rowsRead % height == 0, rowsRead < image.size.height else { return 0 }
    if try isAnyStored() { return 0 }
    let count = min(height, image.size.height - rowsRead)
    rowsRead += count
    return count
  }

  private func isStored(_ plane: Int) throws(RasterError) -> Bool {
    let strip = rowsRead / image.blockSize.height
    return try TIFFBlockOffsets.isStored(UInt32(plane * image.blocksDown + strip), handles[plane])
  }

  private func isAnyStored() throws(RasterError) -> Bool {
    for plane in handles.indices where try isStored(plane) { return true }
    return false
  }

  private func readSamples() throws(RasterError) -> StoredRow? {
    if rowsRead == image.size.height { throw .noMoreRows(path: path, rows: image.size.height) }
    guard try isAnyStored() else {
      rowsRead += 1
      return nil
    }
    for (plane, handle) in handles.enumerated() {
      let target = bytes + plane * image.rowBytes
      guard try isStored(plane) else {
        target.update(repeating: 0, count: image.rowBytes)
        continue
      }
      tp_tiff_clear(handle.pointer)
      image.clear(target, count: image.rowBytes)
      guard tp_tiff_read_row(handle.pointer, UInt32(rowsRead), UInt16(plane), target) != 0
      else { throw handle.fault("a strip ends too early") }
    }
    rowsRead += 1
    return StoredRow(start: bytes, planeBytes: image.rowBytes)
  }
}

import CPNGTestShim
package import TileImaging

/// Writes a PNG file of any size and form row by row.
package final class PNGFileWriter {
  package struct Failure: Error, Hashable {
    package let path: String
  }

  private let path: String
  private let handle: OpaquePointer
  private let height: Int
  private let passes: Int

  /// The bytes of one row as stored: packed, 16-bit samples big-endian.
  package let rowBytes: Int

  /// Creates the file, replacing one that exists, and writes everything before the samples.
  package init(
    path: String, width: Int, height: Int, layout: PNGLayout = .rgba8,
    compression: PNGCompression = .standard
  ) throws(Failure) {
    guard let handle = tp_png_file_create(path) else { throw Failure(path: path) }
    var raw = tp_png_layout()
    raw.width = UInt32(width)
    raw.height = UInt32(height)
    raw.bit_depth = UInt8(layout.bitDepth)
    raw.color_type = layout.colorType.rawValue
    raw.is_interlaced = layout.isInterlaced ? 1 : 0
    raw.has_key = layout.transparentColor.isEmpty ? 0 : 1
    let key = layout.transparentColor + [0, 0, 0]
    raw.key = (key[0], key[1], key[2])
    raw.gamma = layout.gamma ?? 0
    raw.level = Int32(compression.level)
    raw.use_filters = compression.usesFilters ? 1 : 0
    var rowBytes = 0
    var passes: Int32 = 1
    let isStarted = layout.palette.withUnsafeBufferPointer { palette in
      raw.palette = palette.isEmpty ? nil : palette.baseAddress
      raw.palette_count = UInt32(palette.count / 4)
      return tp_png_file_start(handle, &raw, &rowBytes, &passes)
    }
    (self.path, self.handle, self.height) = (path, handle, height)
    (self.rowBytes, self.passes) = (rowBytes, Int(passes))
    try check(isStarted)
  }

  deinit { tp_png_file_destroy(handle) }

  /// Writes the next row of ``rowBytes`` bytes; an interlaced file takes all its rows seven times over.
  package func writeRow(_ row: UnsafePointer<UInt8>) throws(Failure) {
    try check(tp_png_file_row(handle, row))
  }

  /// Writes all rows, asking for each as often as the layout needs it.
  package func writeRows(
    _ row: (_ y: Int, _ bytes: UnsafeMutablePointer<UInt8>) -> Void
  ) throws(Failure) {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: rowBytes)
    bytes.initialize(repeating: 0, count: rowBytes)
    defer { bytes.deallocate() }
    for _ in 0..<passes {
      for y in 0..<height {
        row(y, bytes)
        try writeRow(bytes)
      }
    }
  }

  package func finish() throws(Failure) { try check(tp_png_file_finish(handle)) }

  package static func write(
    _ image: RGBAImage, to path: String, compression: PNGCompression = .standard
  ) throws(Failure) {
    let writer = try PNGFileWriter(
      path: path, width: image.width, height: image.height, compression: compression)
    let rowBytes = writer.rowBytes
    try writer.writeRows { y, bytes in
      image.samples.withUnsafeBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        bytes.update(from: base + y * rowBytes, count: rowBytes)
      }
    }
    try writer.finish()
  }

  private func check(_ isDone: Int32) throws(Failure) {
    if isDone == 0 { throw Failure(path: path) }
  }
}

/// Rows whose samples come in the opposite order.
final class MirroredRows: RasterRowReader {
  private let base: any RasterRowReader
  private let width: Int

  init(base: any RasterRowReader, width: Int) {
    self.base = base
    self.width = width
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    try base.readRow(into: row)
    Self.reverse(row, count: width)
  }

  func finish() throws { try base.finish() }

  /// Reverses the order of samples in place.
  static func reverse(_ row: UnsafeMutablePointer<UInt8>, count: Int) {
    let pixels = UnsafeMutableRawPointer(row)
    var left = 0
    var right = 4 * (count - 1)
    while left < right {
      let pixel = pixels.loadUnaligned(fromByteOffset: left, as: UInt32.self)
      let other = pixels.loadUnaligned(fromByteOffset: right, as: UInt32.self)
      pixels.storeBytes(of: other, toByteOffset: left, as: UInt32.self)
      pixels.storeBytes(of: pixel, toByteOffset: right, as: UInt32.self)
      left &+= 4
      right &-= 4
    }
  }
}

/// The rows of a picture whose stored rows are its columns or run upwards, out of a scratch file.
final class RotatedRows: RasterRowReader {
  /// How many stored columns are rotated at once: those of a block of the scratch file.
  private static let bandWidth = 256

  private let path: String
  private let raster: ScratchRaster
  private let stored: PixelSize
  private let orientation: ImageOrientation
  private let band: UnsafeMutablePointer<UInt8>
  /// The stored columns that `band` holds.
  private var held = 0..<0
  private var rowsRead = 0

  /// Copies the stored rows into a scratch file.
  init(
    _ rows: any RasterRowReader, path: String, stored: PixelSize, orientation: ImageOrientation,
    scratch: ScratchDirectory
  ) throws {
    self.path = path
    self.stored = stored
    self.orientation = orientation
    raster = try ScratchRaster(
      size: stored, directory: scratch,
      cacheBytes: ScratchRaster.reorderingCacheBytes(width: stored.width))
    band = .allocate(
      capacity: orientation.swapsAxes ? Self.bandBytes(height: stored.height) : 0)
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * stored.width)
    defer { row.deallocate() }
    for y in 0..<stored.height {
      try rows.readRow(into: row)
      try raster.writeRow(y, from: row)
    }
    try rows.finish()
  }

  deinit { band.deallocate() }

  /// The memory that rotating columns of so many samples takes.
  static func bandBytes(height: Int) -> Int { 4 * bandWidth * height }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    let height = orientation.swapsAxes ? stored.width : stored.height
    if rowsRead == height { throw RasterError.noMoreRows(path: path, rows: height) }
    if orientation.swapsAxes {
      try readColumn(into: row)
    } else {
      try raster.read(
        x: 0, y: stored.height - 1 - rowsRead, width: stored.width, height: 1, into: row,
        bytesPerRow: 4 * stored.width)
      if orientation == .rotated180 { MirroredRows.reverse(row, count: stored.width) }
    }
    rowsRead += 1
  }

  private func readColumn(into row: UnsafeMutablePointer<UInt8>) throws {
    let isBackward = orientation == .transversed || orientation == .rotated270
    let column = isBackward ? stored.width - 1 - rowsRead : rowsRead
    if !held.contains(column) {
      let first = column / Self.bandWidth * Self.bandWidth
      let end = min(first + Self.bandWidth, stored.width)
      try raster.read(
        x: first, y: 0, width: end - first, height: stored.height, into: band,
        bytesPerRow: 4 * (end - first))
      held = first..<end
    }
    let source = UnsafeRawPointer(band)
    let target = UnsafeMutableRawPointer(row)
    for y in 0..<stored.height {
      let pixel = source.loadUnaligned(
        fromByteOffset: 4 &* (y &* held.count &+ column &- held.lowerBound), as: UInt32.self)
      target.storeBytes(of: pixel, toByteOffset: 4 &* y, as: UInt32.self)
    }
    if orientation == .rotated90 || orientation == .transversed {
      MirroredRows.reverse(row, count: stored.height)
    }
  }

  /// Does nothing: the end of the file was confirmed before the first row.
  func finish() throws {}
}

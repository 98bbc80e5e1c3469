import Georeferencing
/// The picture of an image whose file states an orientation other than upright.
struct OrientedSource: RasterSource {
  private let base: any RasterSource
  private let orientation: ImageOrientation
  let header: RasterHeader

  init(_ base: any RasterSource, _ orientation: ImageOrientation) {
    (self.base, self.orientation) = (base, orientation)
    var header = base.header
    header.size = orientation.size(of: base.size)
    header.orientation = orientation
    if orientation.swapsAxes { header.resolution = header.resolution?.withAxesSwapped }
    header.capabilities = Self.capabilities(of: base.capabilities, size: base.size, orientation)
    self.header = header
  }

  private static func capabilities(
    of stored: RasterCapabilities, size: PixelSize, _ orientation: ImageOrientation
  ) -> RasterCapabilities {
    var shown = stored
    if !orientation.keepsRowOrder {
      // Out of windows, or of a scratch file.
      shown.storesRowsInOrder = stored.windowBytes != nil
      shown.rowReadingBytes =
        (stored.windowBytes ?? stored.rowReadingBytes)
        + RotatedRows.byteCount(size: orientation.size(of: size), orientation)
      shown.partBytes = 0
    }
    shown.reductions = stored.reductions.map {
      RasterReduction(
        size: orientation.size(of: $0.size),
        capabilities: capabilities(of: $0.capabilities, size: $0.size, orientation),
        leastSpan: $0.leastSpan)
    }
    return shown
  }

  func openRows(
    from access: SeekPoint?, scratch: ScratchDirectory,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    if orientation.keepsRowOrder {
      let (rows, first) = try base.openRows(
        from: access, scratch: scratch, isCancelled: isCancelled)
      return (ChangedRows(rows, width: size.width, change: Self.reverse), first)
    }
    if base.capabilities.windowBytes != nil {
      let first = min(max(access?.row ?? 0, 0), size.height)
      return (RotatedRows(try makeOrientedWindows(), path: path, firstRow: first), first)
    }
    let windows = OrientedWindows(
      base: try storedCopy(scratch: scratch, isCancelled: isCancelled), orientation: orientation)
    return (RotatedRows(windows, path: path), 0)
  }

  private func storedCopy(
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> ScratchRaster {
    let stored = base.size
    let rows = try base.makeRowReader(scratch: scratch, isCancelled: isCancelled)
    let raster = try ScratchRaster(
      size: stored, directory: scratch,
      cacheBytes: ScratchRaster.reorderingCacheBytes(width: stored.width))
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * stored.width)
    defer { row.deallocate() }
    for y in 0..<stored.height {
      if isCancelled() { throw CancellationError() }
      try rows.readRow(into: row)
      try raster.writeRow(y, from: row)
    }
    try rows.finish()
    return raster
  }

  func seekPoint(forRow row: Int) -> SeekPoint? {
    if orientation.keepsRowOrder { return base.seekPoint(forRow: row) }
    return base.capabilities.windowBytes == nil ? nil : SeekPoint(row: row, bytes: [])
  }

  func makeWindows() throws -> any RasterWindows { try makeOrientedWindows() }

  private func makeOrientedWindows() throws -> OrientedWindows {
    OrientedWindows(base: try base.makeWindows(), orientation: orientation)
  }

  func resized(to size: PixelSize) throws -> any RasterSource {
    OrientedSource(try base.resized(to: orientation.size(of: size)), orientation)
  }

  func decoded(byThreads threads: Int) -> any RasterSource {
    OrientedSource(base.decoded(byThreads: threads), orientation)
  }

  private static func reverse(_ row: UnsafeMutablePointer<UInt8>, count: Int) {
    row.withMemoryRebound(to: UInt32.self, capacity: count) {
      var pixels = UnsafeMutableBufferPointer(start: $0, count: count)
      pixels.reverse()
    }
  }
}

/// Rows of a picture whose stored rows are its columns or run upwards, out of windows.
private final class RotatedRows: RasterRowReader {
  private let windows: OrientedWindows
  private let path: String
  private let bandHeight: Int
  private let band: UnsafeMutablePointer<UInt8>
  private var held = 0..<0
  private var nextRow: Int

  init(_ windows: OrientedWindows, path: String, firstRow: Int = 0) {
    (self.windows, self.path, nextRow) = (windows, path, firstRow)
    bandHeight = Self.bandHeight(windows.orientation)
    band = .allocate(capacity: 4 * bandHeight * windows.size.width)
  }

  deinit { band.deallocate() }

  private static func bandHeight(_ orientation: ImageOrientation) -> Int {
    orientation.swapsAxes ? OrientedWindows.sliceHeight : 1
  }

  /// In bytes.
  static func byteCount(size: PixelSize, _ orientation: ImageOrientation) -> Int {
    guard orientation.swapsAxes else { return 0 }
    return 4 * bandHeight(orientation) * (size.width + OrientedWindows.sliceHeight)
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    let size = windows.size
    if nextRow == size.height { throw RasterError.noMoreRows(path: path, rows: size.height) }
    if !held.contains(nextRow) {
      // Bands begin and end with blocks of the stored image.
      let column = windows.orientation.mirrorsColumns ? size.height - 1 - nextRow : nextRow
      let block = column / bandHeight * bandHeight
      let end =
        windows.orientation.mirrorsColumns
        ? size.height - block : min(block + bandHeight, size.height)
      try windows.read(
        x: 0, y: nextRow, width: size.width, height: end - nextRow, into: band,
        bytesPerRow: 4 * size.width)
      held = nextRow..<end
    }
    row.update(
      from: band + 4 * size.width * (nextRow - held.lowerBound), count: 4 * size.width)
    nextRow += 1
  }

  func finish() throws {}

  func seekPoint(forRow row: Int) -> SeekPoint? {
    windows.base is ScratchRaster ? nil : SeekPoint(row: row, bytes: [])
  }
}

/// Windows of a picture, out of those of the stored image.
private struct OrientedWindows: RasterWindows {
  static let sliceHeight = ScratchRaster.blockSide

  let base: any RasterWindows
  let orientation: ImageOrientation

  var size: PixelSize { orientation.size(of: base.size) }

  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws {
    let (swaps, stored) = (orientation.swapsAxes, base.size)
    func range(_ start: Int, _ count: Int, of whole: Int, mirrored: Bool) -> Range<Int> {
      mirrored ? whole - start - count..<whole - start : start..<start + count
    }
    let columns = range(
      swaps ? y : x, swaps ? height : width, of: stored.width, mirrored: orientation.mirrorsColumns)
    let rows = range(
      swaps ? x : y, swaps ? width : height, of: stored.height, mirrored: orientation.mirrorsRows)
    let slice = UnsafeMutablePointer<UInt8>.allocate(
      capacity: 4 * columns.count * min(rows.count, Self.sliceHeight))
    defer { slice.deallocate() }
    // Target of the first stored sample of a slice, and the steps to its next column and row.
    let (across, down) = swaps ? (bytesPerRow, 4) : (4, bytesPerRow)
    let columnStep = orientation.mirrorsColumns ? -across : across
    let rowStep = orientation.mirrorsRows ? -down : down
    let origin =
      (orientation.mirrorsColumns ? (columns.count - 1) * across : 0)
      + (orientation.mirrorsRows ? (rows.count - 1) * down : 0)
    var first = rows.lowerBound
    while first < rows.upperBound {
      let end = min((first / Self.sliceHeight + 1) * Self.sliceHeight, rows.upperBound)
      try base.read(
        x: columns.lowerBound, y: first, width: columns.count, height: end - first, into: slice,
        bytesPerRow: 4 * columns.count)
      var source = UnsafeRawPointer(slice)
      for row in first..<end {
        var position =
          UnsafeMutableRawPointer(target) + origin
          + (row - rows.lowerBound) * rowStep
        for _ in 0..<columns.count {
          position.storeBytes(of: source.loadUnaligned(as: UInt32.self), as: UInt32.self)
          source += 4
          position += columnStep
        }
      }
      first = end
    }
  }
}

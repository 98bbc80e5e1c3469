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
        + (orientation.swapsAxes
          ? 4 * OrientedWindows.sliceHeight
            * (orientation.size(of: size).width + OrientedWindows.sliceHeight) : 0)
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
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    if orientation.keepsRowOrder {
      let (rows, first) = try base.openRows(from: row, scratch: scratch, isCancelled: isCancelled)
      return (ChangedRows(rows, width: size.width, change: Self.reverse), first)
    }
    if base.capabilities.windowBytes != nil {
      let first = min(max(row, 0), size.height)
      return (rows(of: try base.makeWindows(), from: first), first)
    }
    let copy = try ScratchRaster(copying: base, in: scratch, isCancelled: isCancelled)
    return (rows(of: copy, from: 0), 0)
  }

  /// Bands begin and end with blocks of the stored image.
  private func rows(of stored: any RasterWindows, from first: Int) -> WindowRows {
    WindowRows(
      OrientedWindows(base: stored, orientation: orientation), path: path, firstRow: first,
      bandHeight: orientation.swapsAxes ? OrientedWindows.sliceHeight : 1,
      countsFromEnd: orientation.mirrorsColumns)
  }

  func makeWindows() throws -> any RasterWindows {
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
        var position = UnsafeMutableRawPointer(target) + origin + (row - rows.lowerBound) * rowStep
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

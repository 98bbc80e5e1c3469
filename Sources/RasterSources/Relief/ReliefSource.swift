import Georeferencing

/// A raster of elevations, drawn as a picture.
struct ReliefSource: ChangedRaster {
  let base: any RasterSource
  let header: RasterHeader
  private let relief: Relief
  private let georeference: Georeference
  private let drawing: ReliefDrawing

  init(_ base: any RasterSource, _ relief: Relief, georeference: Georeference) {
    self.init(
      base, relief, georeference,
      ReliefDrawing(relief, size: base.size, georeference: georeference))
  }

  private init(
    _ base: any RasterSource, _ relief: Relief, _ georeference: Georeference,
    _ drawing: ReliefDrawing
  ) {
    self.base = base
    (self.relief, self.georeference, self.drawing) = (relief, georeference, drawing)
    var header = base.header
    header.isOpaque = false
    header.capabilities.rowReadingBytes += 4 * 4 * header.size.width
    header.capabilities.reductions = []
    header.composite = header.composite?.mapping {
      ReliefSource($0.raster, relief, georeference: $0.georeference)
    }
    self.header = header
  }

  func changing(_ base: any RasterSource) -> ReliefSource {
    ReliefSource(base, relief, georeference, drawing)
  }

  func changed(
    _ rows: any RasterRowReader, from first: Int
  ) -> (reader: any RasterRowReader, firstRow: Int) {
    // The first row of heights is above the first that is drawn.
    let drawn = ReliefRows(rows, drawing, size: size, firstHeights: first)
    return (drawn, drawn.firstRow)
  }

  func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let (rows, first) = try base.openRows(
      from: max(0, row - 1), scratch: scratch, isCancelled: isCancelled)
    return changed(rows, from: first)
  }

  func makeWindows() throws -> any RasterWindows {
    ReliefWindows(base: try base.makeWindows(), drawing: drawing)
  }
}

extension RasterSource {
  /// The picture of other heights than `self` is drawn of; `nil` where no heights are drawn.
  package func drawing(_ change: (any RasterSource) -> any RasterSource) -> (any RasterSource)? {
    (self as? ReliefSource).map { $0.changing(change($0.base)) }
  }
}

extension GeoreferencedImage {
  package func drawn(as relief: Relief?) -> GeoreferencedImage {
    guard let relief else { return self }
    return GeoreferencedImage(
      raster: ReliefSource(raster, relief, georeference: resolved.georeference), resolved: resolved)
  }
}

/// Draws rows of elevations, each with the rows above and below it.
private final class ReliefRows: RasterRowReader {
  let firstRow: Int
  private let base: any RasterRowReader
  private let drawing: ReliefDrawing
  private let size: PixelSize
  /// Three rows by their number modulo 3, with a zero pixel at each end.
  private let heights: UnsafeMutablePointer<UInt32>
  private let blank: UnsafeMutablePointer<UInt32>
  private var readEnd: Int
  private var next: Int
  private let firstHeights: Int

  init(_ base: any RasterRowReader, _ drawing: ReliefDrawing, size: PixelSize, firstHeights: Int) {
    self.base = base
    self.drawing = drawing
    self.size = size
    self.firstHeights = firstHeights
    firstRow = firstHeights == 0 ? 0 : min(firstHeights + 1, size.height)
    readEnd = firstHeights
    next = firstRow
    heights = .allocate(capacity: 3 * (size.width + 2))
    heights.initialize(repeating: 0, count: 3 * (size.width + 2))
    blank = .allocate(capacity: size.width + 2)
    blank.initialize(repeating: 0, count: size.width + 2)
  }

  deinit {
    heights.deallocate()
    blank.deallocate()
  }

  private func row(_ number: Int) -> UnsafeMutablePointer<UInt32> {
    guard number >= firstHeights, number < size.height else { return blank }
    return heights + number % 3 * (size.width + 2)
  }

  func readRow(into target: UnsafeMutablePointer<UInt8>) throws {
    while readEnd < min(next + 2, size.height) {
      try base.readRow(
        into: UnsafeMutableRawPointer(row(readEnd) + 1).assumingMemoryBound(to: UInt8.self))
      readEnd += 1
    }
    drawing.draw(
      row(next - 1), row(next), row(next + 1), row: next, count: size.width, into: target)
    next += 1
  }

  func finish() throws { try base.finish() }
}

/// Windows of elevations, drawn.
private struct ReliefWindows: RasterWindows {
  let base: any RasterWindows
  let drawing: ReliefDrawing

  var size: PixelSize { base.size }

  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws {
    let columns = max(0, x - 1)..<min(size.width, x + width + 1)
    let rows = max(0, y - 1)..<min(size.height, y + height + 1)
    let stride = width + 2
    let heights = UnsafeMutablePointer<UInt32>.allocate(capacity: stride * (height + 2))
    defer { heights.deallocate() }
    heights.initialize(repeating: 0, count: stride * (height + 2))
    let first = heights + (rows.lowerBound - y + 1) * stride + columns.lowerBound - x + 1
    try base.read(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count,
      into: UnsafeMutableRawPointer(first).assumingMemoryBound(to: UInt8.self),
      bytesPerRow: 4 * stride)
    for row in 0..<height {
      let own = heights + (row + 1) * stride
      drawing.draw(
        own - stride, own, own + stride, row: y + row, count: width,
        into: target + row * bytesPerRow)
    }
  }
}

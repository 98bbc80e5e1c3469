import Georeferencing
package import TileImaging

/// A raster with converted colours, removed colours or paper, or a background.
struct RecoloredSource: ChangedRaster {
  let base: any RasterSource
  let header: RasterHeader
  let rule: RecoloringRule

  init(base: any RasterSource, rule: RecoloringRule) {
    (self.base, self.rule) = (base, rule)
    var header = base.header
    header.isOpaque = rule.background != nil || (header.isOpaque && !rule.removesColors)
    header.details += rule.details
    // A colour that is matched by its exact value is lost where pixels are mixed, and so is the ink that was
    // mixed with paper.
    if rule.removesColors || rule.ink != .keep { header.capabilities.reductions = [] }
    self.header = header
  }

  func changing(_ base: any RasterSource) -> RecoloredSource {
    RecoloredSource(base: base, rule: rule)
  }

  func changed(
    _ rows: any RasterRowReader, from first: Int
  ) -> (reader: any RasterRowReader, firstRow: Int) {
    (ChangedRows(rows, width: size.width, change: rule.apply), first)
  }

  func makeWindows() throws -> any RasterWindows {
    RecoloredWindows(base: try base.makeWindows(), rule: rule)
  }

  func resized(to size: PixelSize) throws -> any RasterSource {
    changing(try base.resized(to: size))
  }
}

/// Changes to the colours of a raster, in this order.
package struct RecoloringRule: Sendable {
  /// Palette for grey samples; red, green, blue and alpha from the lowest byte.
  var table: [UInt32]?
  var noData: OpaqueColor?
  var transform: ColorTransform?
  var transparent: OpaqueColor?
  package var paper: PaperExtraction?
  package var ink = InkHandling.keep
  var background: OpaqueColor?

  package init(table: [UInt32]? = nil, transparent: OpaqueColor? = nil) {
    (self.table, self.transparent) = (table, transparent)
  }

  package var isIdentity: Bool {
    !removesColors && transform == nil && ink == .keep && background == nil
  }

  var removesColors: Bool { table != nil || noData != nil || transparent != nil || paper != nil }

  var details: [RasterDetail] {
    var details: [RasterDetail] = []
    if let paper {
      details.append(RasterDetail("paper", Paper.text(paper.color, tolerance: paper.tolerance)))
    }
    if ink != .keep { details.append(RasterDetail("ink", "inverted in lightness")) }
    return details
  }

  package func apply(to samples: UnsafeMutablePointer<UInt8>, count: Int) {
    if let table { Self.look(up: table, for: samples, count: count) }
    if let noData { Self.clear(noData, in: samples, count: count) }
    transform?.convert(samples, count: count)
    if let transparent { Self.clear(transparent, in: samples, count: count) }
    paper?.apply(to: samples, count: count)
    if ink == .invert { InkInversion.apply(to: samples, count: count) }
    background?.composite(under: samples, count: count)
  }

  private static func look(
    up table: [UInt32], for samples: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let pixels = UnsafeMutableRawPointer(samples)
    for x in 0..<count where samples[4 &* x &+ 3] != 0 {
      pixels.storeBytes(
        of: table[Int(samples[4 &* x])].littleEndian, toByteOffset: 4 &* x, as: UInt32.self)
    }
  }

  private static func clear(
    _ color: OpaqueColor, in samples: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    var pixel = samples
    for _ in 0..<count {
      if pixel[0] == color.red, pixel[1] == color.green, pixel[2] == color.blue {
        (pixel[0], pixel[1], pixel[2], pixel[3]) = (0, 0, 0, 0)
      }
      pixel += 4
    }
  }
}

/// Rows of a raster, each changed after it was read.
package final class ChangedRows: RasterRowReader {
  private let base: any RasterRowReader
  private let width: Int
  private let change: (UnsafeMutablePointer<UInt8>, Int) -> Void

  package init(
    _ base: any RasterRowReader, width: Int,
    change: @escaping (UnsafeMutablePointer<UInt8>, Int) -> Void
  ) {
    (self.base, self.width, self.change) = (base, width, change)
  }

  package func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    try base.readRow(into: row)
    change(row, width)
  }

  package func finish() throws { try base.finish() }
}

private struct RecoloredWindows: RasterWindows {
  let base: any RasterWindows
  let rule: RecoloringRule

  var size: PixelSize { base.size }

  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws {
    try base.read(x: x, y: y, width: width, height: height, into: target, bytesPerRow: bytesPerRow)
    for row in 0..<height { rule.apply(to: target + row * bytesPerRow, count: width) }
  }
}

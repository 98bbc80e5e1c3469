package import Georeferencing

/// Finds the empty margins of an image.
enum Margins {
  private static let leastAlpha = 26
  /// Pixels of margin that stay, for soft edges.
  private static let kept = 2

  static func part(inside image: any RasterSource, mayHavePaper: Bool) throws -> ImagePart? {
    let size = image.size
    var (left, right, top, bottom) = (size.width, -1, size.height, -1)
    var paper: PaperExtraction?
    try image.forEachRow(scratch: .system) { y, row in
      func shows(_ x: Int) -> Bool { row[4 * x + 3] >= leastAlpha }
      if y == 0, mayHavePaper, row[3] == 255 { paper = try Paper().extraction(of: image) }
      paper?.apply(to: row, count: size.width)
      guard let first = (0..<size.width).first(where: shows),
        let last = (0..<size.width).last(where: shows)
      else { return }
      (left, right) = (min(left, first), max(right, last))
      (top, bottom) = (min(top, y), y)
    }
    guard left <= right else { return nil }
    let columns = max(0, left - kept)..<min(size.width, right + 1 + kept)
    let lines = max(0, top - kept)..<min(size.height, bottom + 1 + kept)
    guard columns.count < size.width || lines.count < size.height else { return nil }
    return ImagePart(columns: columns, rows: lines, outline: nil)
  }
}

extension GeoreferencedImage {
  /// Control points still count pixels of the whole image.
  package func cropped(
    _ samples: SampleOptions
  ) throws -> (image: GeoreferencedImage, origin: PixelPoint) {
    guard samples.crop == .auto,
      let part = try Margins.part(
        inside: raster, mayHavePaper: samples.paper == nil || samples.background != nil)
    else {
      return (self, PixelPoint(x: 0, y: 0))
    }
    let origin = PixelPoint(x: Double(part.columns.lowerBound), y: Double(part.rows.lowerBound))
    return (cropped(to: part.size, from: origin), origin)
  }

  package func cropped(to size: PixelSize, from origin: PixelPoint) -> GeoreferencedImage {
    guard size != raster.size else { return self }
    let (left, top) = (Int(origin.x), Int(origin.y))
    let part = ImagePart(
      columns: left..<left + size.width, rows: top..<top + size.height, outline: nil)
    var resolved = resolved
    resolved.georeference = Georeference(
      crs: resolved.georeference.crs,
      pixelToCRS: resolved.georeference.pixelToCRS.counted(from: origin))
    resolved.summary += "; cropped from \(raster.size)"
    return GeoreferencedImage(raster: part.raster(of: raster), resolved: resolved)
  }
}

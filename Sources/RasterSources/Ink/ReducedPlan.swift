import Georeferencing
package import TileImaging

/// A whole image, reduced as its rows are read.
package struct ReducedPlan {
  package let image: RGBAImage

  package init(_ source: any RasterSource, longestSide: Int, scratch: ScratchDirectory) throws {
    let longest = max(source.size.width, source.size.height)
    var source = source
    if source.capabilities.drawing != nil {
      source = try source.resized(
        to: Self.size(source.size, scale: Double(longestSide) / Double(longest)))
    }
    let scale = min(1, Double(longestSide) / Double(max(source.size.width, source.size.height)))
    let size = Self.size(source.size, scale: scale)
    let (across, down) = (
      Double(size.width) / Double(source.size.width),
      Double(size.height) / Double(source.size.height)
    )
    let mean = MeanImage(width: size.width, height: size.height)
    let columns = source.size.width
    try source.forEachRow(scratch: scratch) { y, row in
      mean.add(
        row, columns: columns, rows: 1, x: 0, y: Double(y) * down, across: across, down: down)
    }
    image = mean.image
  }

  private static func size(_ size: PixelSize, scale: Double) -> PixelSize {
    PixelSize(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
  }
}

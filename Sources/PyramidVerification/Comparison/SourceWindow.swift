import Georeferencing
import RasterSources
import TileImaging
import TileModel

/// The part of a source under one tile: red, green and blue over a background, and alpha.
struct SourceWindow {
  /// How a sample of a tile is estimated from the source.
  enum Estimate: CaseIterable {
    /// The bilinear value, or the mean over the sample's area where the tile is coarser.
    case area
    /// The source's sample under the middle of the tile's.
    case nearest
  }

  /// What the source says of the samples of a tile, four channels each, row by row; not a number
  /// where it says nothing.
  struct Expectation {
    /// The estimates.
    var values: [Float]
    /// The least of the source's samples around.
    var low: [Float]
    /// The greatest.
    var high: [Float]
    /// Whether each sample is beyond the source, where nothing may show.
    var isBeyond: [Bool]
  }

  /// The most samples of the source under one tile that are read.
  private static let sampleLimit = 1 << 24

  private let tile: TileCoordinate
  private let side: Int
  let grid: TileGrid
  private let georeference: Georeference
  private let inverse: InversePixelTransform
  /// The projected x of the source's middle: columns of the map are those nearest to it.
  private let middleX: Double
  private let originX: Int
  private let originY: Int
  private let width: Int
  private let height: Int
  private let samples: [UInt8]
  /// The source's samples along each axis.
  private let sourceSize: PixelSize
  /// Source samples per sample of the tile.
  private let scale: Double
  /// The same, and at least 1.
  private var reduction: Double { max(1, scale * 0.9) }

  /// Reads the window, which is empty when the tile is off the source; `nil` when that cannot be
  /// determined, or when the tile is on more of the source than is read.
  ///
  /// Where the source is transparent, colours are those of `background`.
  init?(
    tile: TileCoordinate, side: Int, georeference: Georeference, inverse: InversePixelTransform,
    raster: ScratchRaster, background: ColorPlane.Background
  ) throws {
    guard let size = TileSize(rawValue: side) else { return nil }
    self.tile = tile
    self.side = side
    self.georeference = georeference
    self.inverse = inverse
    let middle = PixelPoint(
      x: Double(raster.size.width) / 2, y: Double(raster.size.height) / 2)
    let middleX = georeference.mercator(of: middle).x
    self.middleX = middleX.isFinite ? middleX : 0
    grid = TileGrid(tileSize: size)
    var (west, north, east, south) = (Double.infinity, Double.infinity, -Double.infinity, -1e300)
    for step in 0...16 {
      for corner in 0..<4 {
        let along = Double(step * side / 16)
        let edge = Double(side)
        let (x, y) =
          [(along, 0), (along, edge), (0, along), (edge, along)][corner] as (Double, Double)
        guard let pixel = Self.pixel(x, y, tile, grid, georeference, inverse, self.middleX) else {
          return nil
        }
        west = min(west, pixel.x)
        east = max(east, pixel.x)
        north = min(north, pixel.y)
        south = max(south, pixel.y)
      }
    }
    sourceSize = raster.size
    scale = max(east - west, south - north) / Double(side)
    let margin = 3 * max(1, scale * 0.9) + 4
    let left = max(0, (west - margin).rounded(.down))
    let right = min(Double(raster.size.width), (east + margin).rounded(.up))
    let top = max(0, (north - margin).rounded(.down))
    let bottom = min(Double(raster.size.height), (south + margin).rounded(.up))
    guard left < right, top < bottom else {
      // An array of nothing may have no address, and none of these samples is read.
      (originX, originY, width, height, samples) = (0, 0, 0, 0, [0, 0, 0, 0])
      return
    }
    guard (right - left) * (bottom - top) <= Double(Self.sampleLimit) else { return nil }
    (originX, originY) = (Int(left), Int(top))
    (width, height) = (Int(right) - Int(left), Int(bottom) - Int(top))
    let (x, y, across, down) = (originX, originY, width, height)
    let count = across * down
    samples = try [UInt8](unsafeUninitializedCapacity: 4 * count) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      try raster.read(x: x, y: y, width: across, height: down, into: base, bytesPerRow: 4 * across)
      background.composite(under: base, count: count)
      filled = 4 * count
    }
  }

  /// What the source says of every sample of the tile that `isCompared` names, and of those at least
  /// a margin inside the source; at its edge kernels and partial coverage decide.
  func expectation(
    _ estimate: Estimate, step: Int = 1, margin: Int = 0, where isCompared: (Int) -> Bool
  ) -> Expectation {
    let nothing = [Float](repeating: .nan, count: 4 * side * side)
    var expected = Expectation(
      values: nothing, low: nothing, high: nothing,
      isBeyond: [Bool](repeating: false, count: side * side))
    let reach = Int((2.5 * reduction + 0.5).rounded(.up))
    let outset = Double(reach) + Double(margin) * scale
    let range = SampleRange(samples, width: width, span: 2 * reach + 1)
    samples.withUnsafeBufferPointer { buffer in
      guard let samples = buffer.baseAddress else { return }
      for y in stride(from: 0, to: side, by: step) {
        for x in stride(from: 0, to: side, by: step) where isCompared(y * side + x) {
          guard
            let center = Self.pixel(
              Double(x) + 0.5, Double(y) + 0.5, tile, grid, georeference, inverse, middleX)
          else { continue }
          expected.isBeyond[y * side + x] = isBeyond(center, by: outset)
          let (px, py) = (center.x - Double(originX), center.y - Double(originY))
          let (left, top) = (Int(px.rounded(.down)) - reach, Int(py.rounded(.down)) - reach)
          guard left >= 0, top >= 0, left + 2 * reach < width, top + 2 * reach < height
          else { continue }
          let index = 4 * (y * side + x)
          let position = 4 * (top * width + left)
          for channel in 0..<4 {
            expected.low[index + channel] = Float(range.low[position + channel])
            expected.high[index + channel] = Float(range.high[position + channel])
          }
          switch estimate {
          case .area: addMean(px, py, samples, &expected.values, index)
          case .nearest: addNearest(px, py, samples, &expected.values, index)
          }
        }
      }
    }
    return expected
  }

  /// Whether a position of the source is more than some of its samples beyond its edge.
  private func isBeyond(_ point: PixelPoint, by outset: Double) -> Bool {
    point.x < -outset || point.x > Double(sourceSize.width) + outset
      || point.y < -outset || point.y > Double(sourceSize.height) + outset
  }

  private func addNearest(
    _ px: Double, _ py: Double, _ samples: UnsafePointer<UInt8>, _ values: inout [Float],
    _ index: Int
  ) {
    let position = 4 * (Int(py.rounded(.down)) * width + Int(px.rounded(.down)))
    for channel in 0..<4 { values[index + channel] = Float(samples[position + channel]) }
  }

  private func addMean(
    _ px: Double, _ py: Double, _ samples: UnsafePointer<UInt8>, _ values: inout [Float],
    _ index: Int
  ) {
    let half = max(0.5, reduction / 2)
    var (red, green, blue, alpha, weights) = (0.0, 0.0, 0.0, 0.0, 0.0)
    let (top, bottom) = (Int((py - half).rounded(.down)), Int((py + half).rounded(.down)))
    let (left, right) = (Int((px - half).rounded(.down)), Int((px + half).rounded(.down)))
    for row in top...bottom {
      let tall = min(Double(row + 1), py + half) - max(Double(row), py - half)
      for column in left...right {
        let wide = min(Double(column + 1), px + half) - max(Double(column), px - half)
        let weight = max(0, tall) * max(0, wide)
        let pixel = samples + 4 &* (row &* width &+ column)
        red += weight * Double(pixel[0])
        green += weight * Double(pixel[1])
        blue += weight * Double(pixel[2])
        alpha += weight * Double(pixel[3])
        weights += weight
      }
    }
    guard weights > 0 else { return addNearest(px, py, samples, &values, index) }
    values[index] = Float(red / weights)
    values[index + 1] = Float(green / weights)
    values[index + 2] = Float(blue / weights)
    values[index + 3] = Float(alpha / weights)
  }

  /// The position in the source of a position in a tile.
  private static func pixel(
    _ x: Double, _ y: Double, _ tile: TileCoordinate, _ grid: TileGrid,
    _ georeference: Georeference, _ inverse: InversePixelTransform, _ middleX: Double
  ) -> PixelPoint? {
    let side = grid.tileSize.rawValue
    var point = grid.mercator(
      of: WorldPixelPoint(x: Double(tile.x * side) + x, y: Double(tile.y * side) + y),
      atZoom: tile.zoom)
    point.x += WebMercator.extent * ((middleX - point.x) / WebMercator.extent).rounded()
    return inverse.apply(georeference.crs.point(ofMercator: point))
  }
}

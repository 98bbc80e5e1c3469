import RasterSources
import TileImaging
import TileModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The decimal logarithm.
enum Logarithm {
  static func decimal(_ value: Double) -> Double { log10(value) }
}

/// The part of a source under one tile, as greys.
struct SourceWindow {
  /// What the source says of one sample of the tile.
  struct Sample {
    /// The mean over the sample's area.
    let value: Float
    /// The least of the source's samples around it.
    let low: Float
    /// The greatest.
    let high: Float
    /// The source's sample at the place itself.
    let nearest: Float

    /// A sample amid others of one grey.
    init(of grey: Float) { self.init(value: grey, low: grey, high: grey, nearest: grey) }

    init(value: Float, low: Float, high: Float, nearest: Float) {
      self.value = value
      self.low = low
      self.high = high
      self.nearest = nearest
    }
  }

  /// The most samples of the source under one tile that are read.
  private static let sampleLimit = 1 << 24

  private let tile: TileCoordinate
  let grid: TileGrid
  private let georeference: Georeference
  private let inverse: InversePixelTransform
  /// The projected x of the source's middle: columns of the map are those nearest to it.
  private let middleX: Double
  private let originX: Int
  private let originY: Int
  private let width: Int
  private let height: Int
  private let greys: [Float]
  /// Source samples per sample of the tile.
  private let reduction: Double

  /// Reads the window; `nil` when the tile lies off the source, or on more of it than is read.
  ///
  /// What is transparent in the source counts as the grey `background`.
  init?(
    tile: TileCoordinate, side: Int, georeference: Georeference, inverse: InversePixelTransform,
    raster: ScratchRaster, background: Float
  ) throws {
    guard let size = TileSize(rawValue: side) else { return nil }
    self.tile = tile
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
    reduction = max(1, max(east - west, south - north) / Double(side) * 0.9)
    let margin = 3 * reduction + 2
    let left = max(0, (west - margin).rounded(.down))
    let right = min(Double(raster.size.width), (east + margin).rounded(.up))
    let top = max(0, (north - margin).rounded(.down))
    let bottom = min(Double(raster.size.height), (south + margin).rounded(.up))
    guard left < right, top < bottom, (right - left) * (bottom - top) <= Double(Self.sampleLimit)
    else { return nil }
    (originX, originY) = (Int(left), Int(top))
    (width, height) = (Int(right) - Int(left), Int(bottom) - Int(top))
    let count = width * height
    let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * count)
    defer { samples.deallocate() }
    try raster.read(
      x: originX, y: originY, width: width, height: height, into: samples,
      bytesPerRow: 4 * width)
    greys = [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in 0..<count {
        let pixel = samples + 4 &* index
        buffer[index] = GreyPlane.grey(
          pixel[0], pixel[1], pixel[2], pixel[3], on: background)
      }
      filled = count
    }
  }

  /// What the source says of a sample of the tile; `nil` within a margin of the source's edge, where
  /// kernels and partial coverage decide.
  func sample(x: Int, y: Int) -> Sample? {
    guard
      let center = Self.pixel(
        Double(x) + 0.5, Double(y) + 0.5, tile, grid, georeference, inverse, middleX)
    else { return nil }
    let (px, py) = (center.x - Double(originX), center.y - Double(originY))
    let reach = 1.5 * reduction + 0.5
    let (left, right) = (Int((px - reach).rounded(.down)), Int((px + reach).rounded(.down)))
    let (top, bottom) = (Int((py - reach).rounded(.down)), Int((py + reach).rounded(.down)))
    guard left >= 1, top >= 1, right < width - 1, bottom < height - 1 else { return nil }
    var low = Float.infinity
    var high = -Float.infinity
    for row in top...bottom {
      for column in left...right {
        let value = greys[row * width + column]
        low = min(low, value)
        high = max(high, value)
      }
    }
    return Sample(
      value: mean(px, py), low: low, high: high,
      nearest: greys[Int(py.rounded(.down)) * width + Int(px.rounded(.down))])
  }

  /// The bilinear value, or the mean over the sample's area where the tile is coarser.
  private func mean(_ px: Double, _ py: Double) -> Float {
    let half = max(0.5, reduction / 2)
    var sum = 0.0
    var weights = 0.0
    let (top, bottom) = (Int((py - half).rounded(.down)), Int((py + half).rounded(.down)))
    let (left, right) = (Int((px - half).rounded(.down)), Int((px + half).rounded(.down)))
    for row in top...bottom {
      let tall = min(Double(row + 1), py + half) - max(Double(row), py - half)
      for column in left...right {
        let wide = min(Double(column + 1), px + half) - max(Double(column), px - half)
        let weight = max(0, tall) * max(0, wide)
        sum += weight * Double(greys[row * width + column])
        weights += weight
      }
    }
    return weights > 0 ? Float(sum / weights) : greys[Int(py) * width + Int(px)]
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

  /// A tile's samples, or `nil` when there are none.
  static func decode(_ bytes: [UInt8]) -> DecodedTile? {
    do throws(ImageCodecError) {
      let image = try TileDecoder.decode(bytes)
      guard image.width == image.height, TileSize(rawValue: image.width) != nil else { return nil }
      return DecodedTile(image, isLossy: TileDecoder.isLossy(bytes))
    } catch {
      return nil
    }
  }
}

import RasterSources
import Testing
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Positions of samples")
struct PlacementTests {
  @Test(
    "Samples are where the placement says, at the image's resolution", arguments: PlacementCase.all)
  func native(placement: PlacementCase) throws {
    try check(placement, zoom: placement.nativeZoom, size: PixelSize(width: 600, height: 470))
  }

  @Test("Samples are where the placement says, enlarged", arguments: PlacementCase.all, [1, 2])
  func enlarged(placement: PlacementCase, levels: Int) throws {
    try check(
      placement, zoom: placement.nativeZoom + levels, size: PixelSize(width: 200, height: 160))
  }

  @Test("Samples are where the placement says, reduced", arguments: PlacementCase.all, [1, 3, 5])
  func reduced(placement: PlacementCase, levels: Int) throws {
    try check(
      placement, zoom: placement.nativeZoom - levels,
      size: PixelSize(width: 500 + (75 << levels), height: 400 + (60 << levels)))
  }

  @Test(
    "Samples are where the placement says, at the deepest zooms", arguments: PlacementCase.tiny,
    [28, 29, 30])
  func tiny(placement: PlacementCase, zoom: Int) throws {
    try check(placement, zoom: zoom, size: PixelSize(width: 500, height: 400))
  }

  /// The coded images drawn so far, which many places share.
  private static let drawn = Guarded<[[Int]: SyntheticRaster]>([:])

  private static func coded(_ code: PositionCode, size: PixelSize) -> SyntheticRaster {
    let key = [Int(code.period), size.width, size.height]
    return drawn.withLock { drawn in
      let image = drawn[key] ?? SyntheticRaster.positionCoded(code, size: size).inMemory()
      drawn[key] = image
      return image
    }
  }

  private func check(_ placement: PlacementCase, zoom: Int, size: PixelSize) throws {
    let georeference = try placement.georeference(size)
    // Source samples per sample of the result, from the zooms: within √2 of the truth.
    let scale = Double(1 << max(0, placement.nativeZoom - zoom))
    let code = PositionCode(period: zoom > placement.nativeZoom ? 12 : 24 * scale)
    let source = Self.coded(code, size: size)
    let built = try BuiltPyramid(source, georeference, .zooms(zoom, zoom))
    let plane = try built.deepest()
    var worst = 0.0
    var sum = (x: 0.0, y: 0.0)
    var count = 0
    let position = placement.pixel(size)
    // Longitudes are those of columns and latitudes those of rows; each sample needs its neighbours' too.
    let (west, north) = (plane.columns.lowerBound, plane.rows.lowerBound)
    let longitudes = (west...plane.columns.upperBound).map {
      PlainMercator.degrees(x: $0, y: north, zoom: zoom, tileSize: 256).longitude
    }
    let latitudes = (north...plane.rows.upperBound).map {
      PlainMercator.degrees(x: west, y: $0, zoom: zoom, tileSize: 256).latitude
    }
    plane.forEach { x, y, sample in
      func pixel(_ dx: Int, _ dy: Int) -> PixelPoint {
        position(latitudes[y + dy - north], longitudes[x + dx - west])
      }
      guard sample.w == 255 else { return }
      let expected = pixel(0, 0)
      let (right, down) = (pixel(1, 0), pixel(0, 1))
      let span = SIMD2(
        max(abs(right.x - expected.x), abs(down.x - expected.x)),
        max(abs(right.y - expected.y), abs(down.y - expected.y))
      ).max()
      // Away from the edges and from the turns of the code by what the widened kernel reaches.
      let reach = 2.2 * max(1, span * 1.5)
      guard expected.x > reach, expected.y > reach, expected.x < Double(size.width) - reach,
        expected.y < Double(size.height) - reach, code.distanceFromTurn(expected) > reach
      else { return }
      let found = code.position(red: Double(sample.x), green: Double(sample.y), near: expected)
      // What the levels of the code cannot tell, in source samples: half a level of the source's
      // rounding and half a level of the result's.
      let resolution = code.period / 510
      let error = SIMD2(found.x - expected.x, found.y - expected.y)
      let excess = max(0, max(abs(error.x), abs(error.y)) - resolution) / span
      worst = max(worst, excess)
      sum.x += error.x / span
      sum.y += error.y / span
      count += 1
    }
    #expect(count > 200, "\(count) samples")
    #expect(worst <= 0.1, "off by \(worst) samples of the result beyond what the code tells")
    // Rounding averages out; a shift of all samples does not. The piecewise linear map of a
    // perspective errs by at most a twentieth, to one side.
    var bound = 0.02
    if case .projective = georeference.pixelToCRS { bound = 0.05 }
    let mean = max(abs(sum.x), abs(sum.y)) / Double(max(count, 1))
    #expect(mean <= bound, "shifted by \(mean) samples of the result")
  }
}

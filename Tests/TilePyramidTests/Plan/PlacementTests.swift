import Georeferencing
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
    let errors = PositionErrors(of: plane, zoom: zoom, placement, code, size: size)
    #expect(errors.count > 200, "\(errors)")
    #expect(errors.worst <= 0.1, "\(errors)")
    // Rounding averages out; a shift of all samples does not. The piecewise linear map of a
    // perspective errs by at most a twentieth, to one side.
    var bound = 0.02
    if case .projective = georeference.pixelToCRS { bound = 0.05 }
    #expect(errors.mean <= bound, "\(errors)")
  }
}

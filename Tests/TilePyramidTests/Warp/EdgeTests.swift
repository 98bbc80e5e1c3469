import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Edges")
struct EdgeTests {
  private static let color = PixelColor(237, 28, 61)
  private static let size = PixelSize(width: 700, height: 500)
  private static let shifts = [(0.0, 0.0), (0.5, 0.5), (0.25, 0.8)]

  /// Places of the image, enlarged and reduced.
  private static func places(_ geometry: ImageGeometry) -> [Georeference] {
    (geometry == .aligned ? [1] : [0.45, 1, 2.5, 9]).map { scale in
      geometry.georeference(
        x: 256 * 70_407 + 130.5, y: 256 * 42_567 + 200.5, size: size, scale: scale)
    }
  }

  /// Every sample that shows has the one colour: within 1 level, as a mean of equal colours times
  /// alpha is divided by the mean alpha in single precision.
  private func checkColor(
    _ built: BuiltPyramid, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = SIMD3<Int>(237, 28, 61)
    for zoom in built.zooms {
      var worst = 0
      var count = 0
      for (sample, times) in try built.plane(zoom).counts where sample.w > 0 {
        count += times
        for channel in 0..<3 {
          worst = max(worst, abs(Int(sample[channel]) - expected[channel]))
        }
      }
      #expect(count > 0, sourceLocation: sourceLocation)
      #expect(worst <= 1, "zoom \(zoom)", sourceLocation: sourceLocation)
    }
  }

  @Test(
    "Edges of an opaque image have no fringe", arguments: ImageGeometry.allCases,
    Resampling.allCases)
  func opaque(geometry: ImageGeometry, resampling: Resampling) throws {
    let source = SyntheticRaster.flat(Self.color, size: Self.size)
    for georeference in Self.places(geometry) {
      try checkColor(try BuiltPyramid(source, georeference, .zooms(13, 17, resampling: resampling)))
    }
  }

  @Test(
    "Edges of shapes on transparency have no fringe", arguments: ImageGeometry.allCases,
    Resampling.allCases)
  func transparentOutside(geometry: ImageGeometry, resampling: Resampling) throws {
    // Black, or white, is under the transparent part, where a fringe would come from.
    var canvas = PixelCanvas(size: Self.size)
    canvas.fill(circle: PixelPoint(x: 300, y: 250), radius: 190, Self.color)
    canvas.fill(rectangle: PixelPoint(x: 520, y: 40), width: 90, height: 400, Self.color)
    let source = SyntheticRaster.drawing(canvas, name: "shapes")
    for georeference in Self.places(geometry) {
      let built = try BuiltPyramid(source, georeference, .zooms(14, 17, resampling: resampling))
      // A soft edge of the source is of that colour only within its own rounding.
      try checkColor(built)
    }
  }

  @Test(
    "Edges of a north-up image are as opaque as the area they cover",
    arguments: Resampling.allCases.filter { $0 != .nearest }, [0.4, 0.93, 1, 1.6, 5.3])
  func coverage(resampling: Resampling, scale: Double) throws {
    let worldPixels = WorldPixelGrid(zoom: 17)
    let source = SyntheticRaster.flat(Self.color, size: Self.size)
    for shift in Self.shifts {
      let (left, top) = (256 * 70_407 + 130 + shift.0, 256 * 42_567 + 200 + shift.1)
      let built = try BuiltPyramid(
        source, worldPixels.northUp(x: left, y: top, scale: scale),
        .zooms(17, 17, resampling: resampling))
      let (right, bottom) = (
        left + Double(Self.size.width) / scale, top + Double(Self.size.height) / scale
      )
      let worst = try built.deepest().coverageError(
        left: left, top: top, right: right, bottom: bottom)
      #expect(worst <= 1.5, "shift \(shift)")
    }
  }

  @Test("Edges of nearest samples are hard", arguments: ImageGeometry.allCases)
  func nearest(geometry: ImageGeometry) throws {
    let source = SyntheticRaster.flat(Self.color, size: Self.size)
    for georeference in Self.places(geometry) {
      let built = try BuiltPyramid(
        source, georeference, .zooms(15, 17, resampling: .nearest, overviews: .nearest))
      for zoom in built.zooms {
        let partial = try built.plane(zoom).count { $0.w != 0 && $0.w != 255 }
        #expect(partial == 0)
      }
    }
  }

  @Test("Edges of a rotated image are at their exact positions", arguments: [0.5, 1, 3])
  func rotatedArea(scale: Double) throws {
    // The sum of alpha is the area of the image, for an edge that is soft on both its sides alike.
    let source = SyntheticRaster.flat(Self.color, size: Self.size)
    let built = try BuiltPyramid(
      source,
      WorldPixelGrid(zoom: 17).rotated(
        x: 256 * 70_407 + 1500.3, y: 256 * 42_567 + 200.4, scale: scale, degrees: 31),
      .zooms(17, 17))
    let area = try built.deepest().area
    let expected = Double(Self.size.width * Self.size.height) / (scale * scale)
    let perimeter = 2 * Double(Self.size.width + Self.size.height) / scale
    // A fiftieth of a sample all along the edge.
    #expect(abs(area - expected) < 0.02 * perimeter)
  }
}

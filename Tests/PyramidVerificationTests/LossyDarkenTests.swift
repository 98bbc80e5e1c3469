import Georeferencing
import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

/// Overviews that `darken` makes, through JPEG.
@Suite("Lossy darken overviews")
struct LossyDarkenTests {
  /// Lines across a white page, darker from the east to the west, so that in some block the darkest samples
  /// are just as dark as they may be.
  struct Lines: CustomTestStringConvertible, Sendable {
    let step: Int
    let darkness: Int
    let samplesPerPixel: Double
    let quality: Int
    /// True where some samples are transparent, which JPEG does not hold.
    var hasHoles = false

    var testDescription: String {
      "every \(step) at \(darkness), \(samplesPerPixel), quality \(quality)"
        + (hasHoles ? ", with holes" : "")
    }

    func build() throws -> RandomBuild {
      let (step, darkness, hasHoles) = (step, darkness, hasHoles)
      let raster = SyntheticRaster(
        name: "lines", size: PixelSize(width: 512, height: 512), isOpaque: !hasHoles
      ) { (x: Int, y: Int) -> PixelColor in
        if hasHoles, (x * 7 + y * 3) % 11 == 0 { return PixelColor(0, 0, 0, alpha: 0) }
        let line = darkness + x / 32
        let level: Int = y % step == 0 ? line : y % step == 1 ? (line + 255) / 2 : 255
        let grey = UInt8(clamping: level)
        return PixelColor(grey, grey, grey)
      }.inMemory()
      var options = PyramidOptions()
      options.overviewResampling = .darken
      return try RandomBuild(
        testDescription, raster,
        SampleTiles.georeference(
          x: 532_480.3, y: 351_000.7, zoom: 12, samplesPerPixel: samplesPerPixel), options,
        PyramidEncoding(.jpeg(quality: quality, background: .white), effort: .balanced))
    }
  }

  static let lines = [
    Lines(step: 6, darkness: 45, samplesPerPixel: 1.48, quality: 40),
    Lines(step: 4, darkness: 18, samplesPerPixel: 1.48, quality: 40),
    Lines(step: 7, darkness: 60, samplesPerPixel: 0.9, quality: 90, hasHoles: true),
  ]

  @Test("Sound overviews verify, whichever way a block was darkened", arguments: lines)
  func sound(_ lines: Lines) throws {
    let build = try lines.build()
    let report = try build.verify(againstSource: false)
    #expect(!report.fails(at: .warning), "\(report.text)")
  }
}

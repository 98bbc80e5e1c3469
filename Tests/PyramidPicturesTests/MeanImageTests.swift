import Georeferencing
import PyramidPictures
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Reduced images")
struct MeanImageTests {
  private func reduced(
    _ raster: SyntheticRaster, to size: PixelSize
  ) -> RGBAImage {
    let mean = MeanImage(width: size.width, height: size.height)
    mean.add(
      RGBAImage(raster), x: 0, y: 0, across: Double(size.width) / Double(raster.size.width),
      down: Double(size.height) / Double(raster.size.height))
    return mean.image
  }

  @Test("One sample for one keeps every sample that is not transparent")
  func identity() {
    let raster = SyntheticRaster.noise(
      seed: 3, opaque: false, size: PixelSize(width: 37, height: 21))
    let image = reduced(raster, to: raster.size)
    for index in stride(from: 0, to: image.samples.count, by: 4) {
      let alpha = raster.samples[index + 3]
      #expect(image.samples[index + 3] == alpha)
      for channel in 0..<3 where alpha > 0 {
        #expect(image.samples[index + channel] == raster.samples[index + channel])
      }
    }
  }

  @Test("A whole number of samples gives their mean, weighted by alpha")
  func blocks() {
    // One opaque sample of 200 and three transparent ones of 7.
    let raster = SyntheticRaster(
      name: "corner", size: PixelSize(width: 4, height: 2), isOpaque: false
    ) { x, y in
      x % 2 == 0 && y == 0 ? PixelColor(200, 100, 50) : PixelColor(7, 7, 7, alpha: 0)
    }
    let image = reduced(raster, to: PixelSize(width: 2, height: 1))
    #expect(image.samples == [200, 100, 50, 64, 200, 100, 50, 64])
  }

  @Test("Flat images stay flat at any ratio", arguments: [3, 7, 10, 13])
  func flat(side: Int) {
    let raster = SyntheticRaster.flat(
      PixelColor(201, 102, 3), size: PixelSize(width: 13, height: 29))
    let image = reduced(raster, to: PixelSize(width: side, height: side))
    for index in stride(from: 0, to: image.samples.count, by: 4) {
      let pixel = Array(image.samples[index..<index + 4])
      // Sums of 32-bit floats may miss a whole number by less than half a level.
      #expect(pixel == [201, 102, 3, 255])
    }
  }

  @Test("An edge inside of a sample shares it by area")
  func edgeInside() {
    let raster = SyntheticRaster(
      name: "edge", size: PixelSize(width: 3, height: 1), isOpaque: true
    ) { x, _ in x == 0 ? PixelColor(0, 0, 0) : PixelColor(240, 240, 240) }
    let image = reduced(raster, to: PixelSize(width: 2, height: 1))
    // The first result covers one black sample and half a light one: 240 / 3.
    #expect(image.samples[0] == 80)
    #expect(image.samples[4] == 240)
  }

  @Test("Samples outside the image are left out of the mean")
  func outside() {
    let raster = SyntheticRaster.flat(PixelColor(9, 9, 9), size: PixelSize(width: 8, height: 8))
    let mean = MeanImage(width: 4, height: 4)
    mean.add(RGBAImage(raster), x: -2.5, y: 2.25, across: 0.5, down: 0.5)
    let alphas = (0..<16).map { mean.image.samples[4 * $0 + 3] }
    // Columns −2.5 to 1.5, rows 2.25 to 6.25.
    #expect(alphas == [0, 0, 0, 0, 0, 0, 0, 0, 191, 96, 0, 0, 255, 128, 0, 0])
  }
}

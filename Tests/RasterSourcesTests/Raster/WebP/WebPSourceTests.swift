import Drawings
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("WebP sources")
struct WebPSourceTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func source(_ bytes: [UInt8]) throws -> any RasterSource {
    let path = folder.path("image.webp")
    try write(bytes, to: path)
    return try openRaster(path: path)
  }

  @Test(
    "Rows of a WebP source are those of a decoder of whole images",
    arguments: [SmallWebP.lossless, SmallWebP.lossy, SmallWebP.lossyAlpha])
  func rows(bytes: [UInt8]) throws {
    let source = try source(bytes)
    #expect(source.size == PixelSize(width: SmallWebP.width, height: SmallWebP.height))
    #expect(source.isOpaque == (bytes == SmallWebP.lossy))
    #expect(try readRows(source, scratch: folder.path) == WebPDecoder.decode(bytes).samples)
  }

  @Test("An animated WebP source is refused by name")
  func animation() throws {
    let path = folder.path("image.webp")
    #expect(throws: RasterError.samplesNotSupported(path: path, found: "an animation")) {
      try source(SmallWebP.animated)
    }
  }
}

import RasterSources
import Testing
import TilePyramidTesting

@Suite("Images that end too early")
struct TruncatedRasterTests {
  @Test(
    "A file that ends anywhere is an error, whatever its format",
    arguments: ["PNG", "JPEG", "WebP", "HEIF"])
  func truncated(format: String) throws {
    let folder = try TemporaryDirectory()
    let files: [[UInt8]] =
      switch format {
      case "PNG":
        try [false, true].map {
          try RasterFixture(width: 5, height: 4, isInterlaced: $0).bytes
        }
      // The end marker alone may lack.
      case "JPEG": [SmallJPEG.baseline, SmallJPEG.progressive].map { $0.dropLast(2) }
      case "WebP": [SmallWebP.lossless, SmallWebP.lossy, SmallWebP.lossyAlpha]
      default: [SmallHEIF.turned, SmallHEIF.deep, SmallHEIF.transparent]
      }
    for bytes in files {
      for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 150)) {
        try folder.write(bytes.prefix(count), as: "image")
        let error = #expect(throws: RasterError.self, "\(count) of \(bytes.count) bytes") {
          try readRows(openRaster(path: folder.path("image")), scratch: folder.path)
        }
        if format == "WebP", count >= 12 {
          #expect(error == .truncated(path: folder.path("image")), "\(count) bytes")
        }
      }
    }
  }
}

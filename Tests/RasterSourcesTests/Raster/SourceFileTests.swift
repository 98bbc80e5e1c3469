import Foundation
import RasterSources
import Testing
import TilePyramidTesting

@Suite("Source files")
struct SourceFileTests {
  @Test("Header, samples and fingerprint are of the file that was opened, wherever its name leads")
  func openedOnce() throws {
    let folder = try TemporaryDirectory()
    let (plain, interlaced) = (
      try RasterFixture(width: 20, height: 10, isInterlaced: false),
      try RasterFixture(width: 20, height: 10, isInterlaced: true)
    )
    var tiled = DrawnTIFF(width: 40, height: 32, tileWidth: 16, blockHeight: 16)
    tiled.draw(seed: 1)
    try DrawnTIFF.write([tiled], to: folder.path("tiled.tif"))
    for (name, bytes) in [
      ("plain.png", try plain.bytes), ("interlaced.png", try interlaced.bytes),
      ("a.jpg", SmallJPEG.baseline), ("a.webp", SmallWebP.lossyAlpha),
      ("tiled.tif", try RasterFixture.contents(folder.path("tiled.tif"))),
    ] {
      let path = folder.path(name)
      try write(bytes, to: path)
      let file = try SourceFile(path: path)
      let fingerprint = try SourceFingerprint(file)
      #expect(fingerprint == (try SourceFingerprint(path: path)), "\(name)")
      let source = try openRaster(file)
      let rows = try readRows(source, scratch: folder.path)
      try FileManager.default.removeItem(atPath: path)
      #expect(try readRows(source, scratch: folder.path) == rows, "\(name)")
      #expect(try SourceFingerprint(file) == fingerprint, "\(name)")
      #expect(throws: RasterError.vanished(path: path), "\(name)") {
        try fingerprint.confirm(path: path)
      }
      try write(bytes.reversed(), to: path)
      #expect(try readRows(source, scratch: folder.path) == rows, "\(name)")
      #expect(throws: RasterError.changed(path: path), "\(name)") {
        try fingerprint.confirm(path: path)
      }
    }
  }
}

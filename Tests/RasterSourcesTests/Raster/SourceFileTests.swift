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

  @Test("A file that is closed when nobody reads it is opened again, if it is the same then")
  func closed() throws {
    let folder = try TemporaryDirectory()
    var tiled = DrawnTIFF(width: 40, height: 32, tileWidth: 16, blockHeight: 16)
    tiled.draw(seed: 1)
    try DrawnTIFF.write([tiled], to: folder.path("tiled.tif"))
    let plain = try RasterFixture(width: 20, height: 10, isInterlaced: false)
    for (name, bytes) in [
      ("plain.png", try plain.bytes), ("a.jpg", SmallJPEG.baseline),
      ("a.webp", SmallWebP.lossyAlpha),
      ("tiled.tif", try RasterFixture.contents(folder.path("tiled.tif"))),
    ] {
      let path = folder.path(name)
      try write(bytes, to: path)
      let file = try SourceFile(path: path)
      let fingerprint = try SourceFingerprint(file)
      file.closeWhenUnused()
      #expect(openDescriptors(path) == 0, "\(name)")
      let source = try openRaster(file)
      #expect(openDescriptors(path) == 0, "\(name)")
      let rows = try readRows(source, scratch: folder.path)
      #expect(openDescriptors(path) == 0, "\(name)")
      #expect(try SourceFingerprint(file) == fingerprint)

      // Another file of the same contents under the name is another one.
      let aside = folder.path("aside")
      try FileManager.default.moveItem(atPath: path, toPath: aside)
      #expect(throws: RasterError.vanished(path: path), "\(name)") {
        try readRows(source, scratch: folder.path)
      }
      try write(bytes, to: path)
      #expect(throws: RasterError.changed(path: path), "\(name)") {
        try readRows(source, scratch: folder.path)
      }
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: aside, toPath: path)
      #expect(try readRows(source, scratch: folder.path) == rows, "\(name)")
    }
  }

  /// The number of this process's descriptors of a file; none when the system does not tell.
  private func openDescriptors(_ path: String) -> Int {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
    }.count
  }
}

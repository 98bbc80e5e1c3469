import Drawings
import Foundation
import RasterSources
import Testing
import TilePyramidTesting

@Suite("Source files")
struct SourceFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("Header, samples and fingerprint are of the file that was opened, wherever its name leads")
  func openedOnce() throws {
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
        try [false, true].map { try RasterFixture(width: 5, height: 4, isInterlaced: $0).bytes }
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

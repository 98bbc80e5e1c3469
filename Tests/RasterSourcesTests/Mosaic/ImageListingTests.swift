import Foundation
import Georeferencing
import Mosaics
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Folders and lists of images")
struct ImageListingTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func paths(_ path: String) throws -> [String] {
    try ImageListing([path]).images.map(\.path)
  }

  private func write(_ text: String, as name: String) throws {
    try folder.write(text.utf8, as: name)
  }

  @Test("A list names paths relative to itself; blank lines and comments do not count")
  func list() throws {
    try write("\u{FEFF}b.tif\r\n\n# a comment\n  sub/a b.png \n/abs/c.tif", as: "list.txt")
    #expect(
      try paths("@" + folder.path("list.txt"))
        == [folder.path("b.tif"), folder.path("sub/a b.png"), "/abs/c.tif"])
    #expect(try paths("plan.png") == ["plan.png"])
    try write("a.tif\r#b\rc.tif", as: "list.txt")
    #expect(
      try paths("@" + folder.path("list.txt")) == [folder.path("a.tif"), folder.path("c.tif")])
  }

  @Test("A list in a list, an empty one and one that is not there are refused")
  func refused() throws {
    try write("a.tif\n@list.txt\n", as: "list.txt")
    let path = folder.path("list.txt")
    let nested = #expect(throws: FailureReport.self) { try paths("@" + path) }
    #expect(nested?.location == "\(path):2" && nested?.found == "@list.txt")
    try write("# nothing\n\n", as: "empty.txt")
    let empty = #expect(throws: FailureReport.self) {
      try paths("@" + folder.path("empty.txt"))
    }
    #expect(empty?.what == "the list names no image")
    #expect(throws: FailureReport.self) { try paths("@" + folder.path("none")) }
  }

  @Test("Of a folder the images count by their first bytes, in the order of their names")
  func folders() throws {
    let image = RGBAImage(
      SyntheticRaster.flat(PixelColor(1, 2, 3), size: PixelSize(width: 2, height: 2)))
    for name in ["b.dat", "a.png", ".hidden.png"] {
      try PNGFileWriter.write(image, to: folder.path(name), compression: .fast)
    }
    try write("1\n0\n0\n-1\n0\n0\n", as: "a.pgw")
    try FileManager.default.createDirectory(
      atPath: folder.path("sub.png"), withIntermediateDirectories: true)
    #expect(
      try paths(folder.path) == [folder.path + "/a.png", folder.path + "/b.dat"])
  }

  @Test("Of a folder, masks and overviews that GDAL keeps beside images are none of its images")
  func companions() throws {
    let tiff = Data([0x49, 0x49, 0x2A, 0x00, 8, 0, 0, 0])
    for name in ["a.tif", "a.tif.msk", "a.tif.ovr", "B.TIF.OVR", "b.TIF"] {
      try tiff.write(to: URL(fileURLWithPath: folder.path(name)))
    }
    #expect(try paths(folder.path("")) == ["a.tif", "b.TIF"].map { folder.path($0) })
  }

  @Test("A system that is stated for a list is that of the images that the list does not place")
  func statedSystem() throws {
    try write("a.tif\n", as: "list.txt")
    var listing = try ImageListing([])
    let crs = CoordinateReferenceSystem.geographic
    try listing.add(path: "@" + folder.path("list.txt"), crs: crs)
    try listing.add(ListedImage("b.png", placement: .worldFile(path: "b.pgw")))
    #expect(
      listing.images == [
        ListedImage(folder.path("a.tif"), crs: crs),
        ListedImage("b.png", placement: .worldFile(path: "b.pgw")),
      ])
    #expect(
      Array(SourceImages(listing, readAs: SourceImage(""), path: "p").files).contains("b.pgw"))
  }
}

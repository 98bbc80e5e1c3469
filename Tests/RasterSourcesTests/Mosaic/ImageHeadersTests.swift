import Drawings
import Foundation
import Georeferencing
import Mosaics
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("What is kept of the headers of many images")
struct ImageHeadersTests {
  private let folder: TemporaryDirectory
  private static let names = ["a.tif", "b.tif", "c.tif"]

  init() throws {
    folder = try TemporaryDirectory()
    for (index, name) in Self.names.enumerated() { try write(name, column: index) }
  }

  /// A pixel of UTM; without a column, a world file has to tell its place.
  private func write(_ name: String, column: Int?) throws {
    var tiff = TinyTIFF()
    if let column {
      tiff.add(33550, doubles: [60, 60, 0])
      tiff.add(33922, doubles: [0, 0, 0, 440_720 + 60 * Double(column), 3_751_320, 0])
      tiff.add(keys: [(1024, 1), (1025, 1), (3072, 32611)])
    }
    try tiff.write(to: folder.path(name))
  }

  private func open(
    _ headers: ImageHeaders, _ images: SourceImages? = nil
  ) throws -> GeoreferencedImage {
    let images =
      images ?? SourceImages(Self.names.map { folder.path($0) }, readAs: SourceImage(""))
    return try images.georeferenced(threads: 2, headers: headers) { _, _ in }
  }

  /// The headers that a first run keeps.
  private func kept() throws -> [UInt8] {
    let headers = ImageHeaders([], reading: "r")
    _ = try open(headers)
    return try headers.encoded()
  }

  /// Writes over a file in place, which keeps its size and, where wanted, the time of its last change.
  private func overwrite(_ name: String, keepingTime: Bool) throws {
    let path = folder.path(name)
    let before = try FileManager.default.attributesOfItem(atPath: path)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: [UInt8](repeating: 0, count: 8))
    try handle.close()
    let date = try #require(before[.modificationDate] as? Date)
    try FileManager.default.setAttributes(
      [.modificationDate: keepingTime ? date : date.addingTimeInterval(7)], ofItemAtPath: path)
  }

  @Test("The picture is the same, whether its images are opened or known")
  func same() throws {
    let first = ImageHeaders([], reading: "r")
    let opened = try open(first)
    #expect(first.isChanged && first.count == 3)
    let second = ImageHeaders(try first.encoded(), reading: "r")
    #expect(second.count == 3)
    let known = try open(second)
    #expect(!second.isChanged)
    #expect(known.placesFingerprint == opened.placesFingerprint)
    #expect(known.resolved == opened.resolved)
    #expect(known.placedImages == opened.placedImages)
    #expect(try second.encoded() == first.encoded())
  }

  @Test(
    "A file that was written in place is opened, also where its time was set back",
    arguments: [true, false])
  func rewritten(keepingTime: Bool) throws {
    // Whole seconds, so that setting a time gives what is read.
    for name in Self.names {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
        ofItemAtPath: folder.path(name))
    }
    let kept = try kept()
    try overwrite("b.tif", keepingTime: keepingTime)
    #expect(throws: RasterError.self) { try open(ImageHeaders(kept, reading: "r")) }
  }

  @Test("A file that was replaced is read anew")
  func replaced() throws {
    let kept = try kept()
    try FileManager.default.removeItem(atPath: folder.path("c.tif"))
    try write("c.tif", column: 7)
    let headers = ImageHeaders(kept, reading: "r")
    #expect(try open(headers).raster.size == PixelSize(width: 8, height: 1))
    #expect(headers.isChanged)
  }

  @Test("A file that appears beside an image and places it counts")
  func companion() throws {
    let kept = try kept()
    try folder.write("60\n0\n0\n-60\n440750\n3751230\n".utf8, as: "a.tfw")
    let opened = try open(ImageHeaders([], reading: "r"))
    let known = try open(ImageHeaders(kept, reading: "r"))
    #expect(known.placesFingerprint == opened.placesFingerprint)
  }

  @Test("An image with a world file is known until one of its files changes, whatever their times")
  func sidecars() throws {
    let worldFile = "60\n0\n0\n-60\n440750\n3751230\n"
    try write("a.tif", column: nil)
    let system = try CoordinateReferenceSystem(parsing: "EPSG:32611")
    try folder.write(system.projectionFileText().utf8, as: "a.prj")
    try folder.write(worldFile.utf8, as: "a.tfw")
    let kept = try kept()
    let known = ImageHeaders(kept, reading: "r")
    let places = try open(known).placesFingerprint
    #expect(known.count == 3 && !known.isChanged)
    #expect(places == (try open(ImageHeaders([], reading: "r")).placesFingerprint))

    let path = folder.path("a.tfw")
    let date = try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    try folder.write(worldFile.replacing("440750", with: "440810").utf8, as: "a.tfw")
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    let moved = ImageHeaders(kept, reading: "r")
    #expect(try open(moved).placesFingerprint != places)
    #expect(moved.isChanged)

    try FileManager.default.removeItem(atPath: path)
    #expect(throws: GeoreferenceError.self) { try open(ImageHeaders(kept, reading: "r")) }
  }

  @Test("What is damaged, of another form or read in another way is not used")
  func unusable() throws {
    let kept = try kept()
    #expect(ImageHeaders(kept, reading: "s").count == 0)
    #expect(ImageHeaders([], reading: "r").count == 0)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      var damaged = kept
      switch Int.random(in: 0..<3, using: &random) {
      case 0: damaged.removeLast(Int.random(in: 1..<damaged.count, using: &random))
      case 1: damaged += [0]
      default: damaged[Int.random(in: damaged.indices, using: &random)] ^= 0x10
      }
      #expect(ImageHeaders(damaged, reading: "r").count == 0)
    }
  }

  @Test("Images of a mosaic are known by how it reads them")
  func virtual() throws {
    func source(_ band: Int) -> String {
      """
      <VRTDataset rasterXSize="2" rasterYSize="1"><SRS>EPSG:32611</SRS>
      <GeoTransform>440720, 60, 0, 3751320, 0, -60</GeoTransform>
      <VRTRasterBand dataType="Byte" band="1">
      \((0..<2).map { index in
        """
        <ComplexSource><SourceFilename relativeToVRT="1">\(Self.names[index])</SourceFilename>
        <SourceBand>1</SourceBand><DstRect xOff="\(index)" yOff="0" xSize="1" ySize="1"/>
        \(band > 0 ? "<NODATA>\(band)</NODATA>" : "")</ComplexSource>
        """
      }.joined())
      </VRTRasterBand></VRTDataset>
      """
    }
    func images(_ band: Int) throws -> SourceImages {
      let path = folder.path("m.vrt")
      try Data(source(band).utf8).write(to: URL(fileURLWithPath: path))
      return SourceImages(try ImageListing([path]), readAs: SourceImage(""), path: path)
    }
    let headers = ImageHeaders([], reading: "r")
    let opened = try open(headers, images(0))
    let second = ImageHeaders(try headers.encoded(), reading: "r")
    #expect(try open(second, images(0)).placesFingerprint == opened.placesFingerprint)
    #expect(!second.isChanged)
    _ = try open(second, images(9))
    #expect(second.isChanged && second.count == 4)
  }

  @Test("An image that a list places is not where its tags have it")
  func placed() throws {
    let kept = try kept()
    try folder.write("60\n0\n0\n-60\n440030\n3751290\n".utf8, as: "place.txt")
    var listing = try ImageListing([])
    for name in Self.names.prefix(2) {
      try listing.add(
        ListedImage(
          folder.path(name), placement: .worldFile(path: folder.path("place.txt")),
          crs: CoordinateReferenceSystem(parsing: "EPSG:32611")))
    }
    let images = SourceImages(listing, readAs: SourceImage(""), path: folder.path)
    let opened = try open(ImageHeaders([], reading: "r"), images)
    let known = try open(ImageHeaders(kept, reading: "r"), images)
    #expect(known.placesFingerprint == opened.placesFingerprint)
    #expect(known.raster.size == PixelSize(width: 1, height: 1))
  }
}

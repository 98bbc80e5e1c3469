import Drawings
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
    let empty = #expect(throws: FailureReport.self) { try paths("@" + folder.path("empty.txt")) }
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
    #expect(try paths(folder.path) == [folder.path + "/a.png", folder.path + "/b.dat"])
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

@Suite("Indexes of images in GeoJSON")
struct ImageIndexTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func write(_ text: String) throws -> String {
    try folder.write(text.utf8, as: "index.geojson")
    return folder.path("index.geojson")
  }

  private func paths(_ text: String) throws -> [String] {
    try ImageListing([write(text)]).images.map(\.path)
  }

  @Test("Features name files relative to the index, and STAC items by one asset")
  func locations() throws {
    #expect(
      try paths(
        """
        {"type": "FeatureCollection", "features": [
          {"type": "Feature", "properties": {"location": "a.tif"}, "geometry": null},
          {"type": "Feature", "properties": {"location": "/b/c.tif"}, "geometry": null},
          {"type": "Feature", "properties": {}, "geometry": null, "assets": {
            "thumbnail": {"href": "t.png", "roles": ["thumbnail"], "type": "image/png"},
            "meta": {"href": "t.json", "type": "application/json"},
            "data": {"href": "./d.tif", "type": "image/tiff; application=geotiff"}}}]}
        """) == [folder.path("a.tif"), "/b/c.tif", folder.path("./d.tif")])
    #expect(
      try paths(
        """
        {"type": "Feature", "properties": {}, "geometry": null, "assets": {
          "red": {"href": "r.tif"}, "visual": {"href": "file:///x/v%20w.tif"}}}
        """) == ["/x/v w.tif"])
  }

  @Test("Who must be credited is stated once for each text")
  func attribution() throws {
    func feature(_ text: String) -> String {
      "{\"type\": \"Feature\", \"properties\": {\"location\": \"a.tif\", \"attribution\": \"\(text)\"}}"
    }
    let features = ["© A", "© B", "© A"].map(feature).joined(separator: ", ")
    let listing = try ImageListing([
      write("{\"type\": \"FeatureCollection\", \"features\": [\(features)]}")
    ])
    #expect(SourceImages(listing.images, readAs: SourceImage("")).attribution == "© A, © B")
    #expect(SourceImages(SourceImage("a.tif")).attribution == nil)
  }

  @Test(
    "What names no local image is refused",
    arguments: [
      "{\"type\": \"FeatureCollection\", \"features\": []}", "{\"type\": \"Topology\"}", "{",
      "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"properties\": {}}]}",
      "{\"type\": \"Feature\", \"properties\": {\"location\": \"https://a/b.tif\"}}",
      "{\"type\": \"Feature\", \"assets\": {\"a\": {\"href\": \"a.tif\"}, \"b\": {\"href\": \"b.tif\"}}}",
      "{\"type\": \"Feature\", \"assets\": {}}",
    ])
  func refused(text: String) throws {
    #expect(throws: FailureReport.self) { _ = try paths(text) }
  }

  /// A system of metres, and where the images of this suite begin in it.
  private static let origin = CRSPoint(x: 600_000, y: 5_200_000)

  private func writeImage(_ name: String, _ color: PixelColor, column: Int, row: Int) throws {
    let raster = SyntheticRaster.flat(color, size: PixelSize(width: 40, height: 40))
    try PNGFileWriter.write(RGBAImage(raster), to: folder.path("\(name).png"), compression: .fast)
    let affine = AffineTransform.upright(
      Self.origin.x + Double(column), Self.origin.y - Double(row), 1, -1)
    try folder.write(WorldFile(affine).text.utf8, as: "\(name).pgw")
  }

  private func opened(_ index: String, cuts: Bool = true) throws -> GeoreferencedImage {
    var image = SourceImage("")
    image.crs = try CoordinateReferenceSystem(parsing: "EPSG:32632")
    let listing = try ImageListing([index], cutsToFootprints: cuts)
    return try SourceImages(listing.images, readAs: image).georeferenced(threads: 2) { _, _ in }
  }

  /// A feature whose polygon is in pixels from the origin.
  private func feature(_ name: String, _ ring: [(x: Double, y: Double)]) -> String {
    let positions = (ring + ring.prefix(1)).map {
      "[\(Self.origin.x + $0.x), \(Self.origin.y - $0.y)]"
    }
    return "{\"type\": \"Feature\", \"properties\": {\"location\": \"\(name).png\"}, \"geometry\": "
      + "{\"type\": \"Polygon\", \"coordinates\": [[\(positions.joined(separator: ", "))]]}}"
  }

  private func index(_ features: [String]) throws -> String {
    // GDAL's form, and one with the system behind the features.
    try write(
      """
      {"type": "FeatureCollection", "features": [\(features.joined(separator: ",\n"))],
       "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32632"}}}
      """)
  }

  @Test(
    "Two images cut along a line share no pixel and leave none out, also along middles of pixels",
    arguments: 0..<30)
  func seam(number: Int) throws {
    var generator = SeededGenerator(seed: UInt64(number))
    // The second is 7 columns and 3 rows further on.
    try writeImage("a", PixelColor(255, 0, 0), column: 0, row: 0)
    try writeImage("b", PixelColor(0, 0, 255), column: 7, row: 3)
    func end() -> Double {
      let x = Double.random(in: 10...37, using: &generator)
      return number % 3 == 0 ? x.rounded() + 0.5 : x
    }
    let (top, bottom) = (end(), number % 2 == 0 ? end() : nil)
    let low = bottom ?? top
    // The line goes on beyond both images.
    let path = try index([
      feature("a", [(-5, -5), (top, -5), (low, 50), (-5, 50)]),
      feature("b", [(top, -5), (60, -5), (60, 50), (low, 50)]),
    ])
    let mosaic = try opened(path)
    let size = mosaic.raster.size
    let rows = try readRows(mosaic.raster, scratch: folder.path)
    #expect(size == PixelSize(width: 47, height: 43))
    for row in 0..<size.height {
      for column in 0..<size.width {
        let pixel = pixel(rows, row * 47 + column)
        let middle = (x: Double(column) + 0.5, y: Double(row) + 0.5)
        let line = top + (low - top) * (middle.y + 5) / 55
        let isIn = (a: column < 40 && row < 40, b: column >= 7 && row >= 3)
        // The positions of the index are exact to some 1e-9 m; vertices are rounded to 1/256 pixel.
        if abs(middle.x - line) < 0.01 {
          if isIn.a && isIn.b { #expect(pixel[3] == 255, "a gap at \(column), \(row)") }
          continue
        }
        let expected: [UInt8] =
          middle.x < line
          ? (isIn.a ? [255, 0, 0, 255] : [0, 0, 0, 0])
          : (isIn.b ? [0, 0, 255, 255] : [0, 0, 0, 0])
        #expect(pixel == expected, "at \(column), \(row)")
      }
    }
    #expect(try opened(path, cuts: false).raster.isOpaque == false)
  }

  @Test("A footprint that is the image, or larger, leaves it as it is; one elsewhere leaves it out")
  func whole() throws {
    try writeImage("a", PixelColor(1, 2, 3), column: 0, row: 0)
    try writeImage("b", PixelColor(4, 5, 6), column: 100, row: 0)
    let square: [(x: Double, y: Double)] = [(0, 0), (40, 0), (40, 40), (0, 40)]
    let mosaic = try opened(index([feature("a", square), feature("b", square)]))
    #expect(mosaic.raster.size == PixelSize(width: 40, height: 40))
    let rows = try readRows(mosaic.raster, scratch: folder.path)
    #expect(rows.enumerated().allSatisfy { $0.offset % 4 < 3 || $0.element == 255 })
    #expect(throws: FailureReport.self) {
      _ = try opened(index([feature("b", square), feature("b", square)]))
    }
  }

  @Test("A feature alone is cut in the system that it states")
  func featureAlone() throws {
    try writeImage("a", PixelColor(1, 2, 3), column: 0, row: 0)
    let half = feature("a", [(0, 0), (20, 0), (20, 40), (0, 40)])
    let text =
      half.dropLast()
      + ", \"crs\": {\"type\": \"name\", \"properties\": {\"name\": \"EPSG:32632\"}}}"
    let mosaic = try opened(write(String(text)))
    let rows = try readRows(mosaic.raster, scratch: folder.path)
    for column in 0..<40 { #expect((rows[4 * column + 3] == 255) == (column < 20), "at \(column)") }
  }

  @Test("A footprint may have holes, and parts")
  func holes() throws {
    try writeImage("a", PixelColor(1, 2, 3), column: 0, row: 0)
    let (x, y) = (Self.origin.x, Self.origin.y)
    func ring(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> String {
      "[[\(x + left),\(y - top)],[\(x + right),\(y - top)],[\(x + right),\(y - bottom)],"
        + "[\(x + left),\(y - bottom)],[\(x + left),\(y - top)]]"
    }
    let geometry =
      "{\"type\": \"MultiPolygon\", \"coordinates\": "
      + "[[\(ring(0, 0, 20, 40)), \(ring(5, 5, 15, 15))], [\(ring(30, 30, 40, 40))]]}"
    let mosaic = try opened(
      index([
        "{\"type\": \"Feature\", \"properties\": {\"location\": \"a.png\"}, \"geometry\": \(geometry)}"
      ]))
    let rows = try readRows(mosaic.raster, scratch: folder.path)
    for row in 0..<40 {
      for column in 0..<40 {
        let isIn = column < 20 && !(5..<15 ~= column && 5..<15 ~= row) || column >= 30 && row >= 30
        #expect((rows[4 * (row * 40 + column) + 3] == 255) == isIn, "at \(column), \(row)")
      }
    }
  }
}

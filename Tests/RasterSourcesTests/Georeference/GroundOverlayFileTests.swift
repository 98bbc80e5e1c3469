import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Ground overlays of KML")
struct GroundOverlayFileTests {
  private let size = PixelSize(width: 400, height: 200)

  private func kml(_ overlays: String...) -> [UInt8] {
    Array(
      ("<?xml version=\"1.0\"?><!-- <GroundOverlay> --><kml><Document>"
        + overlays.map { "<GroundOverlay>\($0)</GroundOverlay>" }.joined() + "</Document></kml>")
        .utf8)
  }

  private func box(
    _ n: Double, _ s: Double, _ e: Double, _ w: Double, rotation: Double? = nil,
    href: String = "files/plan.png"
  ) -> String {
    "<Icon><href>\(href)</href></Icon><LatLonBox><north>\(n)</north><south>\(s)</south>"
      + "<east>\(e)</east><west>\(w)</west>"
      + (rotation.map { "<rotation>\($0)</rotation>" } ?? "") + "</LatLonBox>"
  }

  private func georeference(_ bytes: [UInt8], image: String = "a/plan.png") throws -> Georeference {
    try Georeference(
      overlay: GroundOverlayFile(bytes: bytes, path: "f.kml", imagePath: image), size: size,
      location: "f.kml")
  }

  private func corner(_ bytes: [UInt8], _ image: String = "a/plan.png") throws -> CRSPoint {
    try georeference(bytes, image: image).pixelToCRS.apply(PixelPoint(x: 0, y: 0))
  }

  @Test("A KML box is linear in degrees")
  func upright() throws {
    let found = try georeference(kml(box(48, 47, 9, 8)))
    #expect(found.crs == .geographic)
    let middle = found.pixelToCRS.apply(PixelPoint(x: 100, y: 50))
    #expect(distance(middle, CRSPoint(x: 8.25, y: 47.75)) < 1e-12)
  }

  @Test("KML longitudes beyond 360 degrees are refused")
  func farAway() {
    for (east, west) in [(1e308, 1e308), (9, -1e300), (1081, 1080)] {
      let error = georeferenceError { _ = try georeference(kml(box(48, 47, east, west))) }
      #expect(caseName(error) == "longitudeBeyondAntimeridian", "\(east), \(west)")
    }
  }

  @Test("A KML rotation is anticlockwise about the middle and keeps the shape on the ground")
  func rotation() throws {
    // At 60 degrees a degree of longitude is half as long: the box is as wide as high.
    let rotated = try georeference(kml(box(60.5, 59.5, 12, 10, rotation: 90)))
    let corner = rotated.pixelToCRS.apply(PixelPoint(x: 0, y: 0))
    // A quarter turn anticlockwise takes the top left corner to the bottom left.
    #expect(distance(corner, CRSPoint(x: 10, y: 59.5)) < 1e-9)
    let small = try georeference(kml(box(60.5, 59.5, 12, 10, rotation: 10)))
    let top = small.pixelToCRS.apply(PixelPoint(x: 200, y: 0))
    #expect(top.x < 11 && top.y < 60.5)
    let up = hypot((top.x - 11) / 2, top.y - 60)
    #expect(abs(up - 0.5) < 1e-9)
  }

  @Test("A KML quadrilateral runs from the lower left corner anticlockwise")
  func quadrilateral() throws {
    let quad =
      "<gx:LatLonQuad><coordinates> 8,47,0 9,47.1,0 9.1,48,0 8.1,47.9,0 </coordinates></gx:LatLonQuad>"
    let found = try georeference(kml(quad))
    for (pixel, position) in [
      (PixelPoint(x: 0, y: 200), CRSPoint(x: 8, y: 47)),
      (PixelPoint(x: 400, y: 200), CRSPoint(x: 9, y: 47.1)),
      (PixelPoint(x: 400, y: 0), CRSPoint(x: 9.1, y: 48)),
      (PixelPoint(x: 0, y: 0), CRSPoint(x: 8.1, y: 47.9)),
    ] {
      #expect(distance(found.pixelToCRS.apply(pixel), position) < 1e-9)
    }
  }

  @Test("Of several KML overlays the one that names the image counts")
  func several() throws {
    let bytes = kml(box(10, 0, 10, 0, href: "other.png"), box(48, 47, 9, 8))
    #expect(try corner(bytes) == CRSPoint(x: 8, y: 48))
    let fault = georeferenceError { _ = try georeference(bytes, image: "third.png") }
    #expect(caseName(fault) == "malformedFile" && fault?.report.found == "2 GroundOverlay elements")
  }

  @Test("Only the overlay's own box places it, whatever comes before it and is in other elements")
  func region() throws {
    let region =
      "<Region><LatLonAltBox><north>1</north><south>-1</south><east>3</east><west>2</west>"
      + "<rotation>5</rotation></LatLonAltBox></Region><LookAt><coordinates>1,2</coordinates></LookAt>"
    let found = try georeference(kml(region + box(48, 47, 9, 8)))
    #expect(found.pixelToCRS.apply(PixelPoint(x: 0, y: 0)) == CRSPoint(x: 8, y: 48))
    #expect(found.pixelToCRS.apply(PixelPoint(x: 400, y: 200)) == CRSPoint(x: 9, y: 47))
    let fault = georeferenceError { _ = try georeference(kml(region)) }
    #expect(caseName(fault) == "malformedFile" && fault?.report.found == "no west")
  }

  @Test(
    "An image is found by a path of another system, escaped or not",
    arguments: [
      #"files\Plan%201.png"#, "C:\\maps\\plan 1.PNG", "file:///C:/maps/plan%201.png",
      "<![CDATA[files/plan 1.png]]>", "plan&#x20;1.png",
    ])
  func href(text: String) throws {
    let bytes = kml(box(10, 0, 10, 0, href: "other.png"), box(48, 47, 9, 8, href: text))
    #expect(try corner(bytes, "a/plan 1.png") == CRSPoint(x: 8, y: 48))
  }

  @Test("Of overlays that name images of one name the one in the same folder counts")
  func folders() throws {
    let bytes = kml(
      box(10, 0, 10, 0, href: "b/plan.png"), box(48, 47, 9, 8, href: "a/plan.png"))
    #expect(try corner(bytes, "x/a/plan.png") == CRSPoint(x: 8, y: 48))
    #expect(try corner(bytes, "x/b/plan.png") == CRSPoint(x: 0, y: 10))
    let fault = georeferenceError { _ = try corner(bytes, "plan.png") }
    #expect(caseName(fault) == "malformedFile")
    #expect(fault?.report.found?.contains("at different places") == true)
    #expect(try corner(kml(box(48, 47, 9, 8), box(48, 47, 9, 8))) == CRSPoint(x: 8, y: 48))
  }

  @Test(
    "A KML box may cross the antimeridian either way it is written",
    arguments: [(-179.0, 179.0), (181, 179), (-179, -181)])
  func antimeridian(east: Double, west: Double) throws {
    let affine = try #require(try georeference(kml(box(1, -1, east, west))).affine)
    #expect(abs(affine.columnX - 2.0 / 400) < 1e-12)
  }

  @Test(
    "A KML file that cannot be read is named",
    arguments: [
      "", "<LatLonBox><north>x</north></LatLonBox>", "<coordinates>1,2 3,4</coordinates>",
    ])
  func faults(text: String) {
    #expect(caseName(georeferenceError { _ = try georeference(kml(text)) }) == "malformedFile")
  }

  /// An archive made by another program, of `files/plan.png` and a `doc.kml` with the box of 8.5 to 8.6 and
  /// 47.3 to 47.4 degrees, deflated.
  private static let archive = [UInt8](
    Data(
      base64Encoded: """
        UEsDBBQAAAAIAAAAIVDwcRrEBgAAACgAAAAOAAAAZmlsZXMvcGxhbi5wbmerqCAOAABQSwMEFAAAAAgAAAAhUIQoWz51AAAA\
        rwAAAAcAAABkb2Mua21sXY7LCsIwFET/KLOwPhbDXbgRoeA3BE2tGO8tSVr178VkI+7ODMNweH9E4SHZrJfTElL0b+HxbCoc\
        UxhkuMWQMUWvbtIrUUuiLXpfetO9vYRqqYzSbV1HNGa2uVUrojGDz0V2bkNU4jPUvCYqET+P+JPC1/QDUEsBAhQDFAAAAAgA\
        AAAhUPBxGsQGAAAAKAAAAA4AAAAAAAAAAAAAAIABAAAAAGZpbGVzL3BsYW4ucG5nUEsBAhQDFAAAAAgAAAAhUIQoWz51AAAA\
        rwAAAAcAAAAAAAAAAAAAAIABMgAAAGRvYy5rbWxQSwUGAAAAAAIAAgBxAAAAzAAAAAAA
        """) ?? Data())

  @Test("A KMZ file is read, and a damaged one named as such")
  func archive() throws {
    let folder = try TemporaryDirectory()
    func read(_ bytes: some Sequence<UInt8>) throws -> GroundOverlayFile {
      try folder.write(bytes, as: "f.kmz")
      return try GroundOverlayFile(path: folder.path("f.kmz"), imagePath: "a/plan.png")
    }
    #expect(
      try read(Self.archive).shape
        == .box(GeographicBounds(west: 8.5, south: 47.3, east: 8.6, north: 47.4), rotation: 0))
    // Every byte of the document's data, and everything that is cut off, matters.
    var faults: [[UInt8]] = (90..<200).map { index in
      var bytes = Self.archive
      bytes[index] ^= 0x55
      return bytes
    }
    faults += stride(from: 4, to: Self.archive.count, by: 7).map { Array(Self.archive.prefix($0)) }
    for bytes in faults {
      #expect(caseName(georeferenceError { _ = try read(bytes) }) == "malformedFile")
    }
    // A document that says it is larger than any text.
    var large = Self.archive
    let entry = try #require(large.indices.last { large[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    large[entry + 27] = 0x7F
    #expect(caseName(georeferenceError { _ = try read(large) }) == "tooLarge")
  }

  @Test(
    "Real KML files cover the world", .enabled(if: TestData.isAvailable),
    arguments: ["small_world", "small_world_latlonquad"])
  func real(name: String) throws {
    let found = try georeference(TestData.bytes("georef/\(name).kml"), image: "small_world.tif")
    let numbers = try #require(found.affine).gdal
    #expect(found.crs == .geographic)
    for (a, b) in zip(numbers, [-180, 0.9, 0, 90, 0, -0.9]) { #expect(abs(a - b) < 1e-9) }
  }
}

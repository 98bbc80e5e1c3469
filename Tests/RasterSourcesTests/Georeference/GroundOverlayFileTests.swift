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
      guard case .longitudeBeyondAntimeridian? = error else {
        Issue.record("\(east), \(west): \(String(describing: error))")
        continue
      }
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
    #expect(
      try georeference(bytes).pixelToCRS.apply(PixelPoint(x: 0, y: 0)) == CRSPoint(x: 8, y: 48))
    let fault = georeferenceError { _ = try georeference(bytes, image: "third.png") }
    guard case .malformedFile("f.kml", _, _, "2 GroundOverlay elements", _)? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
  }

  @Test("Only the overlay's own box places it, whatever comes before it and is in other elements")
  func region() throws {
    let region =
      "<Region><LatLonAltBox><north>1</north><south>-1</south><east>3</east><west>2</west>"
      + "<rotation>5</rotation></LatLonAltBox></Region><LookAt><coordinates>1,2</coordinates></LookAt>"
    let found = try georeference(kml(region + box(48, 47, 9, 8)))
    #expect(found.pixelToCRS.apply(PixelPoint(x: 0, y: 0)) == CRSPoint(x: 8, y: 48))
    #expect(found.pixelToCRS.apply(PixelPoint(x: 400, y: 200)) == CRSPoint(x: 9, y: 47))
    guard
      case .malformedFile("f.kml", _, _, "no west", _)? = georeferenceError({
        _ = try georeference(kml(region))
      })
    else {
      Issue.record("a region places an image")
      return
    }
  }

  @Test(
    "An image is found by a path of another system, escaped or not",
    arguments: [
      #"files\Plan%201.png"#, "C:\\maps\\plan 1.PNG", "file:///C:/maps/plan%201.png",
      "<![CDATA[files/plan 1.png]]>", "plan&#x20;1.png",
    ])
  func href(text: String) throws {
    let bytes = kml(box(10, 0, 10, 0, href: "other.png"), box(48, 47, 9, 8, href: text))
    #expect(
      try georeference(bytes, image: "a/plan 1.png").pixelToCRS.apply(PixelPoint(x: 0, y: 0))
        == CRSPoint(x: 8, y: 48))
  }

  @Test("Of overlays that name images of one name the one in the same folder counts")
  func folders() throws {
    let bytes = kml(
      box(10, 0, 10, 0, href: "b/plan.png"), box(48, 47, 9, 8, href: "a/plan.png"))
    func corner(_ image: String) throws -> CRSPoint {
      try georeference(bytes, image: image).pixelToCRS.apply(PixelPoint(x: 0, y: 0))
    }
    #expect(try corner("x/a/plan.png") == CRSPoint(x: 8, y: 48))
    #expect(try corner("x/b/plan.png") == CRSPoint(x: 0, y: 10))
    let fault = georeferenceError { _ = try corner("plan.png") }
    guard case .malformedFile("f.kml", _, _, let found, _)? = fault,
      found.contains("at different places")
    else {
      Issue.record("\(String(describing: fault))")
      return
    }
    let same = kml(box(48, 47, 9, 8), box(48, 47, 9, 8))
    #expect(
      try georeference(same).pixelToCRS.apply(PixelPoint(x: 0, y: 0)) == CRSPoint(x: 8, y: 48))
  }

  @Test(
    "A KML box may cross the antimeridian either way it is written",
    arguments: [(-179.0, 179.0), (181, 179), (-179, -181)])
  func antimeridian(east: Double, west: Double) throws {
    let found = try georeference(kml(box(1, -1, east, west)))
    guard case .affine(let affine) = found.pixelToCRS else {
      Issue.record("a box is affine")
      return
    }
    #expect(abs(affine.columnX - 2.0 / 400) < 1e-12)
  }

  @Test(
    "A KML file that cannot be read is named",
    arguments: [
      "", "<LatLonBox><north>x</north></LatLonBox>", "<coordinates>1,2 3,4</coordinates>",
    ])
  func faults(text: String) {
    guard case .malformedFile? = georeferenceError({ _ = try georeference(kml(text)) }) else {
      Issue.record("it was read")
      return
    }
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
      let path = folder.path("f.kmz")
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return try GroundOverlayFile(path: path, imagePath: "a/plan.png")
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
      guard case .malformedFile? = georeferenceError({ _ = try read(bytes) }) else {
        Issue.record("a damaged archive was read")
        break
      }
    }
    // A document that says it is larger than any text.
    var large = Self.archive
    let entry = try #require(large.indices.last { large[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    large[entry + 27] = 0x7F
    guard case .tooLarge? = georeferenceError({ _ = try read(large) }) else {
      Issue.record("a document of 2 GB was begun")
      return
    }
  }

  @Test(
    "Real KML files cover the world", .enabled(if: TestData.isAvailable),
    arguments: ["small_world", "small_world_latlonquad"])
  func real(name: String) throws {
    let found = try georeference(TestData.bytes("georef/\(name).kml"), image: "small_world.tif")
    guard case .affine(let affine) = found.pixelToCRS else {
      Issue.record("an upright box is affine")
      return
    }
    #expect(found.crs == .geographic)
    let numbers = [
      affine.originX, affine.columnX, affine.rowX, affine.originY, affine.columnY, affine.rowY,
    ]
    for (a, b) in zip(numbers, [-180, 0.9, 0, 90, 0, -0.9]) { #expect(abs(a - b) < 1e-9) }
  }
}

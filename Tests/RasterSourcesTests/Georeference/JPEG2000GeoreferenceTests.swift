import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Georeference of JPEG2000 files")
struct JPEG2000GeoreferenceTests {
  private let folder: TemporaryDirectory
  private let path: String
  private let size = PixelSize(width: 20, height: 10)

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path("image.jp2")
  }

  private func resolve(_ boxes: [UInt8]) throws -> ResolvedGeoreference {
    var image = DrawnJPEG2000(width: 20, height: 10)
    image.draw()
    let file = JP2Boxes.file(try image.codestream(), header: JP2Boxes.color(17), boxes: boxes)
    try folder.write(file, as: "image.jp2")
    return try GeoreferenceResolver.resolve(nil, imagePath: path, size: size)
  }

  private func affine(_ resolved: ResolvedGeoreference) -> AffineTransform? {
    resolved.georeference.affine
  }

  private var tags: TinyTIFF {
    var tiff = TinyTIFF()
    tiff.add(33550, doubles: [2, 3, 0])
    tiff.add(33922, doubles: [0, 0, 0, 440_720, 3_751_320, 0])
    tiff.add(keys: [(1024, 1), (1025, 1), (3072, 32611)])
    return tiff
  }

  /// A grid of GML with its origin in the middle of the first sample.
  private func grid(
    _ system: String, origin: String = "500001 4999998.5", steps: (String, String) = ("2 0", "0 -3")
  ) -> [UInt8] {
    JP2Boxes.gml(
      """
      <gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml">
      <gml:RectifiedGrid dimension="2"><gml:origin><gml:Point srsName="\(system)">
      <gml:pos>\(origin)</gml:pos></gml:Point></gml:origin>
      <gml:offsetVector srsName="\(system)">\(steps.0)</gml:offsetVector>
      <gml:offsetVector srsName="\(system)">\(steps.1)</gml:offsetVector>
      </gml:RectifiedGrid></gml:FeatureCollection>
      """)
  }

  private let world = AffineTransform.upright(500_000, 5_000_000, 2, -3)

  @Test("A GeoTIFF in a box places the image, before a document of GML")
  func geoTIFF() throws {
    let resolved = try resolve(JP2Boxes.geoTIFF(tags.file))
    #expect(resolved.summary == "GeoJP2 tags, EPSG:32611 from its keys")
    #expect(affine(resolved) == .upright(440_720, 3_751_320, 2, -3))
    let both = try resolve(grid("EPSG:32633") + JP2Boxes.geoTIFF(tags.file) + grid("EPSG:32634"))
    #expect(both.georeference.crs.identifier == "EPSG:32611")
    // Without a position in it the document counts.
    var empty = TinyTIFF()
    empty.add(keys: [(1024, 1), (1025, 1), (3072, 32611)])
    let document = try resolve(JP2Boxes.geoTIFF(empty.file) + grid("EPSG:32633"))
    #expect(document.summary == "GMLJP2 grid, EPSG:32633 from its srsName")
  }

  @Test("A document of GML has its origin in the middle of the first sample")
  func markup() throws {
    for boxes in [
      // A URN of a system whose eastings come first, and one of the old form.
      grid("EPSG:32633"), grid("urn:ogc:def:crs:EPSG::32633"),
      grid("http://www.opengis.net/gml/srs/epsg.xml#32633"),
      grid("EPSG:32633", origin: "500001,4999998.5", steps: ("2,0", "0,-3")),
    ] {
      #expect(affine(try resolve(boxes)) == world)
    }
  }

  @Test(
    "Latitudes come first by the registry and longitudes by a plain code",
    arguments: [
      ("urn:ogc:def:crs:EPSG::4326", true), ("urn:ogc:def:crs:EPSG:6.6:4326", true),
      ("http://www.opengis.net/def/crs/EPSG/0/4326", true), ("EPSG:4326", false),
      ("http://www.opengis.net/gml/srs/epsg.xml#4326", false),
    ])
  func axes(system: String, isExchanged: Bool) throws {
    let resolved = try resolve(
      isExchanged
        ? grid(system, origin: "47.75 8.25", steps: ("0 0.5", "-0.5 0"))
        : grid(system, origin: "8.25 47.75", steps: ("0.5 0", "0 -0.5")))
    #expect(resolved.georeference.crs == .geographic)
    #expect(affine(resolved) == .upright(8, 48, 0.5, -0.5))
  }

  @Test("A world file beside the image places it, after what the file says")
  func worldFile() throws {
    try folder.write("2\n0\n0\n-3\n500001\n4999998.5\n".utf8, as: "image.j2w")
    try folder.write("EPSG:32633".utf8, as: "image.prj")
    let resolved = try resolve([])
    #expect(affine(resolved) == world)
    #expect(resolved.georeference.crs.identifier == "EPSG:32633")
    #expect(
      try resolve(JP2Boxes.geoTIFF(tags.file)).summary
        == "GeoJP2 tags, EPSG:32611 from its keys (skipped: image.j2w)")
  }

  @Test("A grid in a system of its own needs one that is named, a damaged one is refused")
  func damaged() throws {
    let own = grid("gmljp2://xml/CRSDictionary.gml#crs1")
    let error = #expect(throws: GeoreferenceError.self) { try resolve(own) }
    #expect(caseName(error) == "crsRequired")
    let resolved = try GeoreferenceResolver.resolve(
      nil, crs: CoordinateReferenceSystem(parsing: "EPSG:32633"), imagePath: path, size: size)
    #expect(affine(resolved) == world)
    for boxes in [
      grid("EPSG:32633", origin: "here"), grid("EPSG:32633", steps: ("2", "0 -3")),
      grid("EPSG:99999"), grid("EPSG:32633", steps: ("0 0", "0 -3")),
      JP2Boxes.geoTIFF([0x49, 0x49, 42, 0, 8]), JP2Boxes.geoTIFF([1, 2, 3]),
    ] {
      let error = #expect(throws: GeoreferenceError.self) { try resolve(boxes) }
      #expect(error?.report.location?.hasPrefix(path) ?? false)
    }
  }
}

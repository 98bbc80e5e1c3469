import BuildingManifest
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

/// A floor drawn at a rotation and scale of its own, whose true place a formula tells.
struct DrawnFloor {
  /// Degrees clockwise from north of the image's top.
  var bearing: Double
  var metresPerPixel: Double
  /// The ground position of pixel (0, 0), in metres east and north of the building's centre.
  var east: Double
  var north: Double

  static let centre = GeographicCoordinate(latitude: 47.36565, longitude: 8.54585)

  /// The pixel at a ground position in metres from the centre.
  func pixel(east x: Double, north y: Double) -> PixelPoint {
    let angle = bearing * .pi / 180
    let (dx, dy) = (x - east, y - north)
    return PixelPoint(
      x: (dx * cos(angle) - dy * sin(angle)) / metresPerPixel,
      y: (-dx * sin(angle) - dy * cos(angle)) / metresPerPixel)
  }

  /// The ground position in metres from the centre that a pixel truly has.
  func ground(_ pixel: PixelPoint) -> (east: Double, north: Double) {
    let angle = bearing * .pi / 180
    let (right, up) = (pixel.x * metresPerPixel, -pixel.y * metresPerPixel)
    return (
      east + right * cos(angle) + up * sin(angle), north - right * sin(angle) + up * cos(angle)
    )
  }

  /// Metres of Web Mercator per metre of the ellipsoid at the centre, eastwards and northwards.
  ///
  /// From the radii of curvature of WGS 84; constant within a building.
  static let scale = {
    let latitude = centre.latitude * .pi / 180
    let share = 1 - 0.00669437999014 * sin(latitude) * sin(latitude)
    let east = share.squareRoot() / cos(latitude)
    return (east: east, north: east * share / (1 - 0.00669437999014))
  }()

  static func coordinate(east: Double, north: Double) -> GeographicCoordinate {
    let origin = WebMercator.project(centre)
    return WebMercator.unproject(
      MercatorPoint(x: origin.x + east * scale.east, y: origin.y + north * scale.north))
  }

  static func random(using generator: inout SeededGenerator) -> DrawnFloor {
    DrawnFloor(
      bearing: .random(in: 0..<360, using: &generator),
      metresPerPixel: .random(in: 0.01...0.2, using: &generator),
      east: .random(in: -30...30, using: &generator),
      north: .random(in: -30...30, using: &generator))
  }
}

@Suite("Floors aligned by shared points")
struct AlignmentTests {
  private static let names = ["lift", "north stairs", "column 7", "Säule: \"Ü\"", "kiosk"]

  /// The names and pixels of a floor's points as a mapping of YAML, in an order of its own.
  private func points(
    _ floor: DrawnFloor, _ spots: [(Double, Double)], shift: [String: Double] = [:],
    using generator: inout SeededGenerator
  ) -> String {
    let entries = zip(Self.names, spots).map { name, spot in
      let pixel = floor.pixel(east: spot.0, north: spot.1)
      let key = "\"\(name.replacing("\"", with: "\\\""))\""
      return "\(key): [\(pixel.x + (shift[name] ?? 0)), \(pixel.y)]"
    }
    return "{\(entries.shuffled(using: &generator).joined(separator: ", "))}"
  }

  private func corners(_ floor: DrawnFloor, width: Double, height: Double) -> String {
    let texts = [(0, 0), (width, 0), (width, height), (0, height)].map { x, y in
      let location = floor.ground(PixelPoint(x: x, y: y))
      let coordinate = DrawnFloor.coordinate(east: location.east, north: location.north)
      return "[\(coordinate.latitude), \(coordinate.longitude)]"
    }
    return "[\(texts.joined(separator: ", "))]"
  }

  private func spots(using generator: inout SeededGenerator) -> [(Double, Double)] {
    Self.names.map { _ in
      (.random(in: -40...40, using: &generator), .random(in: -40...40, using: &generator))
    }
  }

  /// The distance on the ground between where a floor's image puts a pixel and where it truly is.
  private func error(_ georeferenced: GeoreferencedFloor, _ truth: DrawnFloor, _ pixel: PixelPoint)
    -> Double
  {
    let location = truth.ground(pixel)
    let coordinate = DrawnFloor.coordinate(east: location.east, north: location.north)
    let target = WebMercator.project(coordinate)
    let found = georeferenced.resolved.georeference.mercator(of: pixel)
    return hypot(
      (found.x - target.x) / DrawnFloor.scale.east, (found.y - target.y) / DrawnFloor.scale.north)
  }

  @Test(
    "Aligned floors are where they truly are, whatever their rotation, scale and order",
    arguments: 1...8)
  func truth(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let floors = (0..<3).map { _ in DrawnFloor.random(using: &generator) }
    let spots = spots(using: &generator)
    let folder = try ManifestFolder()
    for index in 0..<3 { try folder.image("\(index).png", width: 60 + index, height: 40) }
    // L2 is aligned with L1, which is aligned with L0: in an order that is not the list's.
    let building = try folder.georeferenced(
      """
      name: M
      floors:
        - {id: L2, image: 2.png, align: L1, points: \(points(floors[2], spots, using: &generator))}
        - {id: L1, image: 1.png, align: L0, points: \(points(floors[1], spots, using: &generator))}
        - id: L0
          image: 0.png
          corners: \(corners(floors[0], width: 60, height: 40))
          points: \(points(floors[0], spots, using: &generator))
      """)
    try building.checkAgreement()
    for (georeferenced, truth) in zip(building.floors, floors) {
      for pixel in [(0.0, 0.0), (60, 0), (60, 40), (0, 40)] {
        // Degrees of 64 bits are exact to nanometres; the points' spread extends that to the image.
        #expect(error(georeferenced, truth, PixelPoint(x: pixel.0, y: pixel.1)) < 1e-5)
      }
    }
    #expect(building.agreements.map(\.name).sorted() == Self.names.sorted())
    #expect(building.agreements.allSatisfy { $0.metres < 1e-5 && $0.floorCount == 3 })
    #expect(building.floors[1].resolved.summary.hasPrefix("aligned with L0 by 5 control points"))
    let controlPoints = building.floors[2].controlPoints
    #expect(controlPoints.compactMap(\.name).sorted() == Self.names.sorted())
    for point in controlPoints {
      let spot = try #require(Self.names.firstIndex(of: point.name ?? ""))
      let truth = DrawnFloor.coordinate(east: spots[spot].0, north: spots[spot].1)
      #expect(abs(point.position.latitude - truth.latitude) < 1e-9)
      #expect(abs(point.position.longitude - truth.longitude) < 1e-9)
    }
  }

  @Test(
    "A point that is off between two floors with georeferences of their own is named, with its metres"
  )
  func disagreement() throws {
    var generator = SeededGenerator(seed: 4)
    let floors = (0..<2).map { _ in DrawnFloor.random(using: &generator) }
    let spots = spots(using: &generator)
    let folder = try ManifestFolder()
    for index in 0..<2 { try folder.image("\(index).png") }
    // Ten pixels to the right are ten times the scale in metres.
    let shifted = points(floors[1], spots, shift: ["lift": 10], using: &generator)
    func text(limit: Double) -> String {
      """
      name: M
      alignment-limit: \(limit)
      floors:
        - {id: L0, image: 0.png, corners: \(corners(floors[0], width: 40, height: 30)),
           points: \(points(floors[0], spots, using: &generator))}
        - {id: L1, image: 1.png, corners: \(corners(floors[1], width: 40, height: 30)),
           points: \(shifted)}
      """
    }
    let metres = 10 * floors[1].metresPerPixel
    let building = try folder.georeferenced(text(limit: metres - 0.001))
    let worst = try #require(building.agreements.first)
    #expect(worst.name == "lift")
    #expect(worst.floors == ["L0", "L1"])
    #expect(abs(worst.metres - metres) < 1e-4)
    #expect(building.agreements.dropFirst().allSatisfy { $0.metres < 1e-5 })
    let error = #expect(throws: ManifestError.self) { try building.checkAgreement() }
    let report = try #require(error).report
    #expect(report.location == folder.directory.path("b.yml") + ":2:18")
    #expect(report.found?.hasPrefix("lift: ") == true)
    #expect(report.found?.contains("between L0 and L1") == true)
    try folder.georeferenced(text(limit: metres + 0.001)).checkAgreement()
  }

  @Test("Named control points are shared points too; numbered ones of a file are not")
  func controlPoints() throws {
    let folder = try ManifestFolder()
    try folder.image("0.png")
    try folder.image("1.png")
    try folder.image("2.png")
    let numbered = "id,px,py,lat,lng\n1,0,0,47,8\n2,40,0,47,8.001\n"
    try folder.write(numbered, as: "0.csv")
    try folder.write(numbered.replacing("8.001", with: "8.002"), as: "2.csv")
    let building = try folder.georeferenced(
      """
      name: M
      floors:
        - {id: L0, image: 0.png, gcp-file: 0.csv}
        - id: L1
          image: 1.png
          gcps: {lift: [0, 0, 47, 8], stairs: [40, 0, 47, 8.001]}
        - {id: L2, image: 2.png, gcp-file: 2.csv, points: {lift: [0, 0]}}
      """)
    #expect(building.agreements.map(\.name) == ["lift"])
    #expect(building.agreements[0].metres < 1e-6)
    #expect(building.floors[1].controlPoints.map(\.name) == ["lift", "stairs"])
    #expect(building.floors[2].controlPoints.count == 3)
  }

  @Test("Faults beyond the text are led back to its lines")
  func consequences() throws {
    let folder = try ManifestFolder()
    try folder.image("a.png")
    try folder.image("b.png")
    try folder.write("lift,1,2\nlift,3,4\n", as: "twice.csv")
    try folder.write("lift,1\n", as: "short.csv")
    try folder.write("not an image", as: "text.png")
    let reference = "  - {id: L0, image: a.png, bounds: [8, 47, 8.1, 47.1], points: {a: [1, 2]}}\n"
    let cases: [(String, String, [String])] = [
      ("{id: L1, image: gone.png}", "4:21", ["image of floor L1", "cannot be opened", "gone.png"]),
      ("{id: L1, image: text.png}", "4:21", ["image of floor L1", "text.png"]),
      ("{id: L1, image: b.png}", "4:5", ["floor L1 has no georeference", "b.pgw"]),
      (
        "{id: L1, image: b.png, align: L0, points: {a: [1, 2], b: [3, 4]}}", "4:35",
        ["too few named points with floor L0", "found: a", "at least 2"]
      ),
      ("{id: L1, image: b.png, align: L0}", "4:35", ["found: none"]),
      (
        "{id: L1, image: b.png, gcp-file: gone.csv}", "4:38", ["placement of floor L1", "gone.csv"]
      ),
      ("{id: L1, image: b.png, points: gone.csv}", "4:36", ["points of floor L1", "gone.csv"]),
      ("{id: L1, image: b.png, points: twice.csv}", "4:36", ["twice.csv:2:1", "of its own"]),
      ("{id: L1, image: b.png, points: short.csv}", "4:36", ["short.csv:1"]),
      (
        "{id: L1, image: b.png, corners: [[1, 2], [1, 2], [3, 4], [5, 6]]}", "4:37",
        ["placement of floor L1", "do not bound an image"]
      ),
      (
        "{id: L1, image: b.png, gcps: {a: [0, 0, 47, 8], b: [9, 9, 48, 9]}, points: {a: [1, 1]}}",
        "4:34", ["the point a at two positions"]
      ),
    ]
    for (floor, location, words) in cases {
      let error = #expect(throws: ManifestError.self, "\(floor)") {
        try folder.georeferenced("name: M\nfloors:\n\(reference)  - \(floor)\n")
      }
      let report = try #require(error).report
      #expect(report.location == folder.directory.path("b.yml") + ":\(location)", "\(report)")
      for word in words { #expect("\(report)".contains(word), "\(report)") }
    }
  }
}

@Suite("The hotel of the test data", .enabled(if: TestData.isAvailable))
struct HotelTests {
  /// The fiducials of hotel.building.yaml, in the order of each floor, and its measure of L1: 3.4 m are
  /// 61.063 pixels.
  private static let text = """
    name: Hotel
    align: L1
    floors:
      - id: L1
        image: \(TestData.path("floorplans/rmf_hotel/hotel_L1.png"))
        anchor: [1.2921, 103.7764]
        metres-per-pixel: 0.0556801924
        points: {ref3: [275.628, 469.551], ref1: [274.934, 304.347], ref2: [383.593, 367.916]}
      - id: L2
        image: \(TestData.path("floorplans/rmf_hotel/hotel_L2.png"))
        points: {ref1: [267.782, 249.95], ref2: [374.242, 313.697], ref3: [268.411, 414.958]}
      - id: L3
        image: \(TestData.path("floorplans/rmf_hotel/hotel_L3.png"))
        points: {ref1: [267.782, 249.95], ref2: [374.242, 313.697], ref3: [268.411, 414.958]}
    """

  @Test("The scale of a drawing and the resolution of its scan give the size of its pixels")
  func scale() throws {
    let size = "metres-per-pixel: 0.0556801924"
    let text = Self.text.replacing(size, with: "scale: 1:200\n    dpi: 254")
    let building = try GeoreferencedBuilding(manifest(text))
    let center = PixelPoint(x: 300, y: 300)
    let scale = building.floors[0].resolved.georeference.groundResolution(at: center).perColumn
    #expect(abs(scale - 200 * 0.0254 / 254) < 1e-6)
    let unknown = try manifest(Self.text.replacing(size, with: "scale: 1:200"))
    let error = #expect(throws: ManifestError.self) { try GeoreferencedBuilding(unknown) }
    #expect(error?.description.contains("has no dpi") == true, "\(String(describing: error))")
  }

  @Test("The floors of the hotel align by fiducials in another order, as an independent fit says")
  func alignment() throws {
    let building = try GeoreferencedBuilding(manifest(Self.text))
    // A complex least squares fit of L2 on L1 by another program: residuals in pixels of L1.
    let expected = ["ref1": 0.776_433_62, "ref2": 0.874_698_63, "ref3": 0.657_770_13]
    #expect(building.agreements.map(\.name) == ["ref2", "ref1", "ref3"])
    for agreement in building.agreements {
      let pixels = try #require(expected[agreement.name])
      // Ground metres vary by 1e-7 across the building, at 0.05 m a pixel.
      #expect(abs(agreement.metres - pixels * 0.055_680_192_4) < 1e-6, "\(agreement)")
      #expect(agreement.floorCount == 3)
    }
    // The same program: scale 1.0080970802, turn 0.0060121 degrees.
    let center = PixelPoint(x: 300, y: 300)
    let scale = building.floors[1].resolved.georeference.groundResolution(at: center).perColumn
    #expect(abs(scale / 0.055_680_192_4 - 1.008_097_080_2) < 1e-6)
    #expect(building.floors.map(\.raster.size.width) == [693, 686, 623])
    try building.checkAgreement()
  }
}

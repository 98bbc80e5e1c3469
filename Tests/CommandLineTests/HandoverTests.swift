import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

/// Files for indoor platforms, compared with what floors were built from and with their tiles.
@Suite("Hand-over to indoor platforms")
struct HandoverTests {
  /// A plan's rectangle on the map.
  private struct Sheet {
    /// From the top left corner clockwise, in projected metres.
    var corners: [SIMD2<Double>]
    var size: PixelSize

    init(
      _ size: PixelSize, metresPerPixel: Double, bearing: Double, east: Double, north: Double
    ) {
      self.size = size
      let turn = bearing * .pi / 180
      let (right, up) = (SIMD2(cos(turn), -sin(turn)), SIMD2(sin(turn), cos(turn)))
      let half = SIMD2(Double(size.width), Double(size.height)) / 2 * metresPerPixel
      let middle = SIMD2(951_300.0 + east, 6_002_000 + north)
      corners = [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)].map { a, b in
        middle + a * half.x * right + b * half.y * up
      }
    }

    init(corners: [SIMD2<Double>], size: PixelSize) { (self.corners, self.size) = (corners, size) }

    func position(_ x: Double, _ y: Double) -> SIMD2<Double> {
      corners[0] + x / Double(size.width) * (corners[1] - corners[0])
        + y / Double(size.height) * (corners[3] - corners[0])
    }

    func pixel(_ position: SIMD2<Double>) -> SIMD2<Double> {
      func part(_ corner: SIMD2<Double>) -> Double {
        let (axis, offset) = (corner - corners[0], position - corners[0])
        return (axis * offset).sum() / (axis * axis).sum()
      }
      return SIMD2(part(corners[1]) * Double(size.width), part(corners[3]) * Double(size.height))
    }
  }

  private static let radius = 6_378_137.0

  private func degrees(_ point: SIMD2<Double>) -> String {
    let latitude = atan(sinh(point.y / Self.radius)) * 180 / .pi
    return "[\(latitude), \(point.x / Self.radius * 180 / .pi)]"
  }

  private func projected(_ latitude: Double, _ longitude: Double) -> SIMD2<Double> {
    SIMD2(
      longitude * .pi / 180 * Self.radius,
      log(tan(.pi / 4 + latitude * .pi / 360)) * Self.radius)
  }

  private static let marks: [(x: Double, y: Double)] = [
    (40, 40), (560, 45), (300, 220), (50, 400), (550, 410),
  ]

  private static func plan(_ size: PixelSize) -> SyntheticRaster {
    SyntheticRaster(name: "marks", size: size, isOpaque: true) { x, y in
      let isMark = marks.contains { hypot(Double(x) + 0.5 - $0.x, Double(y) + 0.5 - $0.y) < 12 }
      return isMark ? PixelColor(20, 20, 20) : PixelColor(255, 255, 255)
    }
  }

  private func json(_ workspace: Workspace, _ name: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(try workspace.bytes(name)))
    return try #require(value as? [String: Any])
  }

  /// The frame that the corners of pictures.json state.
  private func frame(_ workspace: Workspace) throws -> Sheet {
    let document = try json(workspace, "hand/pictures.json")
    let corners = try #require(document["corners"] as? [String: [String: Double]])
    let positions = try ["topLeft", "topRight", "bottomRight", "bottomLeft"].map { name in
      let corner = try #require(corners[name])
      return projected(try #require(corner["latitude"]), try #require(corner["longitude"]))
    }
    return Sheet(
      corners: positions,
      size: PixelSize(
        width: try #require(document["width"] as? Int),
        height: try #require(document["height"] as? Int)))
  }

  private func picture(_ workspace: Workspace, _ name: String) throws -> RGBAImage {
    try TileDecoder.decode(
      try workspace.bytes(name),
      limits: DecodingLimits(maximumSide: 4096, maximumPixels: 1 << 24, maximumBytes: 1 << 27))
  }

  /// The files of a ZIP archive of stored files, read from its beginning.
  private func files(inArchive bytes: [UInt8]) -> [String: [UInt8]] {
    func number(_ start: Int, _ count: Int) -> Int {
      bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var (files, start): ([String: [UInt8]], Int) = ([:], 0)
    while bytes[start..<start + 4].elementsEqual("PK\u{3}\u{4}".utf8) {
      let name = start + 30
      let contents = name + number(start + 26, 2) + number(start + 28, 2)
      let end = contents + number(start + 18, 4)
      files[String(decoding: bytes[name..<name + number(start + 26, 2)], as: UTF8.self)] = Array(
        bytes[contents..<end])
      start = end
    }
    return files
  }

  @Test("Pictures of floors at angles show every mark of a plan within a centimetre of its place")
  func places() throws {
    let workspace = try Workspace()
    let size = PixelSize(width: 600, height: 450)
    let sheets = [
      Sheet(size, metresPerPixel: 0.075, bearing: 23, east: 0, north: 0),
      Sheet(size, metresPerPixel: 0.06, bearing: 31, east: 20, north: 9),
    ]
    try workspace.write(Self.plan(size), as: "a.png")
    let floors = sheets.enumerated().map { index, sheet in
      "  - {id: L\(index), image: a.png, corners: [\(sheet.corners.map(degrees).joined(separator: ", "))]}"
    }
    try workspace.write(
      "name: House\nfloors:\n\(floors.joined(separator: "\n"))\n".utf8, as: "b.yml")
    try workspace.succeed("build b.yml -o out")
    try workspace.succeed("convert out hand --for pictures")
    #expect(!workspace.entries.contains { $0.hasSuffix("tiles.zip") })

    let frame = try frame(workspace)
    for (index, sheet) in sheets.enumerated() {
      for corner in sheet.corners {
        let pixel = frame.pixel(corner)
        #expect((-0.01...Double(frame.size.width) + 0.01).contains(pixel.x))
        #expect((-0.01...Double(frame.size.height) + 0.01).contains(pixel.y))
      }
      let image = try picture(workspace, "hand/L\(index).png")
      #expect(image.width == frame.size.width && image.height == frame.size.height)
      for mark in Self.marks {
        let place = sheet.position(mark.x, mark.y)
        let middle = frame.pixel(place)
        var (sum, weight) = (SIMD2(0.0, 0), 0.0)
        for y in Int(middle.y) - 28...Int(middle.y) + 28 {
          for x in Int(middle.x) - 28...Int(middle.x) + 28 where image.contains(x, y) {
            let sample = 4 * (y * image.width + x)
            let ink = Double(255 - image.samples[sample]) * Double(image.samples[sample + 3])
            sum += ink * SIMD2(Double(x) + 0.5, Double(y) + 0.5)
            weight += ink
          }
        }
        let found = frame.position(sum.x / weight, sum.y / weight)
        let error = hypot(found.x - place.x, found.y - place.y) * cos(47.3657 * .pi / 180)
        #expect(error < 0.01, "floor \(index), mark \(mark)")
      }
    }
    try checkSidecars(workspace, frame)
    try checkSamples(workspace, frame)
  }

  /// KML, world file and metres, beside the corners of pictures.json.
  private func checkSidecars(_ workspace: Workspace, _ frame: Sheet) throws {
    let kml = try workspace.text("hand/L1.kml")
    let text = try #require(kml.split(separator: "coordinates>").dropFirst().first)
    let quad = text.dropLast(2).split(separator: " ").map { tuple in
      let numbers = tuple.split(separator: ",").compactMap { Double($0) }
      return projected(numbers[1], numbers[0])
    }
    // From the lower left anticlockwise.
    for (corner, index) in zip(quad, [3, 2, 1, 0]) {
      #expect(hypot(corner.x - frame.corners[index].x, corner.y - frame.corners[index].y) < 0.001)
    }
    let world = try workspace.text("hand/L1.pgw")
      .split(separator: "\n").compactMap { Double($0) }
    let (x, y) = (Double(frame.size.width) - 0.5, Double(frame.size.height) - 0.5)
    let corner = SIMD2(
      world[0] * x + world[2] * y + world[4], world[1] * x + world[3] * y + world[5])
    #expect(hypot(corner.x - frame.corners[2].x, corner.y - frame.corners[2].y) < 0.001)
    try workspace.succeed("info hand/L1.png --json", printing: "EPSG:3857")
    let document = try json(workspace, "hand/pictures.json")
    // The ellipsoid's lengths differ from the sphere's by up to 0.2 % at this latitude.
    let top = frame.corners[1] - frame.corners[0]
    let metres = try #require(document["widthInMetres"] as? Double)
    let sphere = hypot(top.x, top.y) * cos(47.3657 * .pi / 180)
    #expect(metres / sphere > 1.0005 && metres / sphere < 1.0025)
    let rotation = try #require(document["rotation"] as? Double)
    #expect(abs(rotation - atan2(-top.y, top.x) * 180 / .pi) < 1e-4)
  }

  /// Samples between four of the deepest tiles, in premultiplied alpha.
  private func checkSamples(_ workspace: Workspace, _ frame: Sheet) throws {
    let zoom = try #require(try json(workspace, "out/L1.layer.json")["maxzoom"] as? Int)
    var tiles: [String: RGBAImage] = [:]
    for (name, bytes) in try workspace.files(in: "out") where name.hasPrefix("L1/\(zoom)/") {
      tiles[name] = try TileDecoder.decode(bytes)
    }
    let image = try picture(workspace, "hand/L1.png")
    let resolution = 2 * Double.pi * Self.radius / Double(256 << zoom)
    var generator = SeededGenerator(seed: 8)
    var opaque = 0
    for _ in 0..<2000 {
      let x = Int.random(in: 0..<image.width, using: &generator)
      let y = Int.random(in: 0..<image.height, using: &generator)
      let place = frame.position(Double(x) + 0.5, Double(y) + 0.5)
      let column = (place.x + .pi * Self.radius) / resolution - 0.5
      let row = (.pi * Self.radius - place.y) / resolution - 0.5
      var sum = SIMD4(0.0, 0, 0, 0)
      for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let (a, b) = (Int(column) + right, Int(row) + down)
        let weight = (1 - abs(column - Double(a))) * (1 - abs(row - Double(b)))
        guard let tile = tiles["L1/\(zoom)/\(a / 256)/\(b / 256).png"] else { continue }
        let start = 4 * (b % 256 * 256 + a % 256)
        let pixel = SIMD4((0..<4).map { Double(tile.samples[start + $0]) })
        let alpha = pixel.w / 255 * weight
        sum += SIMD4(pixel.x * alpha, pixel.y * alpha, pixel.z * alpha, 255 * alpha)
      }
      let start = 4 * (y * image.width + x)
      #expect(abs(Double(image.samples[start + 3]) - sum.w) <= 1)
      guard sum.w > 128 else { continue }
      opaque += 1
      #expect(abs(Double(image.samples[start]) - sum.x / sum.w * 255) <= 1.5)
    }
    #expect(opaque > 500)
  }

  @Test("The archive of a building on the grid has its tiles, and the pictures are its plans")
  func archive() throws {
    let workspace = try SampleBuilding.workspace()
    try workspace.succeed("build b.yml -o out")
    let arguments = ["convert", "out", "hand", "--for", "situm", "--floor-ids", "L0=77,B1=78"]
    try workspace.succeed(arguments, saying: "(L1=12345,...): L1 as the building does")
    let found = files(inArchive: try workspace.bytes("hand/tiles.zip"))
    var expected: [String: [UInt8]] = [:]
    for (name, bytes) in try workspace.files(in: "out") where name.hasSuffix(".png") {
      var parts = name.split(separator: "/").map(String.init)
      parts[0] = ["L0": "77", "B1": "78"][parts[0]] ?? parts[0]
      expected[parts.joined(separator: "/")] = bytes
    }
    #expect(found == expected && found.count == 15)
    for (floor, plan) in [("L0", "a.png"), ("L1", "a.png"), ("B1", "c.png")] {
      #expect(try picture(workspace, "hand/\(floor).png") == picture(workspace, plan))
    }
    // The same again is refused, or replaces what is there by the same.
    let before = try workspace.files(in: "hand")
    try workspace.fail(arguments)
    try workspace.succeed(arguments + ["--overwrite"])
    #expect(try workspace.files(in: "hand") == before)
    for output in ["out", "hand.zip"] {
      try workspace.fail("convert out \(output) --for situm", saying: "a folder")
    }
  }

  @Test(
    "What cannot be handed over exits with 2, says what can, and leaves nothing",
    arguments: [
      ("out", "--for situm --floor-ids L9=1", "B1, L0, L1"),
      ("out", "--for situm --floor-ids L0", "L0=12345"),
      ("out", "--for situm --floor-ids L0=../x", ".."),
      ("out", "--for situm --floor-ids L0=L1", "a folder for each floor"),
      ("out", "--for mazemap", "situm, pictures"), ("out", "--for situm --zooms 15", "--zooms"),
      ("out", "--floor-ids L0=1", "--for situm"),
      ("out", "--for pictures --floor-ids L0=1", "--for situm"),
      ("webp", "--for situm", "--format png"), ("plain", "--for pictures", "--floor"),
    ])
  func refused(source: String, options: String, hint: String) throws {
    let workspace = try SampleBuilding.workspace(source == "webp" ? "format: webp" : "")
    let input = source == "plain" ? ["a.png"] + AlignedPlan.placement : ["b.yml"]
    try workspace.succeed(["build"] + input + ["-o", source])
    try workspace.fail(["convert", source, "hand"] + options.words, saying: hint)
  }

  @Test("A picture has at most 4096 pixels a side, and an archive at most zoom 23")
  func limits() throws {
    let workspace = try Workspace()
    let size = PixelSize(width: 6000, height: 64)
    // Columns of one pixel, which a picture of two thirds mixes.
    try workspace.write(
      SyntheticRaster(name: "lines", size: size, isOpaque: true) { x, _ in
        x % 2 == 0 ? PixelColor(0, 0, 0) : PixelColor(255, 255, 255)
      }, as: "a.png")
    let sheet = Sheet(size, metresPerPixel: 0.009, bearing: 0, east: 0, north: 0)
    try workspace.write(
      """
      name: Long
      corners: [\(sheet.corners.map(degrees).joined(separator: ", "))]
      min-zoom: 22
      floors:
        - {id: L0, image: a.png}

      """.utf8, as: "b.yml")
    try workspace.succeed("build b.yml -o out")
    try workspace.succeed("convert out hand --for situm", saying: "deeper than zoom 23")
    let zooms = Set(
      files(inArchive: try workspace.bytes("hand/tiles.zip")).keys.map {
        $0.split(separator: "/")[1]
      })
    #expect(zooms == ["22", "23"])
    let image = try picture(workspace, "hand/L0.png")
    #expect(image.width == 4096 && (43...45).contains(image.height))
    let row = 4 * (22 * image.width)
    let mean = (100..<4000).reduce(0) { $0 + Int(image.samples[row + 4 * $1]) } / 3900
    #expect((124...131).contains(mean))
  }
}

extension RGBAImage {
  fileprivate func contains(_ x: Int, _ y: Int) -> Bool {
    (0..<width).contains(x) && (0..<height).contains(y)
  }
}

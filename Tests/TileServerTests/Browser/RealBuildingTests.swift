import Foundation
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

/// Buildings of the collection of real files: built by one command, opened as people open them.
@Suite(
  "Real buildings in a browser", .serialized,
  .enabled(if: Browser.isInstalled && TestData.isAvailable))
struct RealBuildingTests {
  /// A building and how its manifest places it.
  enum Building: String, CaseIterable, CustomTestStringConvertible {
    /// Five floors that each have bounds of their own.
    case shoppingCentre
    /// Three floors, of which one is anchored and two are aligned with it by named points.
    case hotel

    var testDescription: String { rawValue }
    var floors: [String] { self == .hotel ? ["L1", "L2", "L3"] : ["B1", "F1", "F2", "F3", "F4"] }

    func manifest(store: String) throws -> String {
      let head = "name: \(rawValue)\nattribution: © the authors of the plans\nstore: \(store)\n"
      guard self == .shoppingCentre else {
        let folder = TestData.path("floorplans/rmf_hotel")
        let upper = "{ref1: [267.782, 249.95], ref2: [374.242, 313.697], ref3: [268.411, 414.958]}"
        return head + """
          align: L1
          floors:
            - id: L1
              image: \(folder)/hotel_L1.png
              anchor: [1.302085742905716, 103.7827510499005]
              metres-per-pixel: 0.0556797
              points: {ref3: [275.628, 469.551], ref1: [274.934, 304.347], ref2: [383.593, 367.916]}
            - {id: L2, image: \(folder)/hotel_L2.png, points: \(upper)}
            - {id: L3, image: \(folder)/hotel_L3.png, points: \(upper)}

          """
      }
      let text = try TestData.bytes("floorplans/indoor_loc_site1/corners_derived.json")
      let root = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
      let all = try #require(root?["floors"] as? [String: [String: Any]])
      return try floors.reduce(head + "floors:\n") { text, floor in
        let bounds = try #require(all[floor]?["bbox_lonlat_wsen"] as? [Double])
        let image = TestData.path("floorplans/indoor_loc_site1/\(floor)/floor_image.png")
        let level = (floor.hasPrefix("B") ? "-" : "") + floor.dropFirst()
        return text + "  - {id: \(floor), level: \(level), image: \(image), bounds: \(bounds)}\n"
      }
    }
  }

  /// Builds with one command.
  private func build(_ building: Building, store: String, in folder: TemporaryDirectory) throws
    -> String
  {
    try folder.write(building.manifest(store: store).utf8, as: "building.yml")
    let program = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
    let page = store == "directory" ? ["--preview"] : []
    let result = try CommandProbe(executable: program, directory: folder.url)
      .run(["build", "building.yml", "-o", "out"] + page)
    #expect(result.end == .exit(0), "\(result.errors)")
    return folder.path("out")
  }

  @Test(
    "Every floor is shown pixel by pixel as its tiles are, from the disk and served from MBTiles",
    arguments: zip(Building.allCases, [true, false]))
  func floors(building: Building, isServed: Bool) throws {
    let folder = try TemporaryDirectory()
    let path = try build(building, store: isServed ? "mbtiles" : "directory", in: folder)
    let server = isServed ? try ServeProcess(path) : nil
    let page = URL(fileURLWithPath: path).appendingPathComponent("preview.html").absoluteString
    let browser = try Browser(width: 1000, height: 700)
    try browser.visit(server?.address ?? page)
    let stored = try StoredLayers(path: path)
    #expect(stored.layers.compactMap(\.definition.floor?.id) == building.floors)
    var shown: Set<[UInt8]> = []
    for layer in stored.layers {
      let floor = try #require(layer.definition.floor?.id)
      try browser.click("#floors input[value=\(floor)]")
      try browser.click("#fit")
      try browser.waitUntilIdle()
      shown.insert(try browser.screenshot().samples)
      try browser.click("#native")
      try browser.waitUntilIdle(
        """
        document.documentElement.dataset.state === 'idle' && location.hash.endsWith('/\(floor)')
          && location.hash.startsWith('#\(layer.definition.maximumZoom)/')
        """)
      let window = try TileWindow(layer, around: browser.value("location.hash") as? String ?? "")
      let image = try browser.screenshot()
      // The address is rounded to a fraction of a pixel, which may fall on either side of an edge.
      var differences: [Int] = []
      // Blending with the background rounds once here and once there.
      for shift in [4, 0, 1, 2, 3, 5, 6, 7, 8] where (differences.min() ?? 255) > 2 {
        differences.append(
          try window.difference(from: image, shiftedBy: (shift % 3 - 1, shift / 3 - 1)))
      }
      #expect((differences.min() ?? 255) <= 2, "\(floor): \(differences)")
    }
    #expect(shown.count == building.floors.count)
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
    if let server { #expect(server.stop(SIGTERM).status == 0) }
  }
}

/// The expected content of a page of 1000 × 700 pixels at native zoom, outside the controls.
private struct TileWindow {
  private static let ground = [0xF1, 0xF3, 0xF5]
  private let layer: StoredLayers.Layer
  /// The sample of the world in the middle of the page.
  private let middle: (x: Int, y: Int)

  /// Reads the middle of the page from its address.
  init(_ layer: StoredLayers.Layer, around address: String) throws {
    self.layer = layer
    let parts = address.dropFirst().split(separator: "/")
    let latitude = try #require(parts.count > 2 ? Double(parts[1]) : nil)
    let longitude = try #require(Double(parts[2]))
    let point = WebMercator.project(.init(latitude: latitude, longitude: longitude))
    let scale = Double(256 << layer.definition.maximumZoom) / WebMercator.extent
    middle = (
      Int(((point.x + WebMercator.halfExtent) * scale).rounded()),
      Int(((WebMercator.halfExtent - point.y) * scale).rounded())
    )
  }

  /// The largest difference of a sample in the middle of the page, which is shifted by some pixels; that of
  /// the rows up to the first in which it is more than rounding makes.
  func difference(from image: RGBAImage, shiftedBy shift: (x: Int, y: Int)) throws -> Int {
    var tiles: [TileCoordinate: RGBAImage?] = [:]
    var largest = 0
    for row in 200..<500 {
      if largest > 2 { break }
      var address: TileCoordinate?
      var shown: RGBAImage?
      for column in 250..<750 {
        let (x, y) = (middle.x + column - 500 + shift.x, middle.y + row - 350 + shift.y)
        if address == nil || x & 255 == 0 {
          let zoom = layer.definition.maximumZoom
          let tile = try #require(TileCoordinate(zoom: zoom, x: x >> 8, y: y >> 8))
          if tiles[tile] == nil {
            tiles[tile] = .some(try layer.reader.tile(at: tile).map { try TileDecoder.decode($0) })
          }
          (address, shown) = (tile, tiles[tile] ?? nil)
        }
        let found = 4 * (row * image.width + column)
        for channel in 0..<3 {
          var expected = Self.ground[channel]
          if let tile = shown {
            let start = 4 * ((y & 255) * 256 + (x & 255))
            let alpha = Int(tile.samples[start + 3])
            expected =
              (Int(tile.samples[start + channel]) * alpha + expected * (255 - alpha) + 127) / 255
          }
          largest = max(largest, abs(Int(image.samples[found + channel]) - expected))
        }
      }
    }
    return largest
  }
}

import Foundation
import Georeferencing
import Mosaics
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("A picture of several images")
struct MosaicBuildTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Systems and places in which an image is on the grid of tiles, between its lines, turned, or warped.
  private static let places: [(crs: String, affine: Georeferencing.AffineTransform)] = [
    ("EPSG:3857", affine(1_000_000, 6_000_000, 40_075_016.685578488 / 256 / 131_072)),
    ("EPSG:3857", affine(1_000_000.3, 6_000_000.7, 1.05)),
    ("EPSG:4326", affine(8.5, 47.4, 0.000_01)),
    ("EPSG:32632", affine(500_000, 5_200_000, 1)),
    (
      "EPSG:3857",
      Georeferencing.AffineTransform(
        originX: 1_000_000, originY: 6_000_000, columnX: 1, columnY: -0.4, rowX: -0.4, rowY: -1)
    ),
  ]

  private static func affine(_ x: Double, _ y: Double, _ step: Double)
    -> Georeferencing.AffineTransform
  {
    AffineTransform.northUp(x, y, step: step)
  }

  /// Writes a part of an image with its world file.
  private func write(
    _ image: RGBAImage, _ columns: Range<Int>, _ rows: Range<Int>,
    _ affine: Georeferencing.AffineTransform,
    named name: String
  ) throws {
    var samples: [UInt8] = []
    for y in rows {
      let start = 4 * (y * image.width + columns.lowerBound)
      samples += image.samples[start..<start + 4 * columns.count]
    }
    try PNGFileWriter.write(
      RGBAImage(width: columns.count, height: rows.count, samples: samples),
      to: folder.path("\(name).png"), compression: .fast)
    let origin = affine.apply(PixelPoint(x: Double(columns.lowerBound), y: Double(rows.lowerBound)))
    var moved = affine
    (moved.originX, moved.originY) = (origin.x, origin.y)
    try folder.write(WorldFile(moved).text.utf8, as: "\(name).pgw")
  }

  /// Images that are placed by their world files in a system, or by the `.prj` beside them.
  private func images(_ names: [String], _ crs: String? = nil) throws -> SourceImages {
    var image = SourceImage("")
    image.crs = try crs.map { try CoordinateReferenceSystem(parsing: $0) }
    return SourceImages(names.map { folder.path("\($0).png") }, readAs: image)
  }

  private func tiles(
    _ images: SourceImages, _ options: PyramidOptions, named name: String, threads: Int = 2
  ) async throws -> [TileCoordinate: [UInt8]] {
    var request = PyramidRequest(images, output: .directory(folder.path(name)))
    request.options = options
    request.encoding = PyramidEncoding(.png, effort: .fast)
    request.resources.threads = threads
    _ = try await PyramidBuild(request).run()
    return try openTileStore(folder.path(name)).allTiles()
  }

  @Test(
    "An image cut into files gives the bytes of the whole, wherever it is and by every kernel",
    arguments: 0..<5, Resampling.allCases)
  func pieces(place: Int, resampling: Resampling) async throws {
    let (crs, affine) = Self.places[place]
    let size = PixelSize(width: 620, height: 540)
    let drawing: Drawing = place % 2 == 0 ? .noiseWithAlpha : .linesOnNothing
    let image = RGBAImage(drawing.raster(size))
    try write(image, 0..<size.width, 0..<size.height, affine, named: "whole")
    var names: [String] = []
    // Rows of pieces of other widths, each of which reaches into the one before it.
    for (row, rows) in [0..<201, 190..<377, 377..<540].enumerated() {
      for (column, columns) in [0..<130 + 61 * row, 120 + 50 * row..<480, 480..<620].enumerated() {
        let name = "piece\(row)\(column)"
        try write(image, columns, rows, affine, named: name)
        names.append(name)
      }
    }
    var options = PyramidOptions()
    options.resampling = resampling
    let whole = try await tiles(images(["whole"], crs), options, named: "a")
    let pieces = try await tiles(images(names, crs), options, named: "b")
    #expect(Set(pieces.keys) == Set(whole.keys))
    for (tile, bytes) in whole { #expect(pieces[tile] == bytes, "\(tile)") }
  }

  /// The opaque samples of the tiles of zoom 17, and the most that their red or green is off.
  private func errors(
    of tiles: [TileCoordinate: [UInt8]], _ color: (MercatorPoint) -> PixelColor
  ) throws -> (opaque: Int, worst: Double) {
    let grid = TileGrid(tileSize: .standard)
    var (opaque, worst) = (0, 0.0)
    for (tile, bytes) in tiles where tile.zoom == 17 {
      let samples = try PNGDecoder.samples(bytes)
      for index in 0..<65_536 where samples[4 * index + 3] == 255 {
        let pixel = WorldPixelPoint(
          x: Double(256 * tile.x + index % 256) + 0.5, y: Double(256 * tile.y + index / 256) + 0.5)
        let expected = color(grid.mercator(of: pixel, atZoom: 17))
        opaque += 1
        worst = max(
          worst, abs(Double(samples[4 * index]) - Double(expected.red)),
          abs(Double(samples[4 * index + 1]) - Double(expected.green)))
      }
    }
    return (opaque, worst)
  }

  /// Web Mercator and UTM do not share a grid; both images show the same function of the position on the
  /// map.
  @Test("Images on two grids meet without a seam and without a shift", arguments: [1, 2, 7])
  func twoGrids(threads: Int) async throws {
    let size = PixelSize(width: 700, height: 500)
    let utm = try CoordinateReferenceSystem(parsing: "EPSG:32632")
    let east = Self.affine(500_400, 5_200_000, 1)
    let step = 1.47
    let corner = utm.mercator(of: CRSPoint(x: 500_000, y: 5_200_050))
    let west = Self.affine(corner.x, corner.y, step)
    // A slow wave, in steps of the finer image's pixels; a pixel of either shows its middle.
    @Sendable func color(_ point: MercatorPoint) -> PixelColor {
      func wave(_ metres: Double) -> UInt8 { UInt8((127.5 + 120 * sin(metres / 60)).rounded()) }
      return PixelColor(wave(point.x - corner.x), wave(point.y - corner.y), 90)
    }
    for (name, crs, affine) in [
      ("west", CoordinateReferenceSystem.webMercator, west), ("east", utm, east),
    ] {
      let raster = SyntheticRaster(name: name, size: size, isOpaque: true) { x, y in
        color(crs.mercator(of: affine.apply(PixelPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))))
      }
      try write(RGBAImage(raster), 0..<size.width, 0..<size.height, affine, named: name)
    }
    for (name, crs) in [("west", "EPSG:3857"), ("east", "EPSG:32632")] {
      try folder.write(crs.utf8, as: "\(name).prj")
    }
    let both = try images(["west", "east"])
    let tiles = try await tiles(both, .zooms(16, 17), named: "t\(threads)", threads: threads)
    let (opaque, worst) = try errors(of: tiles, color)
    #expect(opaque > 300_000)
    // A level is half a metre where the wave is steepest, a third of a sample; 0.1 sample and two roundings
    // are less than 2 levels, and beside an edge the kernel has samples from one side alone.
    #expect(worst <= 4, "\(worst)")
  }

  /// The colour that both images of ``randomBorders(seeds:)`` show: waves of 30 and 42 m, within 8 bits.
  private static func coded(_ point: MercatorPoint, _ corner: MercatorPoint) -> PixelColor {
    func wave(_ metres: Double, _ length: Double) -> UInt8 {
      UInt8((127.5 + 100 * sin(2 * .pi * metres / length)).rounded())
    }
    let (x, y) = (point.x - corner.x, point.y - corner.y)
    return PixelColor(wave(x, 30), wave(y, 30), wave(x + y, 42))
  }

  @Test("Across borders between systems at random, nothing is shifted by a tenth of a sample")
  func randomBorders() async throws {
    var random = SeededGenerator(seed: 34)
    let side = 160
    let size = PixelSize(width: side, height: side)
    let systems = try ["EPSG:32632", "EPSG:32631", "EPSG:4326", "EPSG:3857"].map {
      try CoordinateReferenceSystem(parsing: $0)
    }
    let grid = TileGrid(tileSize: .standard)
    let resolution = grid.resolution(atZoom: 17)
    for border in 0..<100 {
      let corner = MercatorPoint(
        x: Double.random(in: 500_000...800_000, using: &random),
        y: Double.random(in: 5_900_000...6_100_000, using: &random))
      let east = Double.random(in: 40...120, using: &random)
      for (name, offset) in [("west", 0), ("east", east)] {
        let crs = systems[border % 2 + (name == "west" ? 2 : 0)]
        // About a sample of the tiles, turned a little where the system is not that of the map.
        let origin = MercatorPoint(
          x: corner.x + offset, y: corner.y + Double.random(in: -20...20, using: &random))
        let step = Double.random(in: 0.7...1.3, using: &random)
        let first = crs.point(ofMercator: origin)
        let across = crs.point(ofMercator: MercatorPoint(x: origin.x + step, y: origin.y))
        let down = crs.point(ofMercator: MercatorPoint(x: origin.x, y: origin.y - step))
        let affine = Georeferencing.AffineTransform(
          originX: first.x, originY: first.y, columnX: across.x - first.x,
          columnY: across.y - first.y, rowX: down.x - first.x, rowY: down.y - first.y)
        let raster = SyntheticRaster(name: name, size: size, isOpaque: true) { x, y in
          Self.coded(
            crs.mercator(of: affine.apply(PixelPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))),
            corner)
        }
        try write(RGBAImage(raster), 0..<side, 0..<side, affine, named: name)
        try folder.write(crs.definition.utf8, as: "\(name).prj")
      }
      let tiles = try await tiles(
        images(["west", "east"]), .zooms(17, 17), named: "b\(border)")
      let (opaque, worst) = try errors(of: tiles) { Self.coded($0, corner) }
      #expect(opaque > 10_000)
      // A tenth of a sample is as many levels at the steepest part of the wave. Roundings add
      // three. At an edge, where the kernel has samples from one side alone, two more are added.
      let slope = 100 * 2 * Double.pi / 30 * resolution
      #expect(worst <= 0.1 * slope + 5, "border \(border): \(worst) of \(slope)")
    }
  }

  /// The sample of zoom 17 that is some columns east of a position.
  private func sample(
    _ tiles: [TileCoordinate: [UInt8]], _ position: WorldPixelPoint, east columns: Int = 0
  ) throws -> [UInt8] {
    let (x, y) = (Int(position.x) + columns, Int(position.y))
    let tile = try #require(TileCoordinate(zoom: 17, x: x / 256, y: y / 256))
    let samples = try PNGDecoder.samples(try #require(tiles[tile]))
    let index = 4 * (256 * (y % 256) + x % 256)
    return Array(samples[index..<index + 4])
  }

  @Test("Two images that share an edge on different grids leave no gap in it")
  func sharedEdge() async throws {
    // Pixels of the second are a third larger, and the edge is within a column of tiles' samples.
    let size = PixelSize(width: 300, height: 300)
    let flat = RGBAImage(SyntheticRaster.flat(PixelColor(200, 100, 50), size: size))
    try write(flat, 0..<300, 0..<300, Self.affine(1_000_000, 6_000_000, 0.9), named: "west")
    try write(flat, 0..<300, 0..<300, Self.affine(1_000_270, 6_000_000, 1.2), named: "east")
    let tiles = try await tiles(
      images(["west", "east"], "EPSG:3857"), .zooms(17, 17), named: "edge")
    let grid = TileGrid(tileSize: .standard)
    let edge = grid.worldPixel(of: MercatorPoint(x: 1_000_270, y: 5_999_900), atZoom: 17)
    #expect(edge.x - edge.x.rounded(.down) > 0.05 && edge.x - edge.x.rounded(.down) < 0.95)
    for offset in -3...3 {
      #expect(try sample(tiles, edge, east: offset) == [200, 100, 50, 255], "\(offset)")
    }
  }

  @Test("What an image alone shows on one of several grids is as if it were alone")
  func aloneOnAGrid() async throws {
    let size = PixelSize(width: 400, height: 300)
    let image = RGBAImage(Drawing.noiseWithAlpha.raster(size))
    let turned = Self.places[4].affine
    try write(image, 0..<400, 0..<300, turned, named: "one")
    var far = turned
    (far.originX, far.columnX) = (1_005_000, 1.1)
    try write(image, 0..<400, 0..<300, far, named: "two")
    let both = try await tiles(images(["one", "two"], "EPSG:3857"), .zooms(17, 17), named: "both")
    let one = try await tiles(images(["one"], "EPSG:3857"), .zooms(17, 17), named: "one")
    let two = try await tiles(images(["two"], "EPSG:3857"), .zooms(17, 17), named: "two")
    #expect(both == one.merging(two) { a, _ in a })
  }

  @Test("The finest image is on top, wherever it is in the list")
  func finest() async throws {
    let size = PixelSize(width: 200, height: 200)
    for (name, color, step) in [
      ("fine", PixelColor(255, 0, 0), 1.0), ("coarse", PixelColor(0, 0, 255), 2.0),
    ] {
      try write(
        RGBAImage(SyntheticRaster.flat(color, size: size)), 0..<200, 0..<200,
        Self.affine(1_000_000, 6_000_000, step), named: name)
    }
    for names in [["fine", "coarse"], ["coarse", "fine"]] {
      var images = try images(names, "EPSG:3857")
      images.onTop = .finest
      let tiles = try await tiles(images, .zooms(17, 17), named: names.joined())
      let grid = TileGrid(tileSize: .standard)
      for (metres, expected) in [(100.0, [255, 0, 0, 255]), (300, [0, 0, 255, 255])]
        as [(Double, [UInt8])]
      {
        let pixel = grid.worldPixel(
          of: MercatorPoint(x: 1_000_000 + metres, y: 6_000_000 - metres), atZoom: 17)
        #expect(try sample(tiles, pixel) == expected)
      }
    }
  }

  @Test("An image that is moved within the picture makes another build of it")
  func movedImage() throws {
    let size = PixelSize(width: 100, height: 100)
    let image = RGBAImage(SyntheticRaster.flat(PixelColor(1, 2, 3), size: size))
    let place = Self.places[1].affine
    func fingerprint(_ offset: Double) throws -> String {
      for (name, x) in [("a", 0.0), ("b", offset), ("c", 300)] {
        var moved = place
        moved.originX += x * place.columnX
        try write(image, 0..<100, 0..<100, moved, named: name)
      }
      return try PyramidBuild(
        PyramidRequest(images(["a", "b", "c"], "EPSG:3857"), output: .directory(folder.path("o")))
      ).image.placesFingerprint
    }
    #expect(try fingerprint(120) == fingerprint(120))
    #expect(try fingerprint(120) != fingerprint(121), "on the grid")
    #expect(try fingerprint(120) != fingerprint(120.5), "off the grid")
  }

  @Test("Drawings and samples that each image would stretch by itself are refused by name")
  func refused() throws {
    let size = PixelSize(width: 30, height: 30)
    let image = RGBAImage(SyntheticRaster.flat(PixelColor(1, 2, 3), size: size))
    try write(image, 0..<30, 0..<30, Self.places[1].affine, named: "a")
    try folder.write(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>"#.utf8, as: "b.png")
    #expect(throws: (any Error).self) {
      _ = try PyramidBuild(
        PyramidRequest(
          images(["a", "b"], "EPSG:3857"), output: .directory(folder.path("o"))))
    }
    #expect(folder.listing.allSatisfy { !$0.hasPrefix("o") })
  }
}

import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("StoreMerge")
struct StoreMergeTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Tiles of a picture in the pixels of a zoom of the grid, and their overviews, as a build makes them.
  private func build(
    _ name: String, seed: UInt64, at column: Int, _ row: Int, size: PixelSize,
    encoding: PyramidEncoding = PyramidEncoding(.png, effort: .fast), zoom: Int = 12,
    light: OverviewLight = .srgb
  ) async throws -> String {
    let plan = folder.path(name + ".png")
    try PNGFileWriter.write(
      RGBAImage(SyntheticRaster.noise(seed: seed, opaque: false, size: size)), to: plan,
      compression: .fast)
    let grid = TileGrid()
    let (northWest, southEast) = (
      grid.mercator(of: WorldPixelPoint(x: Double(column), y: Double(row)), atZoom: zoom),
      grid.mercator(
        of: WorldPixelPoint(x: Double(column + size.width), y: Double(row + size.height)),
        atZoom: zoom)
    )
    let corners = [
      northWest, MercatorPoint(x: southEast.x, y: northWest.y), southEast,
      MercatorPoint(x: northWest.x, y: southEast.y),
    ].map { WebMercator.unproject($0) }
    var request = PyramidRequest(
      SourceImage(
        plan,
        placement: .corners(
          CornerCoordinates(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2],
            bottomLeft: corners[3]))),
      output: .directory(folder.path(name)))
    request.encoding = encoding
    request.options.minimumZoom = 6
    request.options.maximumZoom = zoom
    request.options.overviewLight = light
    _ = try await PyramidBuild(request).run()
    return folder.path(name)
  }

  private func merge(
    _ sources: [String], _ name: String, _ change: (inout StoreMerge) -> Void = { _ in }
  ) async throws -> StoreMerge.Outcome {
    var merge = StoreMerge(
      of: sources,
      to: name.contains(".") ? try .file(folder.path(name)) : .directory(folder.path(name)))
    merge.effort = .fast
    change(&merge)
    return try merge.run()
  }

  private func tiles(_ path: String) throws -> [TileCoordinate: [UInt8]] {
    return try openTileStore(path).allTiles()
  }

  @Test(
    "Parts of a pyramid become the pyramid again, tile for tile", arguments: [1, 3],
    OverviewLight.allCases)
  func parts(threads: Int, light: OverviewLight) async throws {
    let whole = try await build(
      "whole", seed: 5, at: 550_021, 360_033, size: PixelSize(width: 1500, height: 1100),
      light: light)
    let bounds = try #require(try openTileStore(whole).definition).bounds
    let middle = (bounds.west + bounds.east) / 2
    var parts: [String] = []
    for (name, west, east) in [("a.pmtiles", bounds.west, middle), ("b.gpkg", middle, bounds.east)]
    {
      var conversion = StoreConversion(of: whole, to: try .file(folder.path(name)))
      conversion.selection.areas = [
        try ClipArea(
          GeographicBounds(west: west, south: bounds.south, east: east, north: bounds.north))
      ]
      _ = try conversion.run()
      parts.append(folder.path(name))
    }
    let outcome = try await merge(parts, "again.mbtiles") { $0.threads = threads }
    #expect(outcome.madeCount == 0 && outcome.warnings.isEmpty)
    #expect(try tiles(folder.path("again.mbtiles")) == tiles(whole))
  }

  @Test(
    "Tiles of two pictures are composited, and every overview is the mean of the deepest samples")
  func overlap() async throws {
    let size = PixelSize(width: 700, height: 600)
    let first = try await build("one", seed: 1, at: 550_400, 360_100, size: size)
    let second = try await build("two", seed: 2, at: 550_800, 360_300, size: size)
    for order in StoreMerge.Order.allCases {
      let name = "merged-\(order.rawValue).pmtiles"
      let outcome = try await merge([first, second], name) { $0.onTop = order }
      #expect(outcome.madeCount > 0)
      let (one, two) = (try tiles(first), try tiles(second))
      let merged = try tiles(folder.path(name))
      #expect(Set(merged.keys) == Set(one.keys).union(two.keys))
      let deepest = merged.filter { $0.key.zoom == 12 }
      for (tile, bytes) in deepest {
        switch (one[tile], two[tile]) {
        case (let bottom?, let top?):
          let layers = try [order == .last ? top : bottom, order == .last ? bottom : top].map {
            try TileDecoder.decode($0).samples
          }
          #expect(try TileDecoder.decode(bytes).samples == TileComposite.samples(of: layers))
        case (let only?, nil), (nil, let only?): #expect(bytes == only)
        case (nil, nil): Issue.record("a tile of neither")
        }
      }
      try checkOverviews(merged)
      let report = try StoreInspection(path: folder.path(name)).contents.faults
      #expect(report.allSatisfy { $0.count == 0 })
    }
  }

  /// Every overview is the mean of all samples of the deepest zoom below it, to the nearest level: computed here
  /// with whole numbers, half-way between two levels either counts.
  private func checkOverviews(_ tiles: [TileCoordinate: [UInt8]]) throws {
    let deepest = 12
    var images: [TileCoordinate: [UInt8]] = [:]
    for (tile, bytes) in tiles where tile.zoom == deepest {
      images[tile] = try TileDecoder.decode(bytes).samples
    }
    for (tile, bytes) in tiles where (9..<deepest).contains(tile.zoom) {
      let found = try TileDecoder.decode(bytes).samples
      let side = 1 << (deepest - tile.zoom)
      for (x, y) in stride(from: 3, to: 256, by: 41).map({ ($0, ($0 * 7) % 256) }) {
        var sums = [0, 0, 0, 0]
        for row in (y * side)..<((y + 1) * side) {
          for column in (x * side)..<((x + 1) * side) {
            guard
              let source = TileCoordinate(
                zoom: deepest, x: tile.x * side + column / 256, y: tile.y * side + row / 256),
              let image = images[source]
            else { continue }
            let offset = 4 * ((row % 256) * 256 + column % 256)
            let alpha = Int(image[offset + 3])
            for channel in 0..<3 { sums[channel] += Int(image[offset + channel]) * alpha }
            sums[3] += alpha
          }
        }
        let offset = 4 * (y * 256 + x)
        let alpha = Double(sums[3]) / Double(side * side)
        #expect(abs(Double(found[offset + 3]) - alpha) <= 0.5 + 1e-9, "\(tile) \(x) \(y)")
        guard found[offset + 3] > 0 else { continue }
        for channel in 0..<3 {
          let mean = Double(sums[channel]) / Double(sums[3])
          // A float of 24 bits holds the quotient.
          #expect(abs(Double(found[offset + channel]) - mean) <= 0.5 + 1e-3, "\(tile) \(x) \(y)")
        }
      }
    }
  }

  @Test(
    "A store that ends where another goes on is under, or on, the overview of that",
    arguments: [0, 1])
  func detail(position: Int) async throws {
    let base = try await build(
      "base", seed: 1, at: 550_400, 360_100, size: PixelSize(width: 900, height: 700))
    let detail = try await build(
      "detail", seed: 2, at: 1_101_100, 720_500, size: PixelSize(width: 500, height: 400), zoom: 13)
    let sources = position == 0 ? [base, detail] : [detail, base]
    _ = try await merge(sources, "m.pmtiles")
    let (lower, upper) = (try tiles(base), try tiles(detail))
    let merged = try tiles(folder.path("m.pmtiles"))
    #expect(Set(merged.keys) == Set(lower.keys).union(upper.keys))
    for (tile, bytes) in merged where tile.zoom >= 12 {
      guard tile.zoom == 12, let under = lower[tile], let over = upper[tile] else {
        #expect(bytes == upper[tile] ?? lower[tile])
        continue
      }
      let layers = try (position == 0 ? [over, under] : [under, over]).map {
        try TileDecoder.decode($0).samples
      }
      #expect(try TileDecoder.decode(bytes).samples == TileComposite.samples(of: layers))
    }
    try checkOverviews(merged)
  }

  @Test("A tile that is opaque everywhere hides those below it, and stays as it is")
  func hiding() {
    let top = [UInt8](repeating: 255, count: 16)
    let bottom: [UInt8] = (0..<16).map { UInt8($0) }
    #expect(TileComposite.samples(of: [top, bottom]) == top)
    let clear = [UInt8](repeating: 0, count: 16)
    #expect(TileComposite.samples(of: [clear, top]) == top)
    // Half of black on white is grey; on nothing it is half of black.
    #expect(
      TileComposite.samples(of: [[0, 0, 0, 128], [255, 255, 255, 255]]) == [127, 127, 127, 255])
    #expect(TileComposite.samples(of: [[10, 20, 30, 128], [0, 0, 0, 0]]) == [10, 20, 30, 128])
    #expect(TileComposite.samples(of: [[0, 0, 0, 128], [200, 100, 0, 128]]) == [66, 33, 0, 192])
  }

  @Test("Lossy stores are copied where they are alone, and the loss of the rest is stated")
  func lossy() async throws {
    let encoding = PyramidEncoding(.webp(quality: 80), effort: .fast)
    let size = PixelSize(width: 600, height: 500)
    let first = try await build(
      "one", seed: 1, at: 550_400, 360_100, size: size, encoding: encoding)
    let second = try await build(
      "two", seed: 2, at: 560_800, 360_300, size: size, encoding: encoding)
    let outcome = try await merge([first, second], "m.pmtiles")
    #expect(outcome.warnings.count == 1 && outcome.warnings[0].contains("lossy"))
    let (one, two) = (try tiles(first), try tiles(second))
    for (tile, bytes) in try tiles(folder.path("m.pmtiles")) where tile.zoom == 12 {
      #expect(bytes == one[tile] ?? two[tile])
    }
  }

  @Test("Stores of other grids, formats and overviews are refused, and nothing is left")
  func refused() async throws {
    let size = PixelSize(width: 300, height: 300)
    let first = try await build("one", seed: 1, at: 550_400, 360_100, size: size)
    let other = try await build(
      "webp", seed: 1, at: 550_400, 360_100, size: size,
      encoding: PyramidEncoding(.losslessWebP, effort: .fast))
    await #expect {
      try await merge([first, other], "m.mbtiles")
    } throws: { error in
      (error as? FailureReport)?.report.what == "the stores differ in their format"
    }
    let ofLight = try await build(
      "light", seed: 1, at: 550_400, 360_100, size: size, light: .linear)
    for (store, other, found, expected) in [
      (first, ofLight, "average-linear", "average"), (ofLight, first, "average", "average-linear"),
    ] {
      await #expect(
        throws: FailureReport.overviews(path: other, found: found, expected: expected)
      ) { try await merge([store, other], "m.mbtiles") }
    }
    let deep = try await build("deep", seed: 1, at: 1_100_800, 720_200, size: size, zoom: 13)
    await #expect(throws: FailureReport.between(path: first, zoom: 12)) {
      try await merge([deep, first, deep], "m.mbtiles")
    }
    #expect(!folder.listing.contains { $0.contains("m.mbtiles") })
  }
}

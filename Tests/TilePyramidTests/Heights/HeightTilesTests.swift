import Georeferencing
import Mosaics
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Tiles of heights")
struct HeightTilesTests {
  private static let field = HeightField.hills(PixelSize(width: 300, height: 260))
  private let workshop: HeightWorkshop

  init() throws { workshop = try HeightWorkshop() }

  /// The height of the image at a world pixel, where its pixels are those of the deepest zoom.
  private func height(_ x: Int, _ y: Int) -> Double? {
    Self.field[x - Int(HeightWorkshop.origin.x), y - Int(HeightWorkshop.origin.y)]
  }

  @Test(
    "An image on the grid has its heights in the deepest tiles, to half a step",
    arguments: ElevationEncoding.allCases, [TileSize.standard, .large])
  func aligned(encoding: ElevationEncoding, tileSize: TileSize) async throws {
    let isLarge = tileSize == .large
    let built = try await workshop.build(Self.field, .init(encoding)) {
      $0.options.tileSize = tileSize
      // The same world pixels.
      if isLarge { $0.options.maximumZoom = HeightWorkshop.zoom - 1 }
    }
    guard case .aligned = built.plan.steps[0].access else {
      Issue.record("\(built.plan.steps[0].access)")
      return
    }
    // Samples between source and tile are in steps of Terrarium.
    let limit = encoding == .terrarium ? 0.5 / 256 : 0.05 + 0.5 / 256
    var (count, missing) = (0, 0)
    try built.deepest().forEach { x, y, sample in
      let found = PublishedFormula.metres(sample, encoding)
      guard let expected = height(x, y) else {
        if found != nil { missing += 1 }
        return
      }
      count += 1
      guard let found, abs(found - expected) <= limit + 1e-9 else {
        Issue.record("\(x) \(y): \(found ?? .nan) for \(expected)")
        return
      }
    }
    #expect(missing == 0)
    #expect(count == Self.field.metres.count { $0 != nil })
  }

  @Test(
    "A height for none fills every place without one, and changes no other sample",
    arguments: [
      PyramidEncoding.Elevation(.terrarium, noDataHeight: 0),
      .init(.terrarium, noDataHeight: -32768),
      .init(.mapbox, noDataHeight: 0), .init(.mapbox, noDataHeight: -10000),
    ])
  func fill(elevation: PyramidEncoding.Elevation) async throws {
    let fill = try #require(elevation.noDataHeight)
    let plain = try await workshop.build(Self.field, .init(elevation.encoding))
    let filled = try await workshop.build(Self.field, elevation)
    #expect(Set(filled.tiles.keys) == Set(plain.tiles.keys))
    #expect(
      filled.definition.elevation
        == LayerDefinition.Elevation(elevation.encoding, noDataHeight: fill))
    var (count, changed) = (0, 0)
    for (tile, bytes) in filled.tiles {
      let samples = try TileDecoder.decode(bytes).samples
      let before = try TileDecoder.decode(try #require(plain.tiles[tile])).samples
      for offset in stride(from: 0, to: samples.count, by: 4) {
        func sample(_ samples: [UInt8]) -> Sample {
          Sample(samples[offset], samples[offset + 1], samples[offset + 2], samples[offset + 3])
        }
        if before[offset + 3] == 255 {
          if sample(samples) != sample(before) { changed += 1 }
          continue
        }
        let height = PublishedFormula.metres(sample(samples), elevation.encoding) ?? .infinity
        if abs(height - fill) < 1e-9 { count += 1 } else { changed += 1 }
      }
    }
    #expect(changed == 0 && count > 1000)
  }

  @Test("A tile without any height is left out, or filled where all are kept")
  func emptyTiles() async throws {
    // The second column of tiles has none.
    let field = HeightField(PixelSize(width: 1024, height: 256)) { x, _ in
      x < 200 || x > 800 ? 12.5 : nil
    }
    for (elevation, keeps) in [
      (PyramidEncoding.Elevation(.mapbox, noDataHeight: -5), false), (.init(.mapbox), true),
      (.init(.mapbox, noDataHeight: -5), true),
    ] {
      let built = try await workshop.build(field, shift: (-37, -21), elevation) {
        $0.options.keepsEmptyTiles = keeps
      }
      let empty = try #require(TileCoordinate(zoom: HeightWorkshop.zoom, x: 8_801, y: 5_318))
      #expect((built.tiles[empty] != nil) == keeps)
      guard let bytes = built.tiles[empty] else { continue }
      let samples = try TileDecoder.decode(bytes).samples
      let sample = Sample(samples[0], samples[1], samples[2], samples[3])
      #expect(
        PublishedFormula.metres(sample, .mapbox).map { ($0 * 10).rounded() }
          == elevation.noDataHeight.map { $0 * 10 })
    }
  }

  @Test("Lossless WebP and PNG have the same heights, and a file of tiles has those of a folder")
  func containers() async throws {
    let path = try workshop.write(Self.field)
    for encoding in ElevationEncoding.allCases {
      let png = try await workshop.build(
        workshop.request([path], to: "png-\(encoding)", .init(encoding)))
      let webp = try await workshop.build(
        workshop.request([path], to: "webp-\(encoding)", .init(encoding)) {
          $0.encoding.opaque = .losslessWebP
          $0.encoding.other = .losslessWebP
        })
      #expect(webp.definition.formatName == "webp")
      for zoom in HeightWorkshop.zoom - 4...HeightWorkshop.zoom {
        #expect(try webp.plane(zoom) == png.plane(zoom))
      }
      for name in ["out.mbtiles", "out.pmtiles"] {
        let file = try await workshop.build(
          workshop.request([path], to: "\(encoding)-\(name)", .init(encoding)))
        #expect(file.tiles == png.tiles)
        #expect(file.definition.elevation == .init(encoding))
        #expect(
          try openTileStore(workshop.folder.path("\(encoding)-\(name)")).definition?.elevation
            == .init(encoding))
      }
    }
  }

  @Test("A clip area leaves heights or takes them, and changes none", arguments: [0.0, 17])
  func clip(degrees: Double) async throws {
    let grid = TileGrid()
    let corners = [(30.3, 20.8), (260.2, 60.4), (90.7, 240.9)].map {
      (x: HeightWorkshop.origin.x + $0.0, y: HeightWorkshop.origin.y + $0.1)
    }
    let ring = corners.map {
      grid.mercator(of: WorldPixelPoint(x: $0.x, y: $0.y), atZoom: HeightWorkshop.zoom)
    }
    let whole = try await workshop.build(Self.field, degrees: degrees).deepest()
    let cut = try await workshop.build(Self.field, degrees: degrees) {
      $0.options.clips = [ClipArea(polygons: [ClipArea.Polygon(rings: [ring])])]
    }.deepest()
    var (inside, outside, faults) = (0, 0, 0)
    cut.forEach { x, y, sample in
      if sample != Sample(repeating: 0), sample != whole[x, y] { faults += 1 }
      // The least distance to an edge, in samples, positive inside.
      let distance =
        corners.indices.map { index -> Double in
          let (a, b) = (corners[index], corners[(index + 1) % 3])
          let (dx, dy) = (b.x - a.x, b.y - a.y)
          return (dx * (Double(y) + 0.5 - a.y) - dy * (Double(x) + 0.5 - a.x))
            / (dx * dx + dy * dy).squareRoot()
        }.min() ?? 0
      if distance > 0.71 {
        inside += 1
        if sample != whole[x, y] { faults += 1 }
      } else if distance < -0.71 {
        outside += 1
        if sample != Sample(repeating: 0) { faults += 1 }
      }
    }
    #expect(faults == 0)
    #expect(inside > 10_000 && outside > 1000)
  }

  @Test("Heights of images are not blended")
  func feather() throws {
    let path = try workshop.write(Self.field)
    #expect(throws: FailureReport.notForHeights("`featherWidth`", found: "5")) {
      try PyramidBuild(workshop.request([path], to: "out") { $0.images.featherWidth = 5 })
    }
  }
}

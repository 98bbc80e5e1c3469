import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

/// The samples of every tile of a step.
private typealias Tiles = [TileCoordinate: Data]

/// Bands are made of pieces that threads take from each other; here one thread takes several, and does
/// and finishes them in another order, so that every order of many threads can be tried and repeated.
@Suite("Pieces of bands")
struct PyramidWorkTests {
  /// A group of columns and a part of another, two bands and a part.
  private static let size = PixelSize(width: 2300, height: 600)

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func builder(
    _ geometry: ImageGeometry, _ source: SyntheticRaster, _ overviews: OverviewResampling
  ) throws -> (PyramidBuilder, RenderStep) {
    let georeference = geometry.georeference(size: source.size)
    var options = PyramidOptions.zooms(10, 17)
    options.overviewResampling = overviews
    let plan = try PyramidPlan(for: source, georeference: georeference, options: options)
    let builder = PyramidBuilder(
      source: source, plan: plan, effort: .fast,
      resources: BuildResources(in: folder, threads: 1))
    return (builder, try #require(plan.steps.first))
  }

  /// Makes the tiles of a step with up to `taken` pieces taken at a time, in an order that `seed` decides.
  private func tiles(
    _ builder: PyramidBuilder, _ step: RenderStep, blockZooms: Int = 3, taken: Int = 1,
    seed: UInt64 = 0
  ) throws -> Tiles {
    var generator = SeededGenerator(seed: seed)
    let work = try builder.makeWork(step, blockZooms: blockZooms) {
      _ = try tiles(of: $0, taken: taken, &generator)
    }
    return try tiles(of: work, taken: taken, &generator)
  }

  private func tiles(
    of work: any PyramidWork, taken: Int, _ generator: inout SeededGenerator
  ) throws -> Tiles {
    var pieces: [WorkPiece] = []
    var tiles: Tiles = [:]
    while !work.isComplete {
      if pieces.isEmpty || pieces.count < taken && Bool.random(using: &generator) {
        let couldTake = work.hasPiece(hasRoom: true)
        let piece = work.take(hasRoom: true, threads: taken)
        #expect((piece != nil) == couldTake)
        if let piece {
          pieces.append(piece)
          continue
        }
      }
      try #require(!pieces.isEmpty, "nothing is left to do, but tiles are missing")
      let next = pieces.remove(at: Int.random(in: pieces.indices, using: &generator))
      try work.perform(next)
      for finished in work.finish(next)?.tiles ?? [] {
        let address = try #require(finished.address)
        #expect(tiles[address] == nil, "\(address) is made twice")
        tiles[address] = samples(of: finished.tile)
      }
    }
    return tiles
  }

  /// The tiles that only one of two has, or that differ.
  private func differences(_ found: Tiles, _ expected: Tiles) -> Set<TileCoordinate> {
    Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }
  }

  private func samples(of tile: RenderedTile) -> Data {
    switch tile {
    case .kept: Data()
    case .uniform(let value):
      [UInt32](repeating: value, count: 256 * 256).withUnsafeBytes { Data($0) }
    case .samples(let buffer):
      Data(buffer: UnsafeBufferPointer(start: buffer.words, count: 256 * 256))
    }
  }

  @Test(
    "Tiles are the same in whatever order pieces are done", arguments: ImageGeometry.allCases,
    OverviewResampling.allCases)
  func anyOrder(geometry: ImageGeometry, overviews: OverviewResampling) throws {
    let (builder, step) = try builder(geometry, Drawing.floorPlan.raster(Self.size), overviews)
    let expected = try tiles(builder, step)
    #expect(expected.count > 30)
    for seed in 1...2 as ClosedRange<UInt64> {
      let found = try tiles(builder, step, taken: Int(2 + seed), seed: seed)
      #expect(differences(found, expected).isEmpty)
    }
  }

  @Test(
    "Tiles are the same however columns are grouped", arguments: OverviewResampling.allCases,
    [Drawing.noiseWithAlpha, .linesOnNothing])
  func anyGroups(overviews: OverviewResampling, drawing: Drawing) throws {
    let (builder, step) = try builder(.aligned, drawing.raster(Self.size), overviews)
    let expected = try tiles(builder, step, blockZooms: 7)
    for blockZooms in 1...5 {
      let found = try tiles(builder, step, blockZooms: blockZooms, taken: 4, seed: 9)
      #expect(differences(found, expected).isEmpty)
    }
  }

  @Test(
    "Tiles are the same from columns of a scratch file as from rows",
    arguments: [ImageGeometry.aligned, .streamedMercator, .streamedDegrees],
    OverviewResampling.allCases)
  func columns(geometry: ImageGeometry, overviews: OverviewResampling) throws {
    let (builder, step) = try builder(geometry, Drawing.noiseWithAlpha.raster(Self.size), overviews)
    let expected = try tiles(builder, step)
    let columns = try #require(step.readingColumns)
    for taken in [1, 4] {
      let found = try tiles(builder, columns, taken: taken, seed: 3)
      #expect(differences(found, expected).isEmpty)
    }
    #expect(columns.readingColumns == nil)
  }

  @Test(
    "Several threads each get some of the groups that can be filled, and one gets all",
    arguments: [ImageGeometry.aligned, .streamedMercator], 1...4)
  func sharesGroups(geometry: ImageGeometry, threads: Int) throws {
    let (builder, step) = try builder(geometry, Drawing.floorPlan.raster(Self.size), .average)
    let work = try builder.makeWork(step, blockZooms: 1)
    var taken: [Range<Int>] = []
    while let piece = work.take(hasRoom: true, threads: threads) {
      if case .fill(let groups, _) = piece {
        taken.append(groups)
      } else {
        try work.perform(piece)
        _ = work.finish(piece)
      }
    }
    let groups = Array(taken.joined())
    #expect(groups == Array(groups.indices))
    #expect(threads == 1 ? taken.count == 1 : taken.count >= min(threads, groups.count))
  }

  @Test("No band is begun while it may not be")
  func startsNoBand() throws {
    let (builder, step) = try builder(.aligned, Drawing.floorPlan.raster(Self.size), .average)
    let work = try builder.makeWork(step)
    var finished: [FinishedTiles] = []
    for (mayStart, count) in [(false, 0), (true, 1), (false, 1)] {
      while let piece = work.take(hasRoom: mayStart && finished.isEmpty, threads: 1) {
        try work.perform(piece)
        if let made = work.finish(piece), made.end != nil { finished.append(made) }
      }
      #expect(finished.count == count)
    }
  }
}

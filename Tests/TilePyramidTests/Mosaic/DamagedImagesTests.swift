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

@Suite("Images that cannot be read, among several")
struct DamagedImagesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Four images of 300 × 300 side by side.
  private func write() throws -> [String] {
    let size = PixelSize(width: 300, height: 300)
    return try (0..<4).map { number in
      let path = folder.path("\(number).png")
      let raster = SyntheticRaster.noise(seed: UInt64(number), opaque: true, size: size)
      try PNGFileWriter.write(RGBAImage(raster), to: path, compression: .fast)
      let affine = AffineTransform.northUp(1_000_000 + 300 * Double(number), 6_000_000, step: 1)
      try folder.write(WorldFile(affine).text.utf8, as: "\(number).pgw")
      return path
    }
  }

  private func request(_ paths: [String], to name: String, skips: Bool) -> PyramidRequest {
    var image = SourceImage("")
    image.crs = .webMercator
    var request = PyramidRequest(
      SourceImages(paths, readAs: image), output: .directory(folder.path(name)))
    request.skipsDamagedImages = skips
    return request
  }

  @Test("They are left out and listed where that is asked for, and end the build otherwise")
  func skipped() async throws {
    let paths = try write()
    let whole = try Data(contentsOf: URL(fileURLWithPath: paths[1]))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: paths[1]))
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: paths[2]))
    let missing = folder.path("missing.png")
    let all = paths + [missing]
    #expect(throws: RasterError.self) {
      _ = try PyramidBuild(request(all, to: "refused", skips: false))
    }
    await #expect(throws: (any Error).self) {
      _ = try await PyramidBuild(request([paths[0], paths[1]], to: "refused", skips: false)).run()
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("refused")))

    for threads in [1, 3] {
      var asked = request(all, to: "tiles-\(threads)", skips: true)
      asked.resources.threads = threads
      let build = try PyramidBuild(asked)
      #expect(build.skipped.map(\.path) == [paths[2], missing])
      let built = try await build.run()
      #expect(built.skipped.map(\.path) == [paths[1], paths[2], missing])
    }
    let stores = try [1, 3].map { try openTileStore(folder.path("tiles-\($0)")) }
    #expect(stores[0].definition?.digest == stores[1].definition?.digest)

    // The others show what they show without the damaged ones.
    let intact = try await PyramidBuild(request([paths[0], paths[3]], to: "intact", skips: false))
      .run()
    let definition = try #require(stores[0].definition)
    let deepest = try #require(definition.coverage.levels.last?.zoom)
    #expect(deepest == intact.definition.coverage.levels.last?.zoom)
    let grid = TileGrid(tileSize: .standard)
    var compared = 0
    let reference = try openTileStore(folder.path("intact"))
    for tile in try reference.coordinates() where tile.zoom == deepest {
      // Kernels reach over two samples.
      let bounds = grid.bounds(of: tile)
      guard bounds.maxX < 1_000_297 || bounds.minX > 1_000_903 else { continue }
      #expect(try stores[0].tile(at: tile) == reference.tile(at: tile))
      compared += 1
    }
    #expect(compared > 0)
  }

  @Test("What a damaged image would have covered shows the image below it")
  func below() async throws {
    let paths = try write()
    // The second lies over the first, and is damaged in the midst of its samples.
    try FileManager.default.removeItem(atPath: folder.path("1.pgw"))
    try FileManager.default.copyItem(atPath: folder.path("0.pgw"), toPath: folder.path("1.pgw"))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: paths[1]))
    bytes.replaceSubrange(
      bytes.count / 2..<bytes.count / 2 + 4096, with: [UInt8](repeating: 0, count: 4096))
    try bytes.write(to: URL(fileURLWithPath: paths[1]))
    let built = try await PyramidBuild(request(Array(paths.prefix(2)), to: "tiles", skips: true))
      .run()
    #expect(built.skipped.map(\.path) == [paths[1]])
    let alone = try await PyramidBuild(request([paths[0]], to: "alone", skips: false)).run()
    #expect(built.definition.coverage == alone.definition.coverage)
    let stores = try ["tiles", "alone"].map { try openTileStore(folder.path($0)) }
    for tile in alone.definition.coverage.tiles {
      let alphas = try stores.map { store in
        let image = try TileDecoder.decode(#require(try store.tile(at: tile)))
        return stride(from: 3, to: image.samples.count, by: 4).map { image.samples[$0] }
      }
      #expect(alphas[0] == alphas[1], "a hole in \(tile)")
    }
  }

  @Test("Of images that are all damaged the first one is named")
  func allDamaged() throws {
    let paths = try write().prefix(2)
    for path in paths { try Data("damaged".utf8).write(to: URL(fileURLWithPath: path)) }
    #expect(throws: RasterError.notAnImage(path: paths[0])) {
      _ = try PyramidBuild(request(Array(paths), to: "tiles", skips: true))
    }
  }

  @Test("An update that left something out keeps nothing of it for the next one")
  func update() async throws {
    let paths = try write()
    let whole = try Data(contentsOf: URL(fileURLWithPath: paths[1]))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: paths[1]))
    var asked = request(paths, to: "tiles", skips: true)
    asked.output.existing = .update
    #expect(try await PyramidBuild(asked).run().skipped.count == 1)
    #expect(try PyramidBuild(asked).updatePlan == nil)
    try whole.write(to: URL(fileURLWithPath: paths[1]))
    #expect(try await PyramidBuild(asked).run().skipped.isEmpty)
    #expect(try PyramidBuild(asked).updatePlan != nil)
  }
}

import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("As many threads as the memory allows")
struct ThreadFittingTests {
  private func resources(threads: Int, limit: Int) -> BuildResources {
    BuildResources(threads: threads, memoryLimit: limit, scratch: ScratchDirectory(path: "."))
  }

  @Test("The most threads are used that fit, and one where none do")
  func most() {
    for (threads, limit, expected) in [
      (1, 100, 1), (1, 0, 1), (8, 100, 8), (8, 79, 7), (8, 70, 7), (8, 69, 6), (8, 20, 2),
      (8, 10, 1), (8, 9, 1), (1024, 1000, 100), (128, 1279, 127),
    ] {
      let fitted = resources(threads: threads, limit: limit).fitting { 10 * $0.threads }
      #expect(fitted.threads == expected, "\(threads) threads in \(limit)")
      #expect(fitted.memoryLimit == limit)
    }
  }

  @Test(
    "A build for many threads is made by those that fit, with the same tiles",
    arguments: [0.0, 23])
  func build(bearing: Double) async throws {
    let folder = try TemporaryDirectory()
    let size = PixelSize(width: 600, height: 500)
    let limit = 200 << 20
    let raster = Drawing.noise.raster(size)
    try folder.write(raster, as: "plan.png")
    func request(_ output: String, threads: Int) throws -> PyramidRequest {
      var request = PyramidRequest(
        SourceImage(
          folder.path("plan.png"),
          placement: .anchor(
            ImageAnchor(
              anchor: GeographicCoordinate(latitude: 47.36565, longitude: 8.54585),
              sampleSize: .metres(0.1), bearing: bearing))),
        output: .directory(folder.path(output)))
      request.resources.threads = threads
      request.resources.memoryLimit = limit
      request.resources.scratch = ScratchDirectory(path: folder.path)
      return request
    }
    let one = try PyramidBuild(request("one", threads: 1))
    #expect(one.resources == one.request.resources)
    let many = try PyramidBuild(request("many", threads: 1024))
    #expect(many.request.resources.threads == 1024)
    #expect((2..<1024).contains(many.resources.threads))
    #expect(many.plan.memoryNeeded(using: many.resources, encoding: many.request.encoding) <= limit)
    var more = many.resources
    more.threads += 1
    #expect(many.plan.memoryNeeded(using: more, encoding: many.request.encoding) > limit)
    let digest = try await one.run().definition.digest
    #expect(try await many.run().definition.digest == digest)
  }
}

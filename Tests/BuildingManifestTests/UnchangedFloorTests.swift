import BuildingManifest
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("An update of a building")
struct UnchangedFloorTests {
  private let folder: ManifestFolder

  init() throws {
    folder = try ManifestFolder()
    for (floor, seed) in [("L0", 1), ("L1", 2)] { try write(floor, seed: UInt64(seed)) }
  }

  private func write(_ floor: String, seed: UInt64) throws {
    let noise = SyntheticRaster.noise(
      seed: seed, opaque: false, size: PixelSize(width: 500, height: 400))
    try PNGFileWriter.write(
      RGBAImage(noise), to: folder.directory.path("\(floor).png"), compression: .fast)
  }

  private func build(
    _ output: String, store: String, upper: String = "", updates: Bool = true
  ) async throws -> BuiltBuilding {
    let text =
      """
      store: \(store)
      name: Museum
      anchor: [47.3769, 8.5417]
      metres-per-pixel: 0.2
      floors:
        - {id: L0, name: Ground, level: 0, image: L0.png}
        - {id: L1, name: First, level: 1, image: L1.png\(upper)}
      """
    try folder.write(text, as: "b.yml")
    let manifest = try folder.manifest(text)
    return try BuildingBuild(
      manifest,
      output: .directory(folder.directory.path(output), existing: updates ? .update : .refuse)
    ).run()
  }

  /// Something of the upper floor that changes.
  enum Change: CaseIterable {
    case nothing, image, name, bearing, samples, tile
  }

  @Test(
    "has the files of a new build, and keeps the tiles of floors that did not change",
    arguments: Change.allCases, ["directory", "mbtiles", "pmtiles"])
  func changed(change: Change, store: String) async throws {
    _ = try await build("out", store: store)
    var upper = ""
    switch change {
    case .nothing: break
    case .image: try write("L1", seed: 3)
    case .name: upper = ", description: Another"
    case .bearing: upper = ", bearing: 12"
    case .samples: upper = ", paper: white, ink: invert"
    case .tile:
      let tile = folder.directory.listing.first { $0.hasPrefix("out/L1/") && $0.hasSuffix(".png") }
      guard let tile else { break }
      try folder.directory.write("damaged".utf8, as: tile)
    }
    let updated = try await build("out", store: store, upper: upper)
    _ = try await build("fresh", store: store, upper: upper, updates: false)
    #expect(try folder.directory.files("out/") == folder.directory.files("fresh/"))
    for (index, floor) in updated.floors.enumerated() where index == 0 || change == .nothing {
      #expect(floor.changes?.isEmpty == true)
      #expect(floor.changes?.keptCount == floor.summary.tileCount)
    }
    let isSame = change == .nothing || change == .name || change == .tile && store != "directory"
    #expect(updated.floors[1].changes?.isEmpty == isSame)
  }

  @Test("reads no image that did not change")
  func unread() async throws {
    _ = try await build("out", store: "directory")
    let path = folder.directory.path("L0.png")
    var status = stat()
    #expect(stat(path, &status) == 0)
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    // Its fingerprint has the first, middle and last 64 KB.
    try handle.seek(toOffset: UInt64(status.st_size / 4))
    try handle.write(contentsOf: [UInt8](repeating: 0, count: 4096))
    try handle.close()
    var times = [status.st_atim, status.st_mtim]
    #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    try write("L1", seed: 4)
    let updated = try await build("out", store: "directory")
    #expect(updated.floors[0].changes?.isEmpty == true)
    #expect(updated.floors[1].changes?.isEmpty == false)
  }
}

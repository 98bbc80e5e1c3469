import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("A full disk")
struct FullDiskTests {
  @Test(
    "An output that does not fit exits with 3 and leaves nothing",
    .enabled(if: TinyFileSystem.isAvailable),
    arguments: ["out", "out.mbtiles", "out.pmtiles", "out.gpkg"])
  func output(name: String) throws {
    let disk = try #require(try TinyFileSystem(size: "2m"))
    let workspace = try Workspace()
    let size = PixelSize(width: 1500, height: 1500)
    try workspace.write(.noise(seed: 3, opaque: false, size: size), as: "plan.png")
    let result = try workspace.fail(
      ["build", "plan.png", "-o", disk.directory.path(name), "--progress", "none"]
        + AlignedPlan.placement, with: 3)
    #expect(result.errors.contains("space") || result.errors.contains("full"), "\(result.errors)")
    // On a slow machine a row of blocks may be finished, which is kept.
    let partial = ".\(name).tilepyramid-partial"
    if result.errors.contains("--resume") {
      try FileManager.default.removeItem(atPath: disk.directory.path(partial))
    }
    #expect(disk.directory.entries.isEmpty)
    #expect(workspace.entries == ["plan.png"])
  }

  @Test(
    "A scratch file that does not fit exits with 3 and leaves nothing",
    .enabled(if: TinyFileSystem.isAvailable))
  func scratch() throws {
    let disk = try #require(try TinyFileSystem(size: "2m"))
    let workspace = try Workspace()
    try workspace.write(
      .flat(PixelColor(1, 2, 3), size: PixelSize(width: 1500, height: 1500)), as: "plan.png")
    try workspace.fail(
      ["build", "plan.png", "-o", "out", "--temp-dir", disk.path] + RotatedPlan.placement, with: 3,
      saying: "--temp-dir")
    #expect(disk.directory.entries.isEmpty)
    #expect(workspace.entries == ["plan.png"])
  }
}

import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("A folder that loses its permission")
struct LostPermissionTests {
  /// A user who may do nothing beyond what permissions say, unlike root.
  private static let user: uid_t = 65_534
  private static let program = "/usr/bin/setpriv"
  private static let canChangeUser =
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: program)

  @Test(
    "A folder that loses its permission ends a build with 3, and the earlier output stays",
    .enabled(if: Self.canChangeUser))
  func lost() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "old.png")
    #expect(
      try workspace.run(["build", "old.png", "-o", "out"] + AlignedPlan.placement).end == .exit(0))
    let before = try workspace.bytes("out/layer.json")
    try workspace.write(
      .noise(seed: 6, opaque: false, size: PixelSize(width: 512, height: 8192)), as: "plan.png")
    for path in [workspace.directory.path, workspace.scratch.path] {
      #expect(chown(path, Self.user, Self.user) == 0)
    }
    let walker = FileManager.default.enumerator(atPath: workspace.directory.path)
    for case let name as String in walker ?? .init() {
      #expect(chown(workspace.directory.path(name), Self.user, Self.user) == 0)
    }
    let built = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
    let probe = CommandProbe(
      executable: URL(fileURLWithPath: Self.program), directory: workspace.directory.url,
      environment: ["TMPDIR": workspace.scratch.path, "SWIFT_BACKTRACE": "enable=no"])
    let partial = workspace.directory.path(".out.tilepyramid-partial")
    let result = try probe.run(
      [
        "--reuid", "\(Self.user)", "--clear-groups", built.path, "build", "plan.png", "-o", "out",
        "--overwrite", "--effort", "smallest", "--progress", "json", "--anchor",
        "47.36565,8.54585", "--anchor-pixel", "0,0", "--metres-per-pixel", "0.1",
      ]
    ) { _, _ in
      // Folders of tiles that are there can no longer take any.
      let walker = FileManager.default.enumerator(atPath: partial)
      for case let name as String in walker ?? .init() where !name.contains(".") {
        chmod(partial + "/" + name, 0o500)
      }
    }
    #expect(result.end == .exit(3), "\(result.end) \(result.errors)")
    #expect(result.errors.contains("Permission denied"), "\(result.errors)")
    #expect(try workspace.bytes("out/layer.json") == before)
  }
}

import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("tilepyramid build --overview-light")
struct OverviewLightTests {
  @Test("A build in linear light says so, and verify finds nothing with and without the image")
  func build() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let build =
      ["build", "plan.png", "-o", "out", "--overview-light", "linear"] + AlignedPlan.placement
    let dry = try workspace.run(build + ["--dry-run"])
    #expect(dry.output.contains("made from the zoom below (average-linear)"), "\(dry.errors)")
    let built = try workspace.run(build)
    #expect(built.end == .exit(0), "\(built.errors)")
    let definition = try #require(try openTileStore(workspace.directory.path("out")).definition)
    #expect(definition.overviewResampling == "average-linear")
    // The image is copied.
    #expect(definition.rendering?.mixesLight == false)
    for source in [[], ["--against", "plan.png"] + AlignedPlan.placement] {
      let verified = try workspace.run(["verify", "out"] + source)
      #expect(verified.end == .exit(0), "\(verified.output) \(verified.errors)")
    }
  }

  @Test("An image reduced in linear light says so in its definition, which is read again")
  func reduced() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let build =
      ["build", "plan.png", "-o", "out", "--overview-light", "linear", "--max-zoom", "14"]
      + AlignedPlan.placement
    let dry = try workspace.run(build + ["--dry-run"])
    #expect(dry.output.contains("(cubic in linear light)"), "\(dry.output) \(dry.errors)")
    #expect(try workspace.run(build).end == .exit(0))
    let definition = try #require(try openTileStore(workspace.directory.path("out")).definition)
    #expect(definition.rendering?.mixesLight == true)
    let verified = try workspace.run(
      ["verify", "out", "--against", "plan.png"] + AlignedPlan.placement)
    #expect(verified.end == .exit(0), "\(verified.output) \(verified.errors)")
  }

  @Test(
    "Kernels without means are refused, which names both options, and nothing is left",
    arguments: ["nearest", "darken", "keep"])
  func refused(kernel: String) throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(
      [
        "build", "plan.png", "-o", "out", "--overview-light", "linear", "--overview-resampling",
        kernel,
      ] + AlignedPlan.placement)
    #expect(result.end == .exit(2))
    #expect(result.errors.contains("--overview-light linear is for means of samples alone"))
    #expect(result.errors.contains("--overview-resampling \(kernel)"))
    #expect(!workspace.entries.contains("out"))
  }
}

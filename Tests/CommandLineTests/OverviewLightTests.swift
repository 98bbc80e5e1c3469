import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("tilepyramid build --overview-light")
struct OverviewLightTests {
  @Test("A build in linear light says so, and verify finds nothing with and without the image")
  func build() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let build = AlignedPlan.build(to: "out", "--overview-light", "linear")
    try workspace.succeed(
      build + ["--dry-run"], printing: "made from the zoom below (average-linear)")
    try workspace.succeed(build)
    let definition = try workspace.definition("out")
    #expect(definition.overviewResampling == "average-linear")
    // The image is copied.
    #expect(definition.rendering?.mixesLight == false)
    for source in [[], ["--against", "plan.png"] + AlignedPlan.placement] {
      try workspace.succeed("verify out", source)
    }
  }

  @Test("An image reduced in linear light says so in its definition, which is read again")
  func reduced() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let build = AlignedPlan.build(to: "out", "--overview-light", "linear", "--max-zoom", "14")
    try workspace.succeed(build + ["--dry-run"], printing: "(cubic in linear light)")
    try workspace.succeed(build)
    let definition = try workspace.definition("out")
    #expect(definition.rendering?.mixesLight == true)
    try workspace.succeed("verify out --against plan.png", AlignedPlan.placement)
  }

  @Test(
    "Kernels without means are refused, which names both options, and nothing is left",
    arguments: ["nearest", "darken", "keep"])
  func refused(kernel: String) throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.fail(
      [
        "build", "plan.png", "-o", "out", "--overview-light", "linear", "--overview-resampling",
        kernel,
      ] + AlignedPlan.placement, saying: "--overview-light linear is for means of samples alone",
      "--overview-resampling \(kernel)")
    #expect(!workspace.entries.contains("out"))
  }
}

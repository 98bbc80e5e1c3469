import Foundation
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Contact sheets and residual pictures")
struct PictureTests {
  private static let points = [
    "0,0,47.36600,8.54560", "600,0,47.36570,8.54635", "600,450,47.36535,8.54610",
    "0,450,47.36565,8.54536",
  ].flatMap { ["--gcp", $0] }

  @Test("Info draws a contact sheet of tiles", arguments: ["out", "out.mbtiles"])
  func sheet(output: String) throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    try workspace.run(["build", "plan.png", "-o", output] + AlignedPlan.placement)
    let result = try workspace.run(["info", output, "--sheet", "sheet.png"])
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(result.output.contains("wrote sheet.png"))
    let image = try PNGDecoder.decode(try workspace.bytes("sheet.png"))
    #expect(image.width >= 960 && image.height > 400)
    let again = try workspace.run(["info", output, "--sheet", "sheet.png"])
    #expect(again.end == .exit(2) && again.output.isEmpty)
    let replaced = try workspace.run(
      ["info", output, "--json", "--sheet", "sheet.png", "--overwrite"])
    #expect(replaced.end == .exit(0))
    // Standard output stays one JSON document.
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(replaced.output.utf8))
    }
  }

  @Test("A sheet whose name ends in .svg is an SVG, which replaces only its like")
  func vectorSheet() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    #expect(
      try workspace.run(["build", "plan.png", "-o", "out"] + AlignedPlan.placement).end == .exit(0))
    let options = ["verify", "out", "--sheet", "sheet.SVG"]
    #expect(try workspace.run(options).errors.contains("wrote sheet.SVG, "))
    let text = String(decoding: try workspace.bytes("sheet.SVG"), as: UTF8.self)
    #expect(text.hasPrefix("<svg ") && text.contains(">zoom 16</text>"))
    #expect(try workspace.run(options).end == .exit(2))
    #expect(try workspace.run(options + ["--overwrite"]).end == .exit(0))
    try workspace.write("<svg>mine</svg>".utf8, as: "sheet.SVG")
    #expect(try workspace.run(options + ["--overwrite"]).end == .exit(2))
    #expect(try workspace.bytes("sheet.SVG") == Array("<svg>mine</svg>".utf8))
  }

  @Test("A sheet of an image is refused")
  func sheetOfImage() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(["info", "plan.png", "--sheet", "sheet.png"])
    #expect(result.end == .exit(2) && workspace.entries == ["plan.png"])
  }

  @Test("Georeference draws the residuals over the plan")
  func residuals() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    let result = try workspace.run(
      ["georeference", "plan.png", "--report", "report.png"] + Self.points)
    #expect(result.end == .exit(0), "\(result.errors)")
    let image = try PNGDecoder.decode(try workspace.bytes("report.png"))
    #expect(image.width >= 900 && image.height > 450)
    let again = try workspace.run(
      ["georeference", "plan.png", "--report", "report.png"] + Self.points)
    #expect(again.end == .exit(2) && again.output.isEmpty)
  }

  @Test("Residuals need control points")
  func noPoints() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    let result = try workspace.run(
      ["georeference", "plan.png", "--report", "report.png"] + RotatedPlan.placement)
    #expect(result.end == .exit(2) && result.errors.contains("--gcp"))
    #expect(workspace.entries == ["plan.png"])
  }
}

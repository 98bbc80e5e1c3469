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
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.run(AlignedPlan.build(to: output))
    try workspace.succeed("info \(output) --sheet sheet.png", printing: "wrote sheet.png")
    let image = try PNGDecoder.decode(try workspace.bytes("sheet.png"))
    #expect(image.width >= 960 && image.height > 400)
    try workspace.fail("info \(output) --sheet sheet.png")
    let replaced = try workspace.succeed("info \(output) --json --sheet sheet.png --overwrite")
    // Standard output stays one JSON document.
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(replaced.output.utf8))
    }
  }

  @Test("A sheet whose name ends in .svg is an SVG, which replaces only its like")
  func vectorSheet() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.succeed(AlignedPlan.build(to: "out"))
    let options = ["verify", "out", "--sheet", "sheet.SVG"]
    #expect(try workspace.run(options).errors.contains("wrote sheet.SVG, "))
    let text = try workspace.text("sheet.SVG")
    #expect(text.hasPrefix("<svg ") && text.contains(">zoom 16</text>"))
    try workspace.fail(options)
    try workspace.succeed(options + ["--overwrite"])
    try workspace.write("<svg>mine</svg>".utf8, as: "sheet.SVG")
    try workspace.fail(options + ["--overwrite"])
    #expect(try workspace.bytes("sheet.SVG") == Array("<svg>mine</svg>".utf8))
  }

  @Test("A sheet of an image is refused")
  func sheetOfImage() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let result = try workspace.run("info plan.png --sheet sheet.png")
    #expect(result.end == .exit(2) && workspace.entries == ["plan.png"])
  }

  @Test("Georeference draws the residuals over the plan")
  func residuals() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.succeed("georeference plan.png --report report.png", Self.points)
    let image = try PNGDecoder.decode(try workspace.bytes("report.png"))
    #expect(image.width >= 900 && image.height > 450)
    try workspace.fail("georeference plan.png --report report.png", Self.points)
  }

  @Test("Residuals need control points")
  func noPoints() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.fail(
      "georeference plan.png --report report.png", RotatedPlan.placement, saying: "--gcp")
  }
}

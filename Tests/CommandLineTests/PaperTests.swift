import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Builds without paper")
struct PaperTests {
  /// 512 × 512: cream paper, with a black frame and a wall of half ink in it.
  private static let plan = SyntheticRaster(
    name: "plan", size: PixelSize(width: 512, height: 512), isOpaque: true
  ) { x, y in
    if (60..<452).contains(x), (40..<472).contains(y), !(70..<442).contains(x) {
      return PixelColor(0, 0, 0)
    }
    return x == 256 && (40..<472).contains(y)
      ? PixelColor(125, 122, 115) : PixelColor(250, 244, 230)
  }

  private func pixel(_ x: Int, _ y: Int, of name: String, in workspace: Workspace) throws -> [UInt8]
  {
    let image = try TileDecoder.decode(try workspace.bytes(name))
    return Array(image.samples[4 * (y * 256 + x)..<4 * (y * 256 + x) + 4])
  }

  @Test("Paper that is found leaves ink, verify agrees with the same options alone")
  func found() throws {
    let workspace = try Workspace(Self.plan)
    let options = ["plan.png"] + AlignedPlan.placement + ["--paper", "auto"]
    try workspace.succeed(
      "build -o out --dry-run", options, printing: "paper       #FAF4E6, exactly")
    try workspace.succeed("build -o out", options)
    let (first, second) = ("out/16/34320/22950.png", "out/16/34321/22950.png")
    #expect(try pixel(65, 100, of: first, in: workspace) == [0, 0, 0, 255])
    #expect(try pixel(10, 10, of: first, in: workspace) == [0, 0, 0, 0])
    let wall = try pixel(0, 100, of: second, in: workspace)
    #expect(wall.prefix(3).allSatisfy { $0 < 3 } && (127...128).contains(wall[3]), "\(wall)")
    let against = ["verify", "out", "--every", "--against"]
    try workspace.succeed(against + options)
    try workspace.fail(against + ["plan.png"] + AlignedPlan.placement, with: 1)
    try workspace.fail(against + options + ["--ink", "invert"], with: 1)
  }

  @Test("A building takes paper, ink and margins from its manifest, and refuses what it cannot use")
  func building() throws {
    let workspace = try Workspace(Self.plan)
    try workspace.write(
      """
      name: Site
      bounds: [\(AlignedPlan.bounds)]
      paper: auto
      paper-tolerance: 3
      floors:
        - {id: L0, level: 0, image: plan.png, ink: invert, crop: auto}
        - {id: L1, level: 1, image: plan.png, paper-outside: true}

      """.utf8, as: "b.yml")
    try workspace.succeed("build b.yml -o out")
    let tile = "16/34320/22950.png"
    #expect(try pixel(65, 100, of: "out/L0/\(tile)", in: workspace) == [255, 255, 255, 255])
    #expect(try pixel(65, 100, of: "out/L1/\(tile)", in: workspace) == [0, 0, 0, 255])
    #expect(try pixel(10, 10, of: "out/L1/\(tile)", in: workspace) == [0, 0, 0, 0])
    try workspace.succeed("verify out --against b.yml")
    for (text, word) in [
      ("paper: ochre", "a colour"), ("paper-outside: true", "no paper is stated"),
      ("ink: blue", "keep, invert"), ("crop: left", "auto"),
    ] {
      try workspace.write(
        """
        name: X
        bounds: [\(AlignedPlan.bounds)]
        \(text)
        floors: [{id: L0, level: 0, image: plan.png}]

        """.utf8, as: "bad.yml")
      try workspace.fail("build bad.yml -o bad", saying: word)
    }
  }

  @Test("Options that need paper, or one image, are refused without it")
  func refused() throws {
    let workspace = try Workspace()
    for name in ["plan.png", "other.png"] { try workspace.write(Self.plan, as: name) }
    for (options, word) in [
      ("plan.png --paper-tolerance 3", "needs --paper"),
      ("plan.png --paper-outside", "needs --paper"),
      ("plan.png --paper auto --paper-tolerance 300", "0 to 255 levels"),
    ] {
      try workspace.fail("build -o out", options.words + AlignedPlan.placement, saying: word)
    }
    for (options, word) in [
      ("--paper auto", "--paper-tolerance"), ("--crop auto", "--crop"),
    ] {
      try workspace.fail(
        "build plan.png other.png -o out \(options)", saying: word, "is for one image")
    }
  }
}

import Testing
import TileModel
import TileStorage

@Suite("TilePathRules")
struct TilePathRulesTests {
  @Test(
    "Templates that name files of the output are accepted",
    arguments: [
      "{z}/{x}/{y}.png", "L1/{z}/{x}/{y}.png", "L1_{z}_{x}_{y}.png", "a b/{z}-{x}/{y}",
      "{y}/{x}/{z}",
      "{z}/{z}/{x}/{y}..png", ".hidden/{z}/{x}/{y}.png", "étage/{z}/{x}/{y}.webp",
    ])
  func accepted(text: String) throws { try TilePathRules.validate(TileTemplate(text)) }

  @Test(
    "Templates that leave the output or hide a file are refused",
    arguments: [
      "/{z}/{x}/{y}.png", "../{z}/{x}/{y}.png", "a/../{z}/{x}/{y}", "{z}//{x}/{y}", "./{z}/{x}/{y}",
      "{z}/{x}/{y}/", "{z}\\{x}/{y}", "a\0/{z}/{x}/{y}", "a\n/{z}/{x}/{y}", "{z}/{x}/{y}/..",
      "layer.json/{z}/{x}/{y}", "Layer.JSON/{z}/{x}/{y}",

      String(repeating: "a", count: 256) + "/{z}/{x}/{y}",
      "{z}/{x}/{y}" + String(repeating: "b", count: 246),
    ])
  func refused(text: String) throws {
    let template = try TileTemplate(text)
    let failure = storageError { try TilePathRules.validate(template) }
    #expect(failure?.report.category == .badInput)
  }

  @Test("A name of exactly 255 bytes fits")
  func longestName() throws {
    try TilePathRules.validate(TileTemplate("{z}/{x}/{y}" + String(repeating: "b", count: 245)))
  }
}

import Testing
import TileModel

@Suite("Templates of tiles of two sizes")
struct RetinaTemplateTests {
  @Test(
    "@2x stands for {r}, or before the extension",
    arguments: [
      ("{z}/{x}/{y}.png", "{z}/{x}/{y}.png", "{z}/{x}/{y}@2x.png"),
      ("{z}/{x}/{y}{r}.{ext}", "{z}/{x}/{y}.{ext}", "{z}/{x}/{y}@2x.{ext}"),
      ("{z}/{x}/{y}.{ext}", "{z}/{x}/{y}.{ext}", "{z}/{x}/{y}@2x.{ext}"),
      ("v1.2/{z}/{x}/{y}", "v1.2/{z}/{x}/{y}", "v1.2/{z}/{x}/{y}@2x"),
      ("L1_{z}.{x}.{y}", "L1_{z}.{x}.{y}", "L1_{z}.{x}.{y}@2x"),
      (
        "https://e.com/{z}/{x}/{y}.png?key=a.b/c", "https://e.com/{z}/{x}/{y}.png?key=a.b/c",
        "https://e.com/{z}/{x}/{y}@2x.png?key=a.b/c"
      ),
      (
        "https://e.com/t?z={z}&x={x}&y={y}{r}", "https://e.com/t?z={z}&x={x}&y={y}",
        "https://e.com/t?z={z}&x={x}&y={y}@2x"
      ),
      ("tiles{r}/{z}/{x}/{y}.png", "tiles/{z}/{x}/{y}.png", "tiles@2x/{z}/{x}/{y}.png"),
    ])
  func texts(text: String, standard: String, retina: String) throws {
    let texts = try RetinaTemplateTexts(text)
    #expect(texts.standard == standard)
    #expect(texts.retina == retina)
  }

  @Test("A URL whose path names no address must say where @2x belongs")
  func unplaced() {
    let text = "https://e.com/tile?z={z}&x={x}&y={y}"
    #expect(throws: TileTemplateError.retinaUnplaced(text)) { try RetinaTemplateTexts(text) }
  }
}

import Testing
import TileModel

@Suite("Colours as text")
struct PixelColorTests {
  @Test(
    "The basic names of CSS are the colours of its table",
    arguments: [
      ("black", "#000000"), ("silver", "#C0C0C0"), ("gray", "#808080"), ("grey", "#808080"),
      ("white", "#FFFFFF"), ("maroon", "#800000"), ("red", "#FF0000"), ("purple", "#800080"),
      ("fuchsia", "#FF00FF"), ("green", "#008000"), ("lime", "#00FF00"), ("olive", "#808000"),
      ("yellow", "#FFFF00"), ("navy", "#000080"), ("blue", "#0000FF"), ("teal", "#008080"),
      ("aqua", "#00FFFF"), ("transparent", "#00000000"), ("WHITE", "#ffffff"),
      ("Navy", "#000080FF"),
    ])
  func names(name: String, value: String) throws {
    let color = try #require(PixelColor(text: name))
    #expect(color == PixelColor(hexadecimal: value))
    #expect(PixelColor(text: value) == color)
    // A layer definition holds numbers alone.
    #expect(PixelColor(hexadecimal: name) == nil)
  }

  @Test(
    "Other texts are no colours",
    arguments: [
      "", "whyte", " white", "white ", "#white", "orange", "FFFFFF", "#FFF", "#FFFFFFF", "none",
    ])
  func others(text: String) { #expect(PixelColor(text: text) == nil) }
}

import Testing
import TileImaging

@Suite("Opaque colours as text")
struct OpaqueColorTests {
  @Test("A name and a number without opacity are read; what is not opaque is none")
  func text() {
    #expect(OpaqueColor(text: "navy") == OpaqueColor(red: 0, green: 0, blue: 128))
    #expect(OpaqueColor(text: "Lime")?.description == "#00FF00")
    #expect(OpaqueColor(text: "#102030")?.description == "#102030")
    for other in ["transparent", "#10203040", "#102030FF", "", "#navy", "navi"] {
      #expect(OpaqueColor(text: other) == nil, "\(other)")
    }
  }
}

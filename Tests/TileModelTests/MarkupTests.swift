import Testing
import TileModel

@Suite("Markup")
struct MarkupTests {
  @Test("The characters of markup are escaped, quotes where they are asked for")
  func escapes() {
    #expect(MarkupCharacter.escaped("a<b>&\"c\"") == "a&lt;b&gt;&amp;\"c\"")
    #expect(MarkupCharacter.escaped("\"", quotes: true) == "&quot;")
    #expect(MarkupCharacter.meaning(of: "#X41") == "A")
    #expect(MarkupCharacter.meaning(of: "#xD800") == nil)
    #expect(MarkupCharacter.meaning(of: "nbsp") == nil)
  }

  @Test("JSON on a line has no character that HTML takes for markup")
  func line() {
    let value = JSONValue.members([
      ("a", .array([.null, .boolean(true), .number(1.5), .number(2)])),
      ("b", .string("</script>&\n\u{2028}\"")), ("c", .optional(nil)), ("d", .members([])),
    ])
    #expect(
      value.line
        == #"{"a":[null,true,1.5,2],"b":"\u003c/script\u003e\u0026\n\u2028\"","c":null,"d":{}}"#)
  }
}

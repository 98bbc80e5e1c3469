import Testing
import TileModel

@Suite("Markup")
struct MarkupTests {
  private static let document = Array(
    """
    <?xml version="1.0"?>
    <!-- <kml:href>not this</kml:href>
    -->
    <kml:Overlay id='a &#x26; b'>
      <href>plan&#32;1 &amp; 2.png<b/></href>
      <empty/>
    </kml:Overlay>
    <Overlay id="second"><west>1</west></Overlay>
    <Overlay><north>without an end
    """.utf8)

  @Test("Elements are found by name, whatever their prefix, with their lines and attributes")
  func elements() {
    let found = MarkupText(Self.document).elements("Overlay")
    #expect(found.map(\.line) == [4, 8])
    #expect(found.map { $0.attributes["id"] } == ["a & b", "second"])
    #expect(found.first?.content.element("href")?.text == "plan 1 & 2.png")
    #expect(found.last?.content.element("west")?.text == "1")
  }

  @Test("What is in comments, empty or without an end is no element")
  func noElements() {
    let markup = MarkupText(Self.document)
    #expect(markup.elements("href").count == 1)
    #expect(markup.element("empty") == nil)
    #expect(markup.element("north") == nil)
    #expect(MarkupText(Array("<a <b>1</b>".utf8)).element("c") == nil)
  }

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

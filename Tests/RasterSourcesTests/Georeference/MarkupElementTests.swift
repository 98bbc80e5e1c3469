import Georeferencing
import RasterSources
import Testing
import TileModel

@Suite("XML documents")
struct MarkupElementTests {
  private func element(_ text: String) throws -> MarkupElement {
    try MarkupElement(document: Array(text.utf8))
  }

  private func fault(_ bytes: some Sequence<UInt8>) -> MarkupFault? {
    do throws(MarkupFault) {
      _ = try MarkupElement(document: Array(bytes))
      return nil
    } catch { return error }
  }

  private static let document = """

    <?xml version="1.0" encoding="utf-16"?>
    <!-- <href>not this</href> -->
    <kml:Overlay xmlns:kml='x' id='a &#x26; b' kml:id="second">
      <href>plan&#32;1 &amp; <![CDATA[<2>]]>.pn<!-- x -->g<b/></href>
      <Inner><href>other</href></Inner>
    </kml:Overlay>
    """

  @Test("Elements have their names without prefixes, lines, attributes and texts")
  func elements() throws {
    let overlay = try element(Self.document)
    #expect(overlay.name == "Overlay" && overlay.attributes == ["id": "a & b"])
    #expect(overlay.children.map(\.name) == ["href", "Inner"])
    #expect(overlay.children.map(\.line) == [4, 5])
    #expect(overlay.child("href")?.text == "plan 1 & <2>.png")
    #expect(overlay.descendants("href").map(\.text) == ["plan 1 & <2>.png", "other"])
    #expect(overlay.descendant("Inner")?.descendant("href")?.text == "other")
    #expect(overlay.child("b") == nil)
  }

  @Test(
    "A text is read in UTF-16 and in Latin-1, whatever it says of itself",
    arguments: [
      [0xFF, 0xFE] + "<a>\u{e9}</a>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
      "<a>\u{e9}</a>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
      "<a>\u{e9}</a>".unicodeScalars.map { UInt8($0.value) },
      Array("<?xml version='1.0' encoding='windows-1252'?><a>\u{e9}</a>".utf8),
      Array("\u{FEFF}<a>\u{e9}</a>".utf8),
    ] as [[UInt8]])
  func encodings(bytes: [UInt8]) throws {
    #expect(try MarkupElement(document: bytes).text == "\u{e9}")
  }

  @Test("Entities of a document type are read as long as they stay small")
  func entities() throws {
    let type =
      "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://a/b.dtd' [<!ENTITY ns 'http://c'>]>"
    #expect(try element(type + "<a x='&ns;'>&ns;</a>").attributes["x"] == "http://c")
    #expect(
      fault("<!DOCTYPE a [<!ENTITY f SYSTEM '/etc/passwd'>]><a>&f;</a>".utf8)?.found
        == "an entity that is a file")
    let laughs = (1...9).map {
      "<!ENTITY l\($0) '\(String(repeating: "&l\($0 - 1);", count: 10))'>"
    }
    let text = "<!DOCTYPE a [<!ENTITY l0 'lol'>\(laughs.joined())]>"
    for content in ["<a>&l9;</a>", "<a x='&l9;'/>"] {
      #expect(fault((text + content).utf8)?.found.contains("amplification") == true)
    }
  }

  @Test(
    "What is no whole document is named with its line",
    arguments: [
      ("", 1), ("<a>\n<b></a>", 2), ("<a>\n&nbsp;</a>", 2), ("<a/>\n<b/>", 2), ("<a>\n", 2),
      ("<a x='1' x='2'/>", 1), ("<a>\u{1}</a>", 1),
    ])
  func faults(text: String, line: Int) {
    #expect(fault(text.utf8)?.line == line)
  }

  /// A reader that looks at a tag from its beginning with every piece would take hours.
  @Test("Large and deep documents are refused or read in a time that grows with their size")
  func large() throws {
    let million = 1 << 20
    let tag = "<a x='" + String(repeating: "x", count: 24 * million)
    #expect(fault(tag.utf8)?.found.contains("1048576 bytes") == true)
    #expect(fault((tag + "'/>").utf8)?.found.contains("1048576 bytes") == true)
    #expect(fault(String(repeating: "<a>", count: million).utf8)?.found.contains("levels") == true)
    #expect(
      fault(("<a>" + String(repeating: "<a/>", count: million) + "</a>").utf8)?.found
        .contains("elements") == true)
    #expect(
      fault(("<a>" + String(repeating: "x", count: 5 * million) + "</a>").utf8)?.found
        .contains("bytes of text") == true)
    #expect(
      try element("<a>" + String(repeating: "x", count: million) + "</a>").text.count == million)
  }

  @Test("What cannot be compared safely is left out")
  func marks() throws {
    let marks = String(repeating: "&#x301;", count: 40)
    let found = try element("<a x='\(marks)' y='1'><b>\(marks)</b></a>")
    #expect(found.attributes == ["y": "1"] && found.child("b")?.text == "")
  }
}

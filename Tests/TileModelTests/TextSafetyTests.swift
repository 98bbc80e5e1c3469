import Testing
import TileModel

@Suite("Texts from outside")
struct TextSafetyTests {
  @Test("Thirty combining marks in a row are taken and one more is not")
  func marks() {
    for mark in ["\u{301}", "\u{316}", "\u{1D165}", "\u{E38}"] {
      let safe = "a" + String(repeating: mark, count: 30)
      #expect(StreamSafety.holds(safe + safe))
      #expect(!StreamSafety.holds(safe + mark))
      #expect(StreamSafety.holds(utf8: Array((safe + "b" + mark).utf8)))
    }
    #expect(StreamSafety.holds(utf8: [0xCC, 0xCC, 0x81, 0xFF, 0xF0, 0x80]))
    #expect(StreamSafety.holds(String(repeating: "é", count: 1000)))
  }

  @Test("Escapes and folded lines count as what they stand for")
  func escapes() {
    let marks = String(repeating: #"\u0301\x41"#, count: 100)
    #expect(StreamSafety.holds(unescaping: marks))
    #expect(!StreamSafety.holds(unescaping: String(repeating: #"\u0301"#, count: 31)))
    #expect(!StreamSafety.holds(unescaping: String(repeating: #"\U00000316"#, count: 31)))
    #expect(!StreamSafety.holds(unescaping: String(repeating: "\u{301}\\\n  ", count: 31)))
    #expect(StreamSafety.holds(unescaping: #"a\"#) && StreamSafety.holds(unescaping: #"\u03"#))
  }

  @Test("What a terminal would obey is shown as an escape, and all else as it is")
  func display() {
    #expect("a\u{1B}[1m\n\t\u{9B}\u{202E}é".displayLine == "a\\u{1B}[1m\\n\\t\\u{9B}\\u{202E}é")
    #expect("a\n\tb\r\u{7F}".displayLines == "a\n\tb\\r\\u{7F}")
    #expect("© Żółć 東京 👩‍🚀".displayLine == "© Żółć 東京 👩‍🚀")
  }

  @Test("A report keeps to its lines whatever its values hold")
  func report() {
    let report = FailureReport(
      .badInput, "what", at: "p\nq", found: "x\u{1B}]0;t\u{7}",
      expected: String(repeating: "y", count: 100_000))
    let lines = report.description.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "p\\nq: what")
    #expect(lines[1] == "  found: x\\u{1B}]0;t\\u{7}" && lines[2].count < 4100)
  }

  @Test(
    "Of an attribution only texts and links remain in HTML",
    arguments: [
      (
        "© <a href=\"https://a.example/?b=1&amp;c\">A &amp; B</a>",
        "© <a href=\"https://a.example/?b=1&amp;c\">A &amp; B</a>"
      ),
      ("<img src=x onerror=alert(1)>A", "A"), ("<a href='javascript:x()'>A</a>", "A"),
      ("<a href='mailto:a@b.example' onclick=x>A</a>", "<a href=\"mailto:a@b.example\">A</a>"),
      ("&lt;script&gt;x&lt;/script&gt;", "&lt;script&gt;x&lt;/script&gt;"),
      (
        "<a href='https://x/\"onmouseover=y'>A</a>",
        "<a href=\"https://x/&quot;onmouseover=y\">A</a>"
      ),
      ("<svg/onload=x><style>a{}</style>b", "b"),
    ])
  func attribution(html: String, expected: String) {
    #expect(AttributionPart.html(cleaning: html) == expected)
  }

  @Test(
    "Attributions of megabytes of one piece are cleaned",
    arguments: [
      "<", "<a ", "</script", "<script><a ", "<!--", "&", "&amp", "<a href='", "</script\u{301}",
    ])
  func longAttributions(piece: String) {
    let html = "<script>" + String(repeating: piece, count: 1_000_000 / piece.utf8.count)
    #expect(AttributionPart.html(cleaning: html).isEmpty)
    _ = AttributionPart.html(cleaning: String(html.dropFirst(8)))
  }
}

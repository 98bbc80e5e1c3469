import TilePyramidTesting

/// Text that has broken code generators, and random text made of its pieces.
enum HostileText {
  static let examples = [
    "", " ", "\"", "\\", "\\(0)", "\\(fatalError())", "\"\"\"", "#\"", "a\nb", "a\rb", "a\r\nb",
    "\u{2028}", "\u{2029}", "\u{0B}\u{0C}", "*/", "/*", "*/ fatalError() /*", "// x", "??/",
    "????=",
    "%s%n%@%d%%", "%", "\u{7F}", "\u{85}", "\u{FEFF}a", "\u{202E}abc\u{202C}", "\u{200B}", "👩‍👩‍👧‍👦",
    "🏢", "e\u{301}", "\u{301}", "é", "ﬁ", "一階", "الطابق", "שלום", "हिन्दी", "Type", "self", "class",
    "default", "init", "1st", "2", "-1", "String", "URL", "GMSURLTileLayer", "UInt", "a\\",
    "trailing\\\n",
    "$0", "`x`", "@\"", "\\u{41}", "\\x41", "\u{1B}[31m", "\u{E000}", "\u{10FFFF}", "\u{FFFF}",
    "_", "__", "'", "’", "<b>", "@param", "%\u{301}d", "*/\u{301}",
    "/*\u{301}", "?\u{301}?/", "??\u{301}/", "\u{D4E}??/", "\"\u{301}", "\\\u{301}(0)", "nil",
    "throws", "raw value", "all cases", "hash value",
    "name", "level", "tile URL",
    "make layer", "any", "Protocol", "\u{3164}", "\u{34F}", "\u{A0}", "\t", "\u{1}2",
    "</script>", "</SCRIPT >", "<!--", "-->", "<script>", "<<!--", "]]>", "${z}", "$z", "$", "\\$",
    "\\u000a", "\\u", "\\\\u0022", "\\users", "fun", "object", "val", "package", "function",
    "public",
    "entries", "__proto__", "constructor", "\" + alert(1) + \"", "`${z}`", "&amp;",
  ]

  static func random(using random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      if Bool.random(using: &random), let example = examples.randomElement(using: &random) {
        text += example
      } else {
        let limit: UInt32 = Bool.random(using: &random) ? 0x7F : 0x1_FFFF
        if let scalar = Unicode.Scalar(UInt32.random(in: 1...limit, using: &random)) {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }

  /// The examples and as many random texts as make `count`.
  static func texts(count: Int, seed: UInt64) -> [String] {
    var generator = SeededGenerator(seed: seed)
    return examples + (examples.count..<count).map { _ in random(using: &generator) }
  }
}

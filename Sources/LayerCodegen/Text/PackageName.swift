/// The rule for names of Java and Kotlin packages.
enum PackageName {
  /// Tests for ASCII letters, digits and `_` with periods between the names, none of them a keyword
  /// of Java or Kotlin.
  static func isValid(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part != "_" && !Identifier.beginsWithDigit(String(part))
        && part.utf8.allSatisfy(isPartOfName) && !keywords.contains(String(part))
    }
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static let keywords: Set<String> = [
    "abstract", "as", "assert", "boolean", "break", "byte", "case", "catch", "char", "class",
    "const", "continue", "default", "do", "double", "else", "enum", "extends", "false", "final",
    "finally", "float", "for", "fun", "goto", "if", "implements", "import", "in", "instanceof",
    "int", "interface", "is", "long", "native", "new", "null", "object", "package", "private",
    "protected", "public", "return", "short", "static", "strictfp", "super", "switch",
    "synchronized", "this", "throw", "throws", "transient", "true", "try", "typealias", "typeof",
    "val", "var", "void", "volatile", "when", "while",
  ]
}

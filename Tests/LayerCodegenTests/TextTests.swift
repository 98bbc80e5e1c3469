import Foundation
import LayerCodegen
import Testing
import TilePyramidTesting

@Suite("Text in generated code")
struct TextTests {
  private let texts = HostileText.texts(count: 600, seed: 41)

  /// The bytes of a text as a line of hexadecimal digits.
  private func hexadecimal(_ text: String) -> String {
    text.utf8.map { String($0, radix: 16) }.joined(separator: " ")
  }

  @Test("Swift literals mean their text", .enabled(if: Compiler.swift != nil))
  func swiftLiterals() throws {
    let folder = try TemporaryDirectory()
    var source = "var texts: [String] = []\n"
    for text in texts {
      source += "// \(StringLiteral.comment(text))\n"
      source += "texts.append(\(StringLiteral.swift(text)))\n"
    }
    source += "for text in texts {\n"
    source += "  print(text.utf8.map { String($0, radix: 16) }.joined(separator: \" \"))\n}\n"
    try folder.write(source.utf8, as: "main.swift")
    try Compiler.swift?.compile([
      "-Onone", "-warnings-as-errors", folder.path("main.swift"), "-o", folder.path("main"),
    ])
    let outcome = try Compiler.run(folder.path("main"), [])
    #expect(outcome.output == texts.map { hexadecimal($0) + "\n" }.joined())
  }

  @Test("C literals and formats mean their text", .enabled(if: Compiler.clang != nil))
  func cLiterals() throws {
    let folder = try TemporaryDirectory()
    let texts = texts.filter { !$0.utf8.contains(0) }
    var source = """
      #include <stdio.h>
      #include <string.h>
      static void show(const char *text, size_t size) {
        for (size_t i = 0; i < size; i++) printf(i ? " %x" : "%x", (unsigned char)text[i]);
        printf("\\n");
      }
      static char buffer[4096];
      int main(void) {

      """
    for text in texts {
      source += "// \(StringLiteral.comment(text))\n"
      source += "show(\"\(StringLiteral.cContent(text))\", "
      source += "sizeof \"\(StringLiteral.cContent(text))\" - 1);\n"
      source += "// \(StringLiteral.comment(text))\n"
      source += "snprintf(buffer, sizeof buffer, \"\(StringLiteral.cFormatContent(text))%d\", 7);\n"
      source += "show(buffer, strlen(buffer));\n"
    }
    source += "return 0;\n}\n"
    try folder.write(source.utf8, as: "main.c")
    try Compiler.clang?.compile([
      "-std=c11", "-Wall", "-Wextra", "-Wtrigraphs", "-Wcomment", "-Werror", folder.path("main.c"),
      "-o",
      folder.path("main"),
    ])
    let outcome = try Compiler.run(folder.path("main"), [])
    let expected = texts.map { hexadecimal($0) + "\n" + hexadecimal($0 + "7") + "\n" }.joined()
    #expect(outcome.output == expected)
  }

  @Test("Java literals mean their text", .enabled(if: Compiler.java != nil))
  func javaLiterals() throws {
    let folder = try TemporaryDirectory()
    // A method is limited to 64 KiB.
    let methods = stride(from: 0, to: texts.count, by: 100).map { start in
      let calls = texts[start..<min(start + 100, texts.count)].map { text in
        "// \(StringLiteral.comment(text))\nshow(\(StringLiteral.java(text)));"
      }
      return "static void show\(start)() {\n\(calls.joined(separator: "\n"))\n}"
    }
    let source = """
      final class Main {
        static final StringBuilder out = new StringBuilder();
        static void show(String text) {
          byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
          for (int i = 0; i < bytes.length; i++) {
            out.append(i == 0 ? "" : " ").append(Integer.toHexString(bytes[i] & 255));
          }
          out.append('\\n');
        }
        \(methods.joined(separator: "\n"))
        public static void main(String[] arguments) {
          \(stride(from: 0, to: texts.count, by: 100).map { "show\($0)();" }.joined())
          System.out.print(out);
        }
      }

      """
    try folder.write(source.utf8, as: "Main.java")
    try Compiler.java?.compile(["-encoding", "UTF-8", "-d", folder.path, folder.path("Main.java")])
    let output = try Compiler.javaMachine?.output(["-cp", folder.path, "Main"])
    #expect(output == texts.map { hexadecimal($0) + "\n" }.joined())
  }

  @Test("JavaScript literals mean their text", .enabled(if: Compiler.node != nil))
  func literals() throws {
    let folder = try TemporaryDirectory()
    var source = "const texts = [];\n"
    for text in texts {
      source += "// \(StringLiteral.comment(text))\n"
      source += "texts.push(\(StringLiteral.javaScript(text)));\n"
    }
    source += "const lines = texts.map((text) => Buffer.from(text).toString('hex') + '\\n');\n"
    source += "process.stdout.write(lines.join(''));\n"
    try folder.write(source.utf8, as: "main.js")
    let expected = texts.map { text in
      text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "\n"
    }.joined()
    #expect(try Compiler.node?.output([folder.path("main.js")]) == expected)
  }

  @Test("Kotlin literals escape what begins a template")
  func kotlinLiterals() {
    #expect(StringLiteral.kotlin("$a ${b} \\ \"") == #""\$a \${b} \\ \"""#)
    #expect(StringLiteral.kotlin("\u{2028}\n\u{1F3E2}\u{1}") == "\"\\u2028\\n\u{1F3E2}\\u0001\"")
    #expect(StringLiteral.kotlin("\u{10FFFF}") == #""\uDBFF\uDFFF""#)
  }

  @Test("Literals and comments stay on their line and hold nothing invisible")
  func visibility() {
    for text in texts {
      let parts = [
        StringLiteral.swift(text), StringLiteral.cContent(text), StringLiteral.comment(text),
        StringLiteral.java(text), StringLiteral.kotlin(text), StringLiteral.javaScript(text),
      ]
      for scalar in parts.joined().unicodeScalars {
        let category = scalar.properties.generalCategory
        #expect(![.control, .format, .lineSeparator, .paragraphSeparator].contains(category))
      }
      let comment = Array(StringLiteral.comment(text).utf8)
      for pair in zip(comment, comment.dropFirst()) {
        #expect(pair != (UInt8(ascii: "*"), UInt8(ascii: "/")))
        #expect(pair != (UInt8(ascii: "/"), UInt8(ascii: "*")))
      }
      #expect(comment.last == UInt8(ascii: "\""))
    }
  }

  @Test("Ordinary text is left readable")
  func readable() {
    #expect(StringLiteral.swift("Étage 1 – Café") == "\"Étage 1 – Café\"")
    #expect(StringLiteral.objectiveC("Étage 1 – Café") == "@\"Étage 1 – Café\"")
    #expect(StringLiteral.swift("a\\(b)\"\n") == #""a\\(b)\"\n""#)
    #expect(StringLiteral.comment("Zweiter Stock") == "\"Zweiter Stock\"")
  }

  @Test("Names are ASCII letters, digits and _ between digits whatever the text")
  func identifiers() {
    for text in texts {
      for name in [Identifier.capitalized(text), Identifier.lowercased(text)] {
        #expect(
          name.utf8.allSatisfy {
            $0 < 0x80 && Character(Unicode.Scalar($0)).isLetter || $0 >= 48 && $0 <= 57
              || $0 == UInt8(ascii: "_")
          })
        #expect(!name.hasPrefix("_") && !name.hasSuffix("_"))
        #expect(!name.contains(/_[^0-9]|[^0-9]_/))
      }
    }
  }

  @Test(
    "Names read as people would write them",
    arguments: [
      ("Ground floor", "GroundFloor", "groundFloor"), ("erdgeschoß", "Erdgeschoss", "erdgeschoss"),
      ("Étage 1", "Etage1", "etage1"), ("e\u{301}tage", "Etage", "etage"), ("EG", "EG", "eg"),
      ("King's  floor", "KingsFloor", "kingsFloor"), ("L1-east_wing", "L1EastWing", "l1EastWing"),
      ("Łódź", "Lodz", "lodz"), ("一階", "", ""), ("B2 parking", "B2Parking", "b2Parking"),
    ])
  func names(text: String, capitalized: String, lowercased: String) {
    #expect(Identifier.capitalized(text) == capitalized)
    #expect(Identifier.lowercased(text) == lowercased)
  }
}

import LayerCodegen
import Testing

@Suite("Templates")
struct TemplateTests {
  private func filled(_ text: String, _ values: TemplateValues) -> String {
    Template(text.utf8).filled(values)
  }

  @Test("Values stand in for their names, and their further lines are indented as the first")
  func values() {
    #expect(
      filled("a__b__c __n__\n  __text__;\n", ["b": "1", "n": 2.5, "text": "x\n\n  y"])
        == "a1c 2.5\n  x\n\n    y;\n")
    #expect(filled("__o__|__p__", ["o": nil as String?, "p": true]) == "|true")
    #expect(
      filled("  __inner__\n}", ["inner": Template("__a__\nb\n".utf8), "a": "1"]) == "  1\n  b\n}")
  }

  @Test("Conditions hold for what is neither empty, false nor missing")
  func conditions() {
    let text = "/*?a*/yes/*:*/no/*.*/ /*!a*/none/*.*/"
    for value in ["x", true, 0, [["b": 1]]] as [any TemplateValue] {
      #expect(filled(text, ["a": value]) == "yes ")
    }
    for value in ["", false, nil as Int?, [TemplateValues]()] as [any TemplateValue] {
      #expect(filled(text, ["a": value]) == "no none")
    }
    #expect(filled("/*?a*//*:*/no/*.*/", ["a": true]) == "")
  }

  @Test("Parts are repeated with the values of each element before those around")
  func lists() {
    let list: [TemplateValues] = [
      ["b": 1, "inner": [["c": "x"]]], ["b": 2, "inner": [TemplateValues]()],
    ]
    #expect(
      filled(
        "/*@list*/__b____d__/*@inner*/__c____b__/*.*//*!last*/, /*.*//*.*/ __b__",
        ["list": list, "b": 0, "d": "-"]) == "1-x1, 2- 0")
  }

  @Test("Lines of nothing but comments that are marks are left out")
  func lines() {
    #expect(
      filled(
        "a\n  /*?b*/ \n  c\n\n/*:*/\n  d\n/*.*/\n/*?b*/ e/*.*/\n__f__\n", ["b": true, "f": ""])
        == "a\n  c\n\n e\n\n")
    #expect(filled("/** a */ /* b */ /*.c*/\n", [:]) == "/** a */ /* b */ /*.c*/\n")
  }
}

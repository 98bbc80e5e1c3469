import Foundation
import PyramidVerification
import Testing
import TileModel

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports")
struct ReportTests {
  private func broken() throws -> VerificationReport {
    try #require(PlantedFault.all.first { $0.name == "cut short" && $0.rule == "tile.decodes" })
      .make().verify()
  }

  @Test("Reports as text name the rule, the location, what was found and what was expected")
  func text() throws {
    let report = try broken()
    let text = report.text
    for part in ["tile.decodes", "tile 6/41/21", "found: ", "expected: a whole image", "1 error"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(text.hasSuffix(report.verdict))
  }

  @Test("Reports as JSON have the documented members")
  func json() throws {
    let report = try broken()
    let value = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(report))
    let root = try #require(value as? [String: Any])
    #expect(
      Set(root.keys) == [
        "formatVersion", "path", "kind", "errors", "warnings", "notes", "zooms", "rules",
      ])
    #expect(root["formatVersion"] as? Int == 1 && root["errors"] as? Int == 1)
    let zooms = try #require(root["zooms"] as? [[String: Any]])
    #expect(zooms.map { $0["damaged"] as? Int } == [0, 0, 1])
    #expect(
      Set(zooms[0].keys) == [
        "zoom", "tiles", "bytes", "blank", "oneColor", "repeated", "damaged", "findings",
      ])
    let rules = try #require(root["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == VerificationRule.all.map(\.id))
    let rule = try #require(rules.first { $0["id"] as? String == "tile.decodes" })
    #expect(rule["severity"] as? String == "error" && rule["count"] as? Int == 1)
    let finding = try #require((rule["findings"] as? [[String: String]])?.first)
    #expect(finding["tile"] == "6/41/21" && finding["place"] == "tile 6/41/21")
    #expect(finding["found"] != nil && finding["expected"] == "a whole image")
  }

  /// Counts the elements of a document.
  private final class Counter: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var names: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String] = [:]
    ) {
      counts[name, default: 0] += 1
      if name == "testcase", let name = attributes["name"] { names.append(name) }
    }
  }

  @Test("Reports as JUnit are XML with one case for each rule, whatever the names of files are")
  func junit() throws {
    let store = try SampleStore.foreignDirectory()
    try store.place([1], at: "6/40/<a & \"b\">\u{1}.bin")
    let report = try store.verify()
    for (severity, failures) in [(VerificationRule.Severity.error, 0), (.note, 1)] {
      let counter = Counter()
      let parser = XMLParser(data: Data(report.junit(failingAt: severity).utf8))
      parser.delegate = counter
      #expect(parser.parse(), "\(String(describing: parser.parserError))")
      #expect(counter.names == VerificationRule.all.map(\.id))
      #expect(counter.counts["failure", default: 0] == failures)
      #expect(counter.counts["system-out", default: 0] == 1 - failures)
    }
  }

  @Test("Reports name as many findings of a rule as asked for, in order, and count all")
  func limit() throws {
    let sample = try SampleTiles.opaque.get().replacing(where: { $0.zoom == 6 }) { $1 + [0] }
    let store = try SampleStore.mbtiles(sample.redefined)
    store.options.findingLimit = 3
    let report = try store.verify()
    let result = try #require(report.results.first { $0.rule.id == "tile.trailing" })
    #expect(result.count == 16)
    #expect(result.findings.compactMap(\.tile?.description) == ["6/40/20", "6/41/20", "6/42/20"])
    #expect(report.text.contains("and 13 more"))
  }

  @Test("Reports hold only the rules that were asked for")
  func chosen() throws {
    let store = try SampleStore.mbtiles()
    store.options.rules = try #require(VerificationRule.rules(named: ["overview", "tile.size"]))
    let report = try store.verify()
    #expect(report.results.map(\.rule.theme).allSatisfy { ["overview", "tile"].contains($0) })
    #expect(report.results.count == 8)
    #expect(VerificationRule.rules(named: ["over"]) == nil)
    #expect(VerificationRule.rules(named: []) == [])
  }

  @Test("A cancelled verification has no report")
  func cancelled() throws {
    let store = try SampleStore.mbtiles()
    #expect(throws: CancellationError.self) {
      try PyramidVerifier.verify(store.path, isCancelled: { true })
    }
  }
}

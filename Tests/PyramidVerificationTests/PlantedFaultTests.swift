import PyramidVerification
import Testing

@Suite("Planted faults")
struct PlantedFaultTests {
  @Test(
    "Every planted fault is found, and besides only the findings that follow from it",
    arguments: PlantedFault.all)
  func fault(_ fault: PlantedFault) throws {
    let report = try fault.make().verify()
    let rule = try #require(VerificationRule.all.first { $0.id == fault.rule })
    #expect(report.broken.contains(fault.rule), "\(report.text)")
    let others = report.broken.subtracting([fault.rule]).subtracting(rule.consequences)
    #expect(others.isEmpty, "\(others): \(report.text)")
    #expect(report.fails(at: rule.severity))
    for finding in report.findings(fault.rule) {
      #expect(!finding.location.isEmpty && !finding.found.isEmpty && !finding.expected.isEmpty)
    }
  }

  @Test("Every rule has a planted fault")
  func everyRule() {
    #expect(Set(PlantedFault.all.map(\.rule)) == Set(VerificationRule.all.map(\.id)))
  }

  @Test("Planted faults have rules with unique ids, and their consequences are rules")
  func rules() {
    let ids = VerificationRule.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for rule in VerificationRule.all {
      #expect(rule.id.split(separator: ".").count == 2)
      #expect(!rule.summary.hasSuffix("."))
      for consequence in rule.consequences {
        #expect(ids.contains(consequence) && consequence != rule.id, "\(rule.id)")
      }
    }
  }
}

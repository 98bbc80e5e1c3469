import PyramidVerification
import Testing

@Suite("Planted faults")
struct PlantedFaultTests {
  @Test("are found, and beside them only what they lead to", arguments: PlantedFault.all)
  func fault(_ fault: PlantedFault) throws {
    let report = try fault.make().verify()
    let rule = try #require(VerificationRule.all.first { $0.id == fault.rule })
    #expect(report.broken.contains(fault.rule), "\(report.text)")
    let others = report.broken.subtracting([fault.rule]).subtracting(rule.consequences)
    #expect(others.isEmpty, "\(others): \(report.text)")
    #expect(report.fails(at: rule.severity))
    for finding in report.findings(fault.rule) {
      #expect(!finding.place.isEmpty && !finding.found.isEmpty && !finding.expected.isEmpty)
    }
  }

  @Test("exist for every rule")
  func everyRule() {
    #expect(Set(PlantedFault.all.map(\.rule)) == Set(VerificationRule.all.map(\.id)))
  }

  @Test("have rules with ids of their own and consequences that are rules")
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

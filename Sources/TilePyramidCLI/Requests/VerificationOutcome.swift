import PyramidPictures
import PyramidVerification
import TileStorage

/// What `verify` found in a store or in a building.
enum VerificationOutcome {
  case store(VerificationReport, VerificationOptions)
  case building(BuildingVerificationReport)

  var text: String {
    switch self {
    case .store(let report, _): report.text
    case .building(let report): report.text
    }
  }

  func junit(failingAt severity: VerificationRule.Severity) -> String {
    switch self {
    case .store(let report, _): report.junit(failingAt: severity)
    case .building(let report): report.junit(failingAt: severity)
    }
  }

  func fails(at severity: VerificationRule.Severity) -> Bool {
    switch self {
    case .store(let report, _): report.fails(at: severity)
    case .building(let report): report.fails(at: severity)
    }
  }

  /// The contact sheet; `nil` for a building without floors.
  func sheet() throws(TileStorageError) -> PictureDrawing? {
    switch self {
    case .store(let report, let options): try FindingsSheet.draw(report, options: options)
    case .building(let report): try FindingsSheet.draw(report)
    }
  }
}

extension VerificationOutcome: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .store(let report, _): try report.encode(to: encoder)
    case .building(let report): try report.encode(to: encoder)
    }
  }
}

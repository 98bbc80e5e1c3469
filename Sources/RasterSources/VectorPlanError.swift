package import TileModel

package enum VectorPlanError: ReportableError, Hashable {
  case programMissing(path: String, format: VectorFormat, program: String)
  case programFailed(path: String, program: String, ending: String, message: String)
  case programTooSlow(path: String, program: String, seconds: Int)
  /// The programs have used the time limit of all plans that share a clock.
  case drawingTooSlow(path: String, seconds: Int)
  case badOutput(path: String, program: String, detail: String)
  case stopped(path: String)
  case noSuchPage(path: String, page: Int, pageCount: Int)
  case noSuchLayers(path: String, layers: [String], known: [String])
  case sizeUnknown(path: String, detail: String)
  case documentTooLarge(path: String, limit: Int)
  case noEffect(path: String, option: String, reason: String, nextStep: String)

  package var report: FailureReport {
    switch self {
    case .programMissing(let path, let format, let program):
      FailureReport(
        .badInput, "\(program) is needed to draw \(format.rawValue), and is not installed",
        at: path, found: "no such program in the folders of PATH",
        nextStep: "install it: \(format.installation); or convert the plan to PNG")
    case .programFailed(let path, let program, let ending, let message):
      FailureReport(
        .badInput,
        message.contains("Incorrect password")
          ? "the plan is locked by a password" : "\(program) cannot draw the plan", at: path,
        found: message.isEmpty ? ending : "\(ending): \(message)",
        nextStep: message.contains("Incorrect password")
          ? "take the password off, such as with qpdf: qpdf --password=PASSWORD --decrypt INPUT OUTPUT.pdf"
          : "check that a viewer opens the file, or convert the plan to PNG")
    case .programTooSlow(let path, let program, let seconds):
      FailureReport(
        .badInput, "\(program) takes too long to draw the plan", at: path,
        expected: "at most \(seconds) seconds for a piece of it",
        nextStep: "simplify the drawing, or convert the plan to PNG")
    case .drawingTooSlow(let path, let seconds):
      FailureReport(
        .badInput, "drawing the plan takes too long", at: path,
        expected: "at most \(seconds) seconds for all that is drawn",
        nextStep: "simplify the drawing, or convert the plan to PNG")
    case .badOutput(let path, let program, let detail):
      FailureReport(
        .badInput, "what \(program) made of the plan cannot be used", at: path, found: detail,
        nextStep: "check which \(program) comes first in PATH, or convert the plan to PNG")
    case .stopped(let path): FailureReport(.cannotAccess, "drawing was stopped", at: path)
    case .noSuchPage(let path, let page, let pageCount):
      FailureReport(
        .badInput, "the document has no such page", at: path, found: "`page` \(page)",
        expected: pageCount == 1 ? "1" : "1 to \(pageCount)", nextStep: "correct `page`")
    case .noSuchLayers(let path, let layers, let known):
      FailureReport(
        .badInput, "the drawing has no such layers at its top", at: path,
        found: layers.joined(separator: ", "),
        expected: known.isEmpty
          ? "no `layers`: no group at the top of the drawing has an id or a label"
          : "some of: " + known.prefix(40).joined(separator: ", ")
            + (known.count > 40 ? ", …" : ""), nextStep: "correct `layers`")
    case .sizeUnknown(let path, let detail):
      FailureReport(
        .badInput, "the drawing does not say how large it is", at: path, found: detail,
        expected: "width and height in px, pt, pc, mm, cm or in, or a viewBox",
        nextStep: "give the svg element a viewBox")
    case .documentTooLarge(let path, let limit):
      FailureReport(
        .badInput, "the drawing is too large a file", at: path,
        expected: "at most \(limit >> 20) MB", nextStep: "convert the plan to PNG")
    case .noEffect(let path, let option, let reason, let nextStep):
      .noEffect(option, at: path, reason: reason, nextStep: nextStep)
    }
  }
}

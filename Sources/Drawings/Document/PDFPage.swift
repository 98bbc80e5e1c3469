import Georeferencing
import RasterSources
import TileModel

/// The report of `pdfinfo` on a page of a document, and the page's unit.
package struct PDFPage: Hashable, Sendable {
  static let program = "pdfinfo"

  let pageCount: Int
  /// The crop box as shown, rotated, in the page's own units.
  let size: DrawingSize
  let position: PDFPosition?
  let printLayers: [String]

  init(
    _ page: Int, of path: String, searchPath: String?, scratch: ScratchDirectory,
    limits: VectorPlanLimits, clock: DrawingClock
  ) throws(RasterError) {
    guard let program = HelperProgram(named: Self.program, searchPath: searchPath) else {
      throw .vectorPlan(.programMissing(path: path, format: .pdf, program: Self.program))
    }
    func ask(_ options: [String]) throws(RasterError) -> [String: String] {
      let run = HelperRun(
        program: program, arguments: options + ["-"], planPath: path, scratch: scratch,
        limits: limits, clock: clock, outputLimit: 1 << 20)
      return Self.fields(String(decoding: try run.output().leadingBytes(1 << 20), as: UTF8.self))
    }
    let document = try ask([])
    guard let pageCount = document["Pages"].flatMap({ Int($0) }), pageCount > 0 else {
      throw .vectorPlan(.badOutput(path: path, program: Self.program, detail: "no count of pages"))
    }
    guard (1...pageCount).contains(page) else {
      throw .vectorPlan(.noSuchPage(path: path, page: page, pageCount: pageCount))
    }
    let fields = try ask(["-box", "-f", "\(page)", "-l", "\(page)"])
    guard let size = Self.size(fields, page: page) else {
      throw .vectorPlan(
        .badOutput(path: path, program: Self.program, detail: "no size of page \(page)"))
    }
    let entries = try PDFPageEntries(
      ofPage: page, drawn: Self.cropBox(fields, page: page), of: path, searchPath: searchPath,
      scratch: scratch, limits: limits, clock: clock)
    let points = entries.points
    guard let shown = DrawingSize(width: size.width * points, height: size.height * points) else {
      throw .vectorPlan(
        .badOutput(
          path: path, program: PDFPageEntries.program, detail: "a unit of \(points) points"))
    }
    self.pageCount = pageCount
    self.size = shown
    position = entries.position
    printLayers = entries.printLayers
  }

  /// The first line of a name counts; runs of blanks in a name are collapsed.
  package static func fields(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      // The wanted fields have short names; a document's own texts may form lines, too.
      guard let colon = line.utf8.prefix(64).firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = line[..<colon].split(separator: " ").joined(separator: " ")
      let value = line[line.index(after: colon)...].trimmingBlanks()
      if result[name] == nil { result[name] = value }
    }
    return result
  }

  /// Low x and y, and high ones, which poppler draws of the page.
  private static func cropBox(_ fields: [String: String], page: Int) -> [Double]? {
    let numbers = fields["Page \(page) CropBox"]?.split(separator: " ").compactMap {
      NumberText.double($0)
    }
    return numbers.flatMap { $0.count == 4 ? $0 : nil }
  }

  package static func size(_ fields: [String: String], page: Int) -> DrawingSize? {
    guard let text = fields["Page \(page) size"] else { return nil }
    let words = text.split(separator: " ")
    guard words.count >= 4, words[1] == "x", words[3] == "pts",
      let width = NumberText.double(words[0]), let height = NumberText.double(words[2])
    else { return nil }
    let rotation = fields["Page \(page) rot"].flatMap { Int($0) } ?? 0
    return rotation % 180 == 0
      ? DrawingSize(width: width / 72, height: height / 72)
      : DrawingSize(width: height / 72, height: width / 72)
  }
}

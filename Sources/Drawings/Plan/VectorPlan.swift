package import Georeferencing
package import RasterSources
import TileModel

/// One page of a PDF or one SVG, drawn by a program of the system at any size on demand.
///
/// Its pixels are those of a rendition at ``dotsPerInch``, each side rounded to whole pixels. The paper of
/// a PDF is white and opaque, or left out. An SVG is transparent where nothing is drawn. Equal pixels come
/// from equal versions of the programs and fonts.
package struct VectorPlan: Sendable {
  package let path: String
  package let format: VectorFormat
  /// The size at ``dotsPerInch``.
  package let size: PixelSize
  /// The resolution at which pixels are counted.
  package let dotsPerInch: Double
  /// The page, from 1.
  package let page: Int
  package let pageCount: Int
  /// Names of the top-level groups of an SVG, from which ``VectorPlanOptions/layers`` chooses.
  package let layerNames: [String]
  let program: HelperProgram
  let position: PDFPosition?
  let notices: [RasterNotice]
  let limits: VectorPlanLimits
  let clock: DrawingClock
  let styleSheet: String
  let isHuge: Bool
  private(set) var recoloring = RecoloringRule()
  private(set) var isOnPaper = true

  init(_ file: SourceFile, format: VectorFormat, options: VectorPlanOptions) throws(RasterError) {
    let path = file.path
    self.path = path
    self.format = format
    limits = options.limits
    clock = options.clock ?? DrawingClock()
    dotsPerInch = options.dotsPerInch ?? format.standardDotsPerInch
    page = options.page ?? 1
    guard let program = HelperProgram(named: format.program, searchPath: options.searchPath) else {
      throw .vectorPlan(.programMissing(path: path, format: format, program: format.program))
    }
    self.program = program
    let drawn: DrawingSize
    switch format {
    case .pdf:
      guard options.layers.isEmpty else {
        throw .vectorPlan(
          .noEffect(
            path: path, option: "`layers`",
            reason:
              "pdftocairo draws the layers that are on in a PDF, those for print alone among them",
            nextStep: "export the PDF with these layers alone, or use SVG"))
      }
      let information = try PDFPage(
        page, of: path, searchPath: options.searchPath, scratch: .system, limits: limits,
        clock: clock)
      (drawn, pageCount) = (information.size, information.pageCount)
      position = information.position
      notices = information.printLayers.isEmpty ? [] : [.printLayers(information.printLayers)]
      (layerNames, styleSheet, isHuge) = ([], "", false)
    case .svg:
      guard options.page == nil else {
        throw .vectorPlan(
          .noEffect(
            path: path, option: "`page`", reason: "an SVG is one page",
            nextStep: "leave `page` out"))
      }
      (pageCount, position) = (1, nil)
      let outline = try Self.outline(file, limits: limits)
      (layerNames, notices, isHuge) = (outline.layerNames, outline.notices, outline.isHuge)
      styleSheet = try rethrowing(try outline.styleSheet(showing: options.layers, path: path)) {
        RasterError.vectorPlan($0)
      }
      drawn = try DrawingSize(
        ofSVG: path, isHuge: isHuge, program: program, limits: limits, clock: clock)
    }
    let side = limits.renditionSide
    guard let size = drawn.pixels(dotsPerInch: dotsPerInch), max(size.width, size.height) <= side
    else {
      throw .tooLarge(
        path: path,
        size: drawn.pixels(dotsPerInch: dotsPerInch) ?? PixelSize(width: .max, height: .max),
        limit: "a side of at most \(side) samples; lower `dotsPerInch`")
    }
    self.size = size
  }

  private static func outline(
    _ source: SourceFile, limits: VectorPlanLimits
  ) throws(RasterError) -> SVGOutline {
    let file = try InputFile(source)
    let path = source.path
    guard file.byteCount <= limits.documentBytes else {
      throw .vectorPlan(.documentTooLarge(path: path, limit: limits.documentBytes))
    }
    let bytes = try file.leadingBytes(file.byteCount)
    guard StreamSafety.holds(utf8: bytes) else {
      throw .corrupt(path: path, detail: StreamSafety.fault)
    }
    guard let outline = SVGOutline(bytes) else { throw .notAnImage(path: path) }
    return outline
  }

  func removing(_ paper: Paper?, ink: InkHandling) throws(RasterError) -> VectorPlan {
    let option: String? =
      paper?.isOutsideOnly ?? false
      ? "`paperOutside`" : paper?.color == nil && paper?.tolerance != nil ? "`paperTolerance`" : nil
    if let option {
      throw .optionWithoutEffect(
        path: path, option: option,
        reason: "the file is a \(format.rawValue), which is drawn without paper")
    }
    var plan = self
    plan.isOnPaper = paper == nil
    plan.recoloring.paper = paper?.color.map {
      PaperExtraction($0, tolerance: paper?.tolerance ?? 0)
    }
    plan.recoloring.ink = ink
    return plan
  }

  /// Memory of one piece in the program, in bytes, as drawn and as encoded.
  package func renderingBytes(for size: PixelSize) -> Int {
    let factor = refinement(for: size)
    let samples = min(limits.samplesPerPiece, factor * factor * size.width * size.height)
    return 8 * samples + (64 << 20) + CrowdedLineRows.byteCount(width: size.width)
  }
}

package import Georeferencing
import RasterSources
import TileModel

/// The size of a drawing in inches, both sides positive and finite.
package struct DrawingSize: Hashable, Sendable {
  let width: Double
  let height: Double
  private static let unitsPerInch: [String: Double] = ["": 96, "px": 96, "pt": 72, "in": 1]

  init?(width: Double, height: Double) {
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    self.width = width
    self.height = height
  }

  /// Rounds each side to the nearest and to at least 1; `nil` on overflow.
  package func pixels(dotsPerInch: Double) -> PixelSize? {
    let sides = [width, height].map { max(1, ($0 * dotsPerInch).rounded()) }
    guard let longest = sides.max(), longest < 1e15 else { return nil }
    return PixelSize(width: Int(sides[0]), height: Int(sides[1]))
  }
}

extension DrawingSize {
  /// Asks the drawing program for the natural size of an SVG.
  ///
  /// Attributes, styles and fonts decide it. Only the empty page is drawn, as an SVG that states its size
  /// in full.
  init(
    ofSVG path: String, isHuge: Bool, program: HelperProgram, limits: VectorPlanLimits,
    clock: DrawingClock
  ) throws(RasterError) {
    let run = HelperRun(
      program: program, arguments: ["--format=svg"] + SVGOutline.arguments(isHuge: isHuge),
      planPath: path, scratch: .system, limits: limits, clock: clock, outputLimit: 1 << 20,
      extraInput: Array("svg > * { display: none !important }".utf8))
    let output: UnnamedFile
    do throws(RasterError) {
      output = try run.output()
    } catch .vectorPlan(.programFailed(_, _, _, let message))
      where message.contains("no dimensions")
    {
      throw .vectorPlan(.sizeUnknown(path: path, detail: message))
    } catch {
      throw error
    }
    let root = try rethrowing(try MarkupReader(output.leadingBytes(1 << 20)).root()) {
      (error: MarkupFault) in
      RasterError.vectorPlan(.badOutput(path: path, program: program.name, detail: error.found))
    }
    guard let width = Self.inches(root.attributes["width"]),
      let height = Self.inches(root.attributes["height"]),
      let size = DrawingSize(width: width, height: height)
    else {
      throw .vectorPlan(
        .badOutput(path: path, program: program.name, detail: "no width and height"))
    }
    self = size
  }

  private static func inches(_ text: String?) -> Double? {
    guard let text else { return nil }
    let number = text.prefix { !$0.isLetter }
    guard let value = NumberText.double(number),
      let units = unitsPerInch[String(text.dropFirst(number.count))]
    else { return nil }
    return value / units
  }
}

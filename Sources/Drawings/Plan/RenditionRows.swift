import Georeferencing
import RasterSources
import TileModel

/// Rows of a vector plan at a size, drawn in pieces on demand.
///
/// A piece is as high as one run of the program may draw. Wide plans take several pieces in a row. Only the
/// pieces of the current rows exist, each in an unnamed file.
final class RenditionRows: RasterRowReader {
  private let plan: VectorPlan
  private let size: PixelSize
  private let scratch: ScratchDirectory
  private let isCancelled: @Sendable () -> Bool
  private let pieceWidth: Int
  private let pieceHeight: Int
  private var writesTIFF = true
  private var nextRow = 0
  private var pieces: [(rows: any RasterRowReader, width: Int, file: UnnamedFile)] = []
  private var endOfPieces = 0

  init(
    plan: VectorPlan, size: PixelSize, scratch: ScratchDirectory,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(RasterError) {
    guard max(size.width, size.height) <= plan.limits.renditionSide else {
      throw .tooLarge(
        path: plan.path, size: size, limit: "a side of at most \(plan.limits.renditionSide) samples"
      )
    }
    self.plan = plan
    self.size = size
    self.scratch = scratch
    self.isCancelled = isCancelled
    pieceWidth = min(size.width, plan.limits.pieceSide)
    pieceHeight = min(
      size.height, plan.limits.pieceSide, max(1, plan.limits.samplesPerPiece / pieceWidth))
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    guard nextRow < size.height else {
      throw RasterError.noMoreRows(path: plan.path, rows: size.height)
    }
    if nextRow == endOfPieces { try drawPieces() }
    var target = row
    for piece in pieces {
      try checkingOutput { try piece.rows.readRow(into: target) }
      target += 4 * piece.width
    }
    nextRow += 1
    if nextRow == endOfPieces {
      for piece in pieces { try checkingOutput { try piece.rows.finish() } }
      pieces = []
    }
  }

  private func drawPieces() throws {
    let height = min(pieceHeight, size.height - nextRow)
    for x in stride(from: 0, to: size.width, by: pieceWidth) {
      let piece = PixelSize(width: min(pieceWidth, size.width - x), height: height)
      let (rows, file) = try draw(piece, x: x, y: nextRow)
      pieces.append((rows, piece.width, file))
    }
    endOfPieces = nextRow + height
  }

  private func draw(
    _ piece: PixelSize, x: Int, y: Int
  ) throws -> (rows: any RasterRowReader, file: UnnamedFile) {
    let output = try output(of: piece, x: x, y: y)
    return try checkingOutput {
      let image = try open(output.path)
      guard image.size == piece else {
        throw badOutput("\(image.size) samples instead of \(piece)")
      }
      guard image.isOpaque || !plan.isOpaque else { throw badOutput("a page without paper") }
      return (try image.makeRowReader(scratch: scratch), output)
    }
  }

  private func output(of piece: PixelSize, x: Int, y: Int) throws -> UnnamedFile {
    let run = HelperRun(
      program: plan.program, arguments: arguments(piece, x: x, y: y), planPath: plan.path,
      scratch: scratch, limits: plan.limits, clock: plan.clock,
      // LZW makes at most 12 bits of a byte, and PNG little more than 8.
      outputLimit: 5 * piece.width * piece.height + (1 << 20),
      extraInput: Array(plan.styleSheet.utf8))
    do throws(RasterError) {
      return try run.output(isCancelled: isCancelled)
    } catch .vectorPlan(.stopped) {
      throw CancellationError()
    } catch .vectorPlan(.programFailed(_, _, HelperRun.refusedArguments, _))
      where plan.format == .pdf && writesTIFF
    {
      writesTIFF = false
      return try self.output(of: piece, x: x, y: y)
    } catch {
      throw error
    }
  }

  private func open(_ path: String) throws(RasterError) -> any RasterSource {
    plan.format == .pdf && writesTIFF
      ? try TIFFSource(path: path)
      : try PNGSource(path: path, samples: SampleOptions(colors: .keep))
  }

  private func arguments(_ piece: PixelSize, x: Int, y: Int) -> [String] {
    switch plan.format {
    case .pdf:
      // Encoding PNG takes the program several times as long as drawing; without compression the file
      // would have three bytes a sample.
      let format = writesTIFF ? ["-tiff", "-tiffcompression", "lzw"] : ["-png"]
      return format + (plan.isOpaque ? [] : ["-transp"]) + [
        "-singlefile", "-cropbox", "-f", "\(plan.page)", "-l", "\(plan.page)", "-scale-to-x",
        "\(size.width)", "-scale-to-y", "\(size.height)", "-x", "\(x)", "-y", "\(y)", "-W",
        "\(piece.width)", "-H", "\(piece.height)", "-", "-",
      ]
    case .svg:
      return [
        "--format=png", "--width=\(size.width)", "--height=\(size.height)", "--left=\(-x)",
        "--top=\(-y)", "--page-width=\(piece.width)", "--page-height=\(piece.height)",
      ] + SVGOutline.arguments(isHuge: plan.isHuge)
    }
  }

  private func checkingOutput<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as RasterError {
      if case .vectorPlan = error { throw error }
      throw badOutput(error.report.what)
    }
  }

  private func badOutput(_ detail: String) -> RasterError {
    .vectorPlan(.badOutput(path: plan.path, program: plan.program.name, detail: detail))
  }
}

import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

/// Programs that fail in the ways that programs fail.
@Suite("Faults of the programs that draw plans")
struct HelperFaultTests {
  /// The lines of a program that state the size of a plan.
  private static let statingSize =
    "case \"$1\" in --format=svg) echo '<svg width=\"400\" height=\"300\"/>'; exit;; esac\n"

  private func drawing(_ script: String, seconds: Int = 60) throws -> (VectorWorkspace, VectorPlan)
  {
    let workspace = try VectorWorkspace()
    try workspace.install("rsvg-convert", Self.statingSize + script)
    var options = workspace.ownPrograms
    options.limits.seconds = seconds
    let path = try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    return (workspace, try workspace.open(path, options))
  }

  private func failure(_ script: String, seconds: Int = 60) throws -> VectorPlanError? {
    let (workspace, plan) = try drawing(script, seconds: seconds)
    let error = workspace.failure { _ = try workspace.samples(plan) }
    #expect(workspace.scratch.entries.isEmpty)
    return error
  }

  @Test("A missing program is named with what to install")
  func missing() throws {
    let workspace = try VectorWorkspace()
    let svg = try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    let drawing = workspace.failure { _ = try workspace.open(svg, workspace.ownPrograms) }
    #expect(drawing == .programMissing(path: svg, format: .svg, program: "rsvg-convert"))
    #expect(drawing?.description.contains("apt-get install librsvg2-bin") == true)
    let pdf = try workspace.write(VectorPlanFile.pdf(), as: "plan.pdf")
    let sizing = workspace.failure { _ = try workspace.open(pdf, workspace.ownPrograms) }
    #expect(sizing == .programMissing(path: pdf, format: .pdf, program: "pdftocairo"))
    #expect(sizing?.description.contains("brew install poppler") == true)
  }

  @Test("A program in a relative folder is not run")
  func relativeFolder() throws {
    let workspace = try VectorWorkspace()
    let path = try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    let error = workspace.failure {
      _ = try workspace.open(path, VectorPlanOptions(searchPath: ".::bin"))
    }
    #expect(error == .programMissing(path: path, format: .svg, program: "rsvg-convert"))
  }

  @Test("A program that fails is reported with what it says, without its control characters")
  func failing() throws {
    let failed = try said("printf 'cannot \\033[1mopen\\nit' >&2; exit 3")
    #expect(failed?.ending.contains("status 3") == true && failed?.message == "cannot [1mopen; it")
  }

  /// The end of a program that fails, and its message.
  private func said(_ script: String) throws -> (ending: String, message: String)? {
    let error = try failure(script)
    #expect(caseName(error) == "programFailed", "\(String(describing: error))")
    guard case .programFailed(_, "rsvg-convert", let ending, let message) = error else {
      return nil
    }
    return (ending, message)
  }

  @Test(
    "A program that crashes, or writes without end, is stopped and reported",
    // 400 × 300 samples may take 1.6 MB.
    arguments: [("kill -SEGV $$", "signal 11"), ("exec cat /dev/zero", "wrote too much")])
  func ended(script: String, ending: String) throws {
    #expect(try said(script)?.ending.contains(ending) == true)
  }

  @Test(
    "What is not the image asked for is refused",
    arguments: [
      "echo garbage", "true", "printf '\\211PNG\\r\\n\\032\\n'",
      // One sample instead of the plan's.
      "printf '\\211PNG\\r\\n\\032\\n\\000\\000\\000\\rIHDR\\000\\000\\000\\001\\000\\000\\000\\001"
        + "\\010\\000\\000\\000\\000\\072\\176\\233\\125'",
    ])
  func garbage(script: String) throws {
    #expect(caseName(try failure(script)) == "badOutput")
  }

  @Test("A program that hangs is stopped when its time is over, with what it started")
  func hang() throws {
    var text: String?
    // On a busy machine three seconds may be too short for a shell to reach the number.
    for seconds in [3, 10, 30] where text == nil {
      let (workspace, plan) = try drawing(
        "sleep 1000 & echo $$ > \"$(dirname \"$0\")/number\"; wait", seconds: seconds)
      let error = workspace.failure { _ = try workspace.samples(plan) }
      #expect(caseName(error) == "programTooSlow", "\(String(describing: error))")
      if case .programTooSlow(_, let program, let limit)? = error {
        #expect(program == "rsvg-convert" && limit == seconds)
      }
      #expect(workspace.scratch.entries.isEmpty)
      text = try? String(contentsOfFile: workspace.programs.path("number"), encoding: .utf8)
    }
    let written = try #require(text)
    let number = try #require(Int32(written.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(number, 0) == -1 && errno == ESRCH)
  }

  @Test("A caller who cancels stops the program")
  func cancellation() throws {
    let (workspace, plan) = try drawing("sleep 1000")
    #expect(throws: CancellationError.self) {
      _ = try workspace.samples(plan.resized(to: plan.size), isCancelled: { true })
    }
    #expect(workspace.scratch.entries.isEmpty)
  }

  @Test("A program reads the plan from its input, stands in the root folder and speaks English")
  func surroundings() throws {
    let message = try said("head -c 4 >&2; echo :$LC_ALL:$LANG:$(pwd) >&2; exit 1")?.message
    #expect(message == "<?xm:C::/")
  }

  @Test("A program learns no variables but those that programs need")
  func environment() throws {
    setenv("TILEPYRAMID_TEST_SECRET", "s3cret", 1)
    defer { unsetenv("TILEPYRAMID_TEST_SECRET") }
    let message = try #require(try said("env >&2; exit 1")?.message)
    #expect(message.contains("PATH=") && !message.contains("s3cret"))
  }

  @Test("Plans with one clock have its time limit together")
  func clock() throws {
    let workspace = try VectorWorkspace()
    try workspace.install("rsvg-convert", Self.statingSize + "sleep 1000")
    let path = try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    var options = workspace.ownPrograms
    options.clock = DrawingClock(seconds: 1)
    for _ in 0..<2 {
      let error = workspace.failure { _ = try workspace.samples(workspace.open(path, options)) }
      #expect(error == .drawingTooSlow(path: path, seconds: 1))
    }
  }

  @Test("A process that leaves its program's group ends with the program")
  func strays() throws {
    let workspace = try VectorWorkspace()
    let pipe = workspace.folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    try workspace.install(
      "rsvg-convert",
      Self.statingSize + "setsid sleep 1000 9>'\(pipe)' & exec sleep 1000 9>'\(pipe)'")
    var options = workspace.ownPrograms
    options.limits.seconds = 2
    let plan = try workspace.open(try workspace.write(VectorPlanFile.svg, as: "plan.svg"), options)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(workspace.failure { _ = try workspace.samples(plan) } != nil)
    // At the end of a pipe nobody has it open for writing: all processes of the script are gone.
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
  }

  @Test(
    "What pdfinfo says is read with care", arguments: ["", "Pages: 0", "Pages: 2\nPage 1 size: x"])
  func badInformation(text: String) throws {
    let workspace = try VectorWorkspace()
    try workspace.install("pdfinfo", "printf '\(text)'")
    try workspace.install("pdftocairo", "exit 1")
    let path = try workspace.write(VectorPlanFile.pdf(), as: "plan.pdf")
    let error = workspace.failure { _ = try workspace.open(path, workspace.ownPrograms) }
    #expect(caseName(error) == "badOutput" && error?.description.contains("pdfinfo") == true)
  }

  @Test(
    "A size that rsvg-convert states is read with care",
    arguments: [
      "", "echo garbage", "echo '<svg width=\"4\"/>'", "echo '<svg width=\"4\" height=\"-3\"/>'",
      "echo '<svg width=\"4\" height=\"3em\"/>'",
    ])
  func badSize(script: String) throws {
    let workspace = try VectorWorkspace()
    try workspace.install("rsvg-convert", script)
    let path = try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    let error = workspace.failure { _ = try workspace.open(path, workspace.ownPrograms) }
    #expect(caseName(error) == "badOutput" && error?.description.contains("rsvg-convert") == true)
  }

  @Test(
    "A size in points or pixels that rsvg-convert states is understood", arguments: ["px", "pt"])
  func units(unit: String) throws {
    let workspace = try VectorWorkspace()
    try workspace.install("rsvg-convert", "echo '<svg width=\"96\(unit)\" height=\"48\(unit)\"/>'")
    let path = try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    let size = try workspace.open(path, workspace.ownPrograms).size
    #expect(
      size == (unit == "px" ? PixelSize(width: 96, height: 48) : PixelSize(width: 128, height: 64)))
  }

  @Test("A damaged PDF is refused with what pdfinfo says", .enabled(if: Programs.drawPDF))
  func damaged() throws {
    let workspace = try VectorWorkspace()
    let path = try workspace.write(Array("%PDF-1.4\nnothing".utf8), as: "plan.pdf")
    let error = workspace.failure { _ = try workspace.open(path) }
    #expect(caseName(error) == "programFailed")
    guard case .programFailed(_, let program, _, let message) = error else { return }
    #expect(program == "pdfinfo" && !message.isEmpty)
  }

  @Test("Damaged PDFs are drawn or refused, never more", .enabled(if: Programs.drawPDF))
  func random() throws {
    let workspace = try VectorWorkspace()
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<12 {
      var bytes = VectorPlanFile.pdf()
      for _ in 0..<6 {
        bytes[Int.random(in: 9..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      let path = try workspace.write(bytes, as: "plan.pdf")
      do {
        let plan = try workspace.open(path, VectorPlanOptions(dotsPerInch: 20))
        _ = try workspace.samples(plan)
      } catch is RasterError {
        // Refused.
      }
      #expect(workspace.scratch.entries.isEmpty)
    }
  }
}

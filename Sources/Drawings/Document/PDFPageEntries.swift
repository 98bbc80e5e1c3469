import Georeferencing
import Platform
import RasterSources
import TileModel

/// Page entries of a PDF that `pdfinfo` does not report: UserUnit (ISO 32000-1, 14.11.4), position and
/// print-only layers.
///
/// Poppler ignores them when it draws. Its `pdfseparate` writes them out.
struct PDFPageEntries {
  static let program = "pdfseparate"
  private static let marks = ["/UserUnit", "/Measure", "/LGIDict", "/ViewState"]

  /// Points per unit of the page, by default 1.
  private(set) var points = 1.0
  private(set) var position: PDFPosition?
  /// Layers that are on and hidden on screens (ISO 32000-1, 8.11.4).
  private(set) var printLayers: [String] = []

  init(
    ofPage page: Int, drawn: [Double]?, of path: String, searchPath: String?,
    scratch: ScratchDirectory, limits: VectorPlanLimits, clock: DrawingClock
  ) throws(RasterError) {
    let plan: RegularFile
    let mayBeHidden: Bool
    do throws(RegularFileError) {
      plan = try RegularFile(path: path)
      mayBeHidden = try plan.holds(["/ObjStm"])
      if !mayBeHidden, try !plan.holds(Self.marks) { return }
    } catch {
      throw RasterError(error, path: path)
    }
    guard let program = HelperProgram(named: Self.program, searchPath: searchPath) else {
      if mayBeHidden { return }
      throw .vectorPlan(.programMissing(path: path, format: .pdf, program: Self.program))
    }
    let run = HelperRun(
      program: program, arguments: ["-f", "\(page)", "-l", "\(page)", "/dev/stdin", "/dev/stdout"],
      planPath: path, scratch: scratch, limits: limits, clock: clock,
      outputLimit: 2 * plan.byteCount + (64 << 20))
    let output: UnnamedFile
    do throws(RasterError) {
      output = try run.output()
    } catch {
      // A page that cannot be written out can be drawn all the same.
      if mayBeHidden { return }
      throw error
    }
    var fault: FileReading.Failure?
    let objects = PDFObjects(byteCount: output.byteCount) { offset, count in
      do throws(FileReading.Failure) {
        return try FileReading.bytes(
          of: output.descriptor, at: offset, count: min(count, output.byteCount - offset))
      } catch {
        fault = error
        return []
      }
    }
    guard let objects else {
      if let fault {
        throw .vectorPlan(
          .badOutput(
            path: path, program: Self.program, detail: String(cString: strerror(fault.code))))
      }
      return
    }
    if let unit = objects.number(objects.page["UserUnit"]), unit > 0, unit.isFinite {
      points = unit
    }
    position = PDFPosition(objects, drawn: drawn)
    printLayers = Self.printLayers(objects)
  }

  private static func printLayers(_ objects: PDFObjects) -> [String] {
    let state = objects.dictionary(objects.dictionary(objects.catalog["OCProperties"])?["D"])
    let off = Set(objects.array(state?["OFF"]) ?? [])
    let usages = (objects.array(state?["AS"]) ?? []).compactMap { objects.dictionary($0) }
    var seen: Set<PDFValue> = []
    return usages.filter { $0["Event"] == .name("View") }
      .flatMap { objects.array($0["OCGs"]) ?? [] }
      .filter { !off.contains($0) && seen.insert($0).inserted }
      .compactMap { layer in
        let members = objects.dictionary(layer)
        let view = objects.dictionary(objects.dictionary(members?["Usage"])?["View"])
        return view?["ViewState"] == .name("OFF") ? objects.text(members?["Name"]) ?? "" : nil
      }
  }
}

extension RegularFile {
  fileprivate func holds(_ words: [String]) throws(RegularFileError) -> Bool {
    let step = 1 << 20
    for offset in stride(from: 0, to: byteCount, by: step) {
      // A word may cross the border of two parts.
      let part = try bytes(at: offset, count: step + 16)
      if words.contains(where: { part[...].first(of: $0) != nil }) { return true }
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  fileprivate func first(of word: String) -> Int? {
    let word = Array(word.utf8)
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var start = 0
      while bytes.count - start >= word.count,
        let stroke = memchr(base + start, Int32(UInt8(ascii: "/")), bytes.count - start)
      {
        start = UnsafeRawPointer(stroke) - base
        guard bytes.count - start >= word.count else { return nil }
        if memcmp(stroke, word, word.count) == 0 { return startIndex + start }
        start += 1
      }
      return nil
    }
  }
}

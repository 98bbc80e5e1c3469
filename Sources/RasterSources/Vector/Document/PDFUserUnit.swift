import Platform
import TileModel

/// The unit in which a page of a PDF counts (ISO 32000-1, 14.11.4): a large plan has one of more than a point.
///
/// Poppler, which draws the page, passes over it; its `pdfseparate` writes out what the page says.
enum PDFUserUnit {
  /// The program that tells it; part of what has `pdftocairo`.
  static let program = "pdfseparate"

  /// How many points the unit of a page has: 1 where the page states none.
  ///
  /// - Throws: ``RasterError``.
  static func points(
    onPage page: Int, of path: String, searchPath: String?, scratch: ScratchDirectory,
    limits: VectorPlanLimits, clock: DrawingClock
  ) throws(RasterError) -> Double {
    let plan: RegularFile
    let mayBeHidden: Bool
    do throws(RegularFileError) {
      plan = try RegularFile(path: path)
      // What a page says may be in a compressed stream of objects.
      mayBeHidden = try plan.holds("/ObjStm")
      if !mayBeHidden, try !plan.holds(key) { return 1 }
    } catch {
      throw RasterError(error, path: path)
    }
    guard let program = HelperProgram(named: program, searchPath: searchPath) else {
      if mayBeHidden { return 1 }
      throw .vectorPlan(.programMissing(path: path, format: .pdf, program: program))
    }
    let run = HelperRun(
      program: program,
      arguments: ["-f", "\(page)", "-l", "\(page)", "/dev/stdin", "/dev/stdout"], planPath: path,
      scratch: scratch, limits: limits, clock: clock,
      outputLimit: 2 * plan.byteCount + (64 << 20))
    let text: String
    do throws(RasterError) {
      text = try Self.page(in: run.output(), path: path)
    } catch {
      // A page that cannot be written out can be drawn all the same.
      if mayBeHidden { return 1 }
      throw error
    }
    guard let found = text.firstRange(of: key) else { return 1 }
    let number = text[found.upperBound...].split(whereSeparator: { " \r\n/>[".contains($0) }).first
    guard let points = number.flatMap({ NumberText.double($0) }), points > 0 else { return 1 }
    return points
  }

  /// What a document of one page says of that page: it is the last that the program writes.
  private static func page(in file: UnnamedFile, path: String) throws(RasterError) -> String {
    do throws(FileReading.Failure) {
      let bytes = try FileReading.bytes(of: file.descriptor, at: 0, count: file.byteCount)
      let page = bytes.last(of: "/Type /Page ").map { bytes[$0...].prefix(1 << 16) } ?? []
      return String(decoding: page, as: UTF8.self)
    } catch {
      throw .vectorPlan(
        .badOutput(path: path, program: program, detail: String(cString: strerror(error.code))))
    }
  }

  private static let key = "/UserUnit"
}

extension RegularFile {
  /// Whether a word is anywhere in the file.
  ///
  /// - Throws: ``RegularFileError/cannotRead(code:)``.
  fileprivate func holds(_ word: String) throws(RegularFileError) -> Bool {
    let step = 1 << 20
    for offset in stride(from: 0, to: byteCount, by: step) {
      // A word may cross the border of two parts.
      let part = try bytes(at: offset, count: step + word.utf8.count)
      if part[...].first(of: word) != nil { return true }
    }
    return false
  }
}

extension [UInt8] {
  /// Where a word begins for the last time.
  fileprivate func last(of word: String) -> Int? {
    var last: Int?
    while let found = self[((last ?? -1) + 1)...].first(of: word) { last = found }
    return last
  }
}

extension ArraySlice<UInt8> {
  /// Where a word that begins with a stroke begins first.
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

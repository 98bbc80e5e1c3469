import TileImaging

/// Turns stored rows of 16-bit samples of a PNG into RGBA8.
struct PNG16BitConverter {
  private let converter: SampleConverter
  /// The stored bytes of a row.
  let rowBytes: Int
  private let samplesPerPixel: Int

  init(header: PNGHeader, rule: SampleRule) {
    let layout = Self.layout(header)
    converter = SampleConverter(layout: layout, rule: rule, capacity: header.width)
    samplesPerPixel = layout.samplesPerPixel
    rowBytes = 2 * layout.samplesPerPixel * header.width
  }

  /// What the samples of such a file are.
  static func layout(_ header: PNGHeader) -> SampleLayout {
    let isGrey = header.colorType == .grey || header.colorType == .greyAlpha
    let hasAlpha = header.colorType == .greyAlpha || header.colorType == .rgba
    let colors = isGrey ? 1 : 3
    return SampleLayout(
      bitsPerSample: 16, samplesPerPixel: header.colorType.channels, format: .unsigned,
      color: isGrey ? .grey(isInverted: false) : .rgb, colorBands: Array(0..<colors),
      alphaBand: hasAlpha ? colors : nil)
  }

  /// Converts a row, whose bytes are put into the order of this machine.
  func convert(
    _ stored: UnsafeMutablePointer<UInt8>, columns: Int, into row: UnsafeMutablePointer<UInt8>
  ) {
    reorder(stored, columns: columns)
    converter.convert([UnsafePointer(stored)], count: columns, into: row)
  }

  /// Adds some of the numbers of a row, whose bytes are put into the order of this machine.
  func survey(
    _ stored: UnsafeMutablePointer<UInt8>, columns: Int, start: Int, step: Int,
    into survey: inout SampleSurvey
  ) {
    reorder(stored, columns: columns)
    converter.survey(
      [UnsafePointer(stored)], count: columns, start: start, step: step, into: &survey)
  }

  private func reorder(_ stored: UnsafeMutablePointer<UInt8>, columns: Int) {
    let words = UnsafeMutableRawPointer(stored)
    for offset in stride(from: 0, to: 2 * samplesPerPixel * columns, by: 2) {
      let word = words.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
      words.storeBytes(of: UInt16(bigEndian: word), toByteOffset: offset, as: UInt16.self)
    }
  }
}

/// Looks at the samples of a PNG of 16 bits: at every n-th pixel of its rows, so that there are about a
/// million, in the order of the file and up to a number of bytes.
enum PNGStatistics {
  static func survey(
    _ decoder: PNGRowDecoder, file: InputFile, noData: Double?,
    isEnough: (SampleSurvey) -> Bool
  ) throws(RasterError) -> SampleSurvey {
    let header = decoder.header
    let layout = PNG16BitConverter.layout(header)
    let converter = PNG16BitConverter(
      header: header, rule: SampleRule(range: .unstretched(layout), noData: noData))
    let row = UnsafeMutablePointer<UInt8>.allocate(
      capacity: max(decoder.rowBytes, converter.rowBytes))
    defer { row.deallocate() }
    let rows = min(header.height, max(1, SampleSurvey.rowLimit / converter.rowBytes))
    let numbers = header.width * rows * layout.colorBands.count
    let step = max(1, numbers / SampleSurvey.sampleCount)
    var survey = SampleSurvey()
    var (rowsRead, bytesRead) = (0, 0)
    let passes =
      header.isInterlaced
      ? Adam7.passes.map {
        (columns: $0.columns(of: header.width), rows: $0.rows(of: header.height))
      } : [(columns: header.width, rows: header.height)]
    for pass in passes where pass.columns > 0 {
      for _ in 0..<pass.rows {
        if bytesRead >= SampleSurvey.rowLimit || isEnough(survey) { return survey }
        do { try decoder.readRow(into: row) } catch { throw RasterError(error, in: file) }
        converter.survey(
          row, columns: pass.columns, start: rowsRead * 7919 % step, step: step, into: &survey)
        rowsRead += 1
        bytesRead += 2 * layout.samplesPerPixel * pass.columns
      }
    }
    return survey
  }
}

import TileImaging

/// Surveys every n-th pixel of a 16-bit PNG, about a million, in file order and up to a number of bytes.
enum PNGStatistics {
  /// In bytes: rows cannot be skipped, and most images fit.
  private static let rowLimit = 4 << 30

  static func survey(
    _ decoder: PNGRowDecoder, file: InputFile, noData: Double?, isEnough: (SampleSurvey) -> Bool
  ) throws(RasterError) -> SampleSurvey {
    let header = decoder.header
    let layout = PNG16BitConverter.layout(header)
    let converter = PNG16BitConverter(
      header: header, rule: SampleRule(range: .unstretched(layout), noData: noData))
    let row = UnsafeMutablePointer<UInt8>.allocate(
      capacity: max(decoder.rowBytes, converter.rowBytes))
    defer { row.deallocate() }
    let rows = min(header.height, max(1, rowLimit / converter.rowBytes))
    let numbers = header.width * rows * layout.colorBands.count
    let step = max(1, numbers / SampleSurvey.wantedCount)
    var survey = SampleSurvey()
    var (rowsRead, bytesRead) = (0, 0)
    let passes =
      header.isInterlaced
      ? Adam7.passes.map {
        (columns: $0.columns(of: header.width), rows: $0.rows(of: header.height))
      } : [(columns: header.width, rows: header.height)]
    for pass in passes where pass.columns > 0 {
      for _ in 0..<pass.rows {
        if bytesRead >= rowLimit || isEnough(survey) { return survey }
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

import TileImaging

/// Converts stored rows of 16-bit PNG samples to RGBA8.
struct PNG16BitConverter {
  private let converter: SampleConverter
  let rowBytes: Int
  private let samplesPerPixel: Int

  init(header: PNGHeader, rule: SampleRule) {
    let layout = Self.layout(header)
    converter = SampleConverter(layout: layout, rule: rule, capacity: header.width)
    samplesPerPixel = layout.samplesPerPixel
    rowBytes = 2 * layout.samplesPerPixel * header.width
  }

  static func layout(_ header: PNGHeader) -> SampleLayout {
    let hasAlpha = header.colorType == .greyAlpha || header.colorType == .rgba
    let color: SampleLayout.Color =
      header.colorType == .palette
      ? .palette([]) : header.colorType.isGrey ? .grey(isInverted: false) : .rgb
    let colors = color.bandCount
    return SampleLayout(
      bitsPerSample: header.bitDepth, samplesPerPixel: header.colorType.channels, format: .unsigned,
      color: color, colorBands: Array(0..<colors), alphaBand: hasAlpha ? colors : nil)
  }

  /// Swaps the row's bytes to host order in place.
  func convert(
    _ stored: UnsafeMutablePointer<UInt8>, columns: Int, into row: UnsafeMutablePointer<UInt8>
  ) {
    reorder(stored, columns: columns)
    converter.convert(StoredRow(start: stored), count: columns, into: row)
  }

  /// Swaps the row's bytes to host order in place.
  func survey(
    _ stored: UnsafeMutablePointer<UInt8>, columns: Int, start: Int, step: Int,
    into survey: inout SampleSurvey
  ) {
    reorder(stored, columns: columns)
    converter.survey(
      StoredRow(start: stored), count: columns, start: start, step: step, into: &survey)
  }

  private func reorder(_ stored: UnsafeMutablePointer<UInt8>, columns: Int) {
    let words = UnsafeMutableRawPointer(stored)
    for offset in stride(from: 0, to: 2 * samplesPerPixel * columns, by: 2) {
      let word = words.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
      words.storeBytes(of: UInt16(bigEndian: word), toByteOffset: offset, as: UInt16.self)
    }
  }
}

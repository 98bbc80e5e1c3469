import Georeferencing

extension BandStatement {

  static func counting(
    listed: BandStatement, own: BandStatement, auxiliary: BandStatement, in format: RasterFormat
  ) -> BandStatement {
    var file = own.completed(by: auxiliary)
    if format == .tiff {
      file.noData = auxiliary.noData ?? own.noData
      file.colors = auxiliary.colors ?? own.colors
      file.meaning = auxiliary.meaning ?? own.meaning
    }
    var all = listed.completed(by: file)
    // The unit of a file is not that of what a list makes of its numbers.
    if listed.unit == nil, let line = listed.line, line != file.line ?? (1, 0) { all.unit = nil }
    return all
  }
}

extension BandStatements {
  /// The bands that are drawn where statements complete, or contradict, what a file's own tags say; `nil` for
  /// those of the tags.
  func selection(in layout: SampleLayout) -> BandSelection? {
    let tagged = layout.colorBands.count == 1 ? ["gray"] : ["red", "green", "blue"]
    var meanings = Dictionary(
      zip(layout.colorBands.map { $0 + 1 }, tagged), uniquingKeysWith: { first, _ in first })
    if let alpha = layout.alphaBand { meanings[alpha + 1] = "alpha" }
    let stated = bands.compactMapValues(\.meaning)
      .filter { (1...layout.samplesPerPixel).contains($0.key) }
    meanings.merge(stated) { _, new in new }
    func band(_ meaning: String) -> Int? {
      [stated, meanings].lazy.compactMap { $0.filter { $0.value == meaning }.keys.min() }.first
    }
    let colors = ["red", "green", "blue"].compactMap(band)
    let (drawn, alpha) = (
      colors.count == 3 ? colors : [band("gray")].compactMap(\.self), band("alpha")
    )
    guard drawn.map({ $0 - 1 }) != layout.colorBands || alpha.map({ $0 - 1 }) != layout.alphaBand
    else { return nil }
    return BandSelection(colors: drawn, alpha: alpha, ignoresTags: true)
  }
}

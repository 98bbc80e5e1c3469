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

  func selection(ofBands count: Int) -> BandSelection? {
    func band(_ meaning: String) -> Int? {
      bands.filter { $0.value.meaning == meaning && (1...max(count, 1)).contains($0.key) }.keys
        .min()
    }
    let colors = ["red", "green", "blue"].compactMap(band)
    guard colors.count == 3 else {
      return band("gray").flatMap { BandSelection(colors: [$0], alpha: band("alpha")) }
    }
    return BandSelection(colors: colors, alpha: band("alpha"))
  }
}

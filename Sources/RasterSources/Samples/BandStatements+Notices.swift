import Georeferencing
import TileModel

extension BandStatements {
  private static let unshared =
    "it is not that of all bands that are drawn; `transparent` takes a colour"

  /// Tells of nodata values of the bands of which none is that of all.
  func unsharedNoDataNotice(ofBands numbers: [Int], file: String) -> RasterNotice? {
    let values = numbers.compactMap { self[$0].noData }.map(NumberText.shortest)
    guard !values.isEmpty, statement(ofBands: numbers).noData == nil else { return nil }
    return .notUsed(
      statement: "NODATA_VALUES \(values.joined(separator: " "))", file: file,
      reason: Self.unshared)
  }

  func notices(
    used: BandStatement, _ layout: SampleLayout, _ samples: SampleOptions
  ) -> [RasterNotice] {
    let numbers = layout.colorBands.map { $0 + 1 }
    guard let first = numbers.first else { return [] }
    let band = self[first]
    var notices: [RasterNotice] = []
    func note(_ statement: String, _ reason: String) {
      notices.append(.notUsed(statement: statement, file: file, reason: reason))
    }
    if let value = band.noData, samples.noData == nil, !samples.hasMask,
      !(value.isNaN && used.noData?.isNaN ?? false), value != used.noData
    {
      let isShared = statement(ofBands: numbers).noData != nil
      note(
        "NoDataValue \(NumberText.shortest(value))",
        !isShared
          ? Self.unshared
          : used.noData.map { "nodata is \(NumberText.shortest($0))" }
            ?? (layout.canBeEntries && !layout.canBeBytes && layout.bitsPerSample <= 8
              ? "the samples are entries of a palette"
              : "a mask or alpha counts, or no sample can be it"))
    }
    for (name, stated, counted, neutral) in [
      ("Scale", band.scale, used.scale, 1.0), ("Offset", band.offset, used.offset, 0.0),
    ] {
      guard let stated, stated != counted, stated != neutral || counted != nil else { continue }
      note(
        "\(name) \(NumberText.shortest(stated))",
        samples.readsHeights
          ? "what counts before it is other" : "the samples are drawn as colours")
    }
    if let unit = band.unit, unit != used.unit, samples.verticalUnit == nil {
      note(
        "UnitType \(unit.excerpt)",
        samples.readsHeights
          ? "what counts before it is \(used.unit ?? "other")" : "the samples are drawn as colours")
    }
    if case .palette = layout.color, let meaning = band.meaning, meaning != "palette" {
      note("ColorInterp \(meaning.excerpt)", "the samples are entries of a palette")
    }
    if let type = band.type, layout.isNarrowed(by: type) {
      note("dataType \(type.excerpt)", "samples are drawn as the image stores them")
    }
    if let colors = band.colors, colors != used.colors {
      note(
        "a ColorTable",
        samples.readsHeights
          ? "the samples are heights"
          : band.palette == nil || samples.isStretched
            ? samples.isStretched ? "the samples are stretched" : "ColorInterp is not Palette"
            : used.colors != nil
              || !layout.canBeBytes && layout.canBeEntries
              ? "another one counts before it" : "the samples are no entries of a table")
    }
    return notices
  }
}

extension SampleLayout {
  /// Whether GDAL rounds or clamps samples to fewer bits or integers.
  fileprivate func isNarrowed(by type: String) -> Bool {
    let integers = ["Byte": 8, "Int8": 8, "UInt16": 16, "Int16": 16, "UInt32": 32, "Int32": 32]
    return integers[type].map { format == .floating || bitsPerSample > $0 } ?? false
  }
}

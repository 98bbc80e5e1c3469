import Georeferencing
import TileModel

extension BandStatements {
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
    if let value = band.noData, samples.noData == nil,
      !(value.isNaN && used.noData?.isNaN ?? false), value != used.noData
    {
      let isShared = statement(ofBands: numbers).noData != nil
      note(
        "NoDataValue \(NumberText.shortest(value))",
        !isShared
          ? "it is not that of all bands that are drawn"
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

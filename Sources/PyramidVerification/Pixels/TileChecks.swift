import TileModel
import TileStorage

/// The checks of all tiles together: sizes and formats, the digest, and the mean error of overviews.
struct TileChecks {
  let setting: WalkSetting
  let outcome: WalkOutcome
  let collector: FindingCollector

  private static let coarseFactor = 2.2

  func run() throws(TileStorageError) {
    checkSides()
    checkFormats()
    checkDigest()
    checkRepetition()
    try checkQuality()
    checkDrift()
  }

  private func checkSides() {
    guard setting.definition == nil else { return }
    let usual = outcome.sides.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
    for (side, tally) in outcome.sides where side != usual {
      for tile in tally.examples {
        collector.add(
          .tileSize, at: "tile \(tile)", tile: tile, found: "\(side) × \(side)",
          expected: "\(usual ?? 0) × \(usual ?? 0), as most tiles have")
      }
    }
  }

  private func checkFormats() {
    // Each tile of a hybrid layer was compared with its own format.
    if setting.definition?.isHybrid ?? false { return }
    let usual = outcome.formats.max {
      ($0.value.count, $1.key.rawValue) < ($1.value.count, $0.key.rawValue)
    }?.key
    // Metadata that is wrong about all tiles is at fault itself.
    var expected = setting.format ?? usual
    if setting.definition == nil, let format = expected, outcome.formats[format] == nil {
      expected = usual
    }
    guard let expected else { return }
    let store = setting.inspection.format
    let namesFormats = setting.inspection.contents.namesTileFormats
    for (format, tally) in outcome.formats {
      for tile in tally.examples {
        var wanted = expected
        if namesFormats, setting.definition == nil { wanted = named(tile) ?? expected }
        if store.isFile, store.holdsMixedFormats, store.holds(format), setting.definition == nil {
          wanted = format
        }
        if format != wanted {
          collector.add(
            .tileFormat, at: "tile \(tile)", tile: tile, found: format.rawValue,
            expected: wanted.rawValue)
        }
      }
    }
  }

  private func named(_ tile: TileCoordinate) -> TileFormat? {
    guard let entry = setting.index.entry(tile.zoom, TileIndex.key(of: tile)),
      TileFormat.extensions.indices.contains(entry.locator)
    else { return nil }
    return TileFormat(extension: TileFormat.extensions[entry.locator])
  }

  private func checkDigest() {
    guard let stated = setting.definition?.digest, stated != outcome.digest else { return }
    collector.add(
      .definitionDigest, at: setting.inspection.documentLocation ?? "the layer definition",
      found: "the tiles have \(outcome.digest.hexadecimal)",
      expected: "\(stated.hexadecimal), as stated")
  }

  private func checkRepetition() {
    guard let missed = setting.inspection.contents.missedSharing else { return }
    let repeated = outcome.zooms.values.reduce(0) { $0 + $1.repeated }
    guard repeated > 0 else { return }
    collector.add(
      .tileRepeated, at: missed.location, found: "\(repeated) tiles whose bytes another has",
      expected: missed.expected)
  }

  private func checkQuality() throws(TileStorageError) {
    guard let (usual, tiles) = try setting.contents.coarseTiles(beyond: Self.coarseFactor) else {
      return
    }
    for (tile, step) in tiles {
      collector.add(
        .tileQuality, at: "tile \(tile)", tile: tile,
        found: "a JPEG quality of about \(JPEGQuantization.quality(meanStep: step))",
        expected: "about \(JPEGQuantization.quality(meanStep: usual)), as in the other tiles")
    }
  }

  private func checkDrift() {
    // Means of light of a few colours, such as those of lines, are as few numbers, which are all rounded alike.
    guard setting.kernel == .average else { return }
    for (zoom, drift) in outcome.drift where drift.count > 3 * 65536 {
      let mean = Double(drift.sum) / Double(drift.count) / 256
      guard abs(mean) > 0.1 else { continue }
      collector.add(
        .overviewDrift, at: "zoom \(zoom)",
        found: "\(NumberText.fixed(mean, 2)) levels off the deepest zoom in the mean",
        expected: "within 0.1 level")
    }
  }
}

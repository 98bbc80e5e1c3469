import TileStorage

/// Compares a store with the demands of a consumer, except those on single tiles.
struct ProfileChecks {
  let profile: VerificationProfile
  let inspection: StoreInspection
  let outcome: WalkOutcome
  let collector: FindingCollector

  func run() throws(TileStorageError) {
    let tileCount = outcome.zooms.values.reduce(0) { $0 + $1.tiles }
    if let limit = profile.tileLimit, tileCount > limit {
      collector.add(
        .profileTileCount, at: "the store", found: "\(tileCount) tiles",
        expected: "at most \(limit)")
    }
    let byteCount = try storedByteCount
    if let limit = profile.storeByteLimit, byteCount > limit {
      collector.add(
        .profileStoreBytes, at: "the store", found: "\(byteCount) bytes",
        expected: "at most \(limit)")
    }
    if let limit = profile.zoomLimit {
      for zoom in outcome.zooms.keys.sorted() where zoom > limit {
        collector.add(
          .profileZoom, at: "zoom \(zoom)", found: "\(outcome.zooms[zoom]?.tiles ?? 0) tiles",
          expected: "zooms to \(limit)")
      }
    }
    if let sides = profile.tileSides {
      for (side, tally) in outcome.sides where !sides.contains(side) {
        let list = sides.sorted().map(String.init).joined(separator: " or ")
        collector.add(
          .profileTileSize, at: "\(tally.count) tiles", found: "\(side) x \(side)",
          expected: "a side of \(list)")
      }
    }
    if let format = profile.storeFormat, inspection.format.rawValue != format {
      collector.add(
        .profileStore, at: "the store", found: inspection.format.noun, expected: "an MBTiles file")
    }
  }

  private var storedByteCount: Int {
    get throws(TileStorageError) {
      if inspection.format.isFile {
        return try FileSystem.byteCount(of: inspection.path) ?? 0
      }
      return outcome.zooms.values.reduce(0) { $0 + $1.bytes }
    }
  }
}

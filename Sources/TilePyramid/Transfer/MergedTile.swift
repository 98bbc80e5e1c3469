import RasterSources

/// The samples of a merged tile, and its rows for the zoom above.
///
/// Rows are carried as ``AverageReducer`` carries them between levels of a build, so that overviews
/// have the bytes of a build. The allocator owns the memory; a view shares it.
struct CarriedTile {
  /// From the north, with one or two columns of tiles.
  private(set) var rows: [CarriedRow]
  private let light: OverviewLight

  init(columnCount: Int, tileSize: Int, light: OverviewLight) {
    self.light = light
    rows = (0..<tileSize).map { _ in
      CarriedRow(
        columnCount: columnCount, segmentBytes: AverageReducer.segmentBytes(tileSize: tileSize))
    }
  }

  private init(rows: [CarriedRow], light: OverviewLight) { (self.rows, self.light) = (rows, light) }

  func deallocate() { rows.forEach { $0.deallocate() } }

  /// A view of one column of tiles, which shares the memory.
  func column(_ column: Int) -> CarriedTile {
    CarriedTile(rows: rows.map { $0.columns(column..<(column + 1)) }, light: light)
  }

  func clear() { for row in rows { row.clear() } }

  func copy(_ other: CarriedTile) {
    let side = rows.count
    for (target, source) in zip(rows, other.rows) {
      switch source[0] {
      case .empty: target.setEmpty(0)
      case .flat(let value): target.setFlat(value, 0)
      case .opaque(let samples): target.setOpaque(0).copyMemory(from: samples, byteCount: 8 * side)
      case .mixed(let samples): target.setMixed(0).copyMemory(from: samples, byteCount: 16 * side)
      }
    }
  }

  /// Expands samples so that a halving yields what halving the samples themselves would.
  func set(_ samples: [UInt8], kind: SampleKind) {
    let side = rows.count
    samples.withUnsafeBytes { raw in
      let words = raw.bindMemory(to: UInt32.self)
      guard let base = words.baseAddress else { return }
      for (number, row) in rows.enumerated() {
        switch Segment(scanning: base + number * side, count: side, clears: true) {
        case .empty: row.setEmpty(0)
        case .flat(let value): row.setFlat(value, 0)
        case .opaque(let samples) where kind == .heights,
          .mixed(let samples) where kind == .heights:
          let fine = row.setMixed(0).assumingMemoryBound(to: HeightSum.self)
          for index in 0..<side { fine[index] = HeightSum(samples[index]) }
        case .opaque(let samples):
          let fine = row.setOpaque(0).assumingMemoryBound(to: UInt64.self)
          for index in 0..<side { fine[index] = Halving.opaque(samples[index], light: light) }
        case .mixed(let samples):
          let fine = row.setMixed(0).assumingMemoryBound(to: Int32.self)
          for index in 0..<side {
            Halving.premultiply(samples[index], light: light, into: fine + 4 * index)
          }
        }
      }
    }
  }
}

/// Composites tiles.
package enum TileComposite {
  /// Mixes in premultiplied alpha, and rounds once.
  package static func samples(of layers: [[UInt8]]) -> [UInt8] {
    var result = layers[0]
    guard layers.count > 1 else { return result }
    for offset in stride(from: 0, to: result.count, by: 4) where result[offset + 3] != 255 {
      var rest = 1.0
      var (red, green, blue, alpha) = (0.0, 0.0, 0.0, 0.0)
      for layer in layers where rest > 0 {
        let weight = rest * Double(layer[offset + 3]) / 255
        red += weight * Double(layer[offset])
        green += weight * Double(layer[offset + 1])
        blue += weight * Double(layer[offset + 2])
        alpha += weight
        rest -= weight
      }
      let rounded = (255 * alpha).rounded()
      func channel(_ sum: Double) -> UInt8 {
        rounded == 0 ? 0 : UInt8(min(255, (sum / alpha).rounded()))
      }
      (result[offset], result[offset + 1]) = (channel(red), channel(green))
      (result[offset + 2], result[offset + 3]) = (channel(blue), UInt8(rounded))
    }
    return result
  }
}

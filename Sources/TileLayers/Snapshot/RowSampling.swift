import Platform

/// The sampling of one layer along one row of a picture.
struct RowSampling {
  let zoom: Int
  let lines: [SampleLine]
  let columns: Int

  init?(
    row: Int, of layer: TileLayer, side: Int, in frame: SnapshotGeometry, takesFinerLevel: Bool
  ) {
    guard let zooms = layer.information.extent.zooms, let footprint = frame.footprint(ofRow: row)
    else { return nil }
    let side = Double(side)
    // Flat views, in which 16 lines do not cover a pixel, take a coarser level.
    let size = max(footprint.along, footprint.across / Double(Self.maximumTaps))
    let worldSize = frame.position.worldSize
    // The rows of an untilted map must round alike; their sizes differ by less than this.
    let exact = log2(worldSize / (side * size))
    let wanted = takesFinerLevel ? (exact - 1e-6).rounded(.up) : (exact + 1e-6).rounded()
    guard wanted.isFinite, wanted >= Double(zooms.lowerBound - SnapshotLimits.reach) else {
      return nil
    }
    let lowest = max(zooms.lowerBound - layer.options.underzoomLevels, 0)
    zoom = Int(min(max(wanted, Double(lowest)), Double(zooms.upperBound)))
    let levelSize = side * Double(1 << zoom)
    let perPoint = levelSize / worldSize
    columns = Self.taps(covering: footprint.along * perPoint)
    let rows = Self.taps(covering: footprint.across * perPoint)
    let target = MapPoint(frame.position.target)
    let origin = (x: (target.x + 1) / 2 * levelSize, y: (1 - target.y) / 2 * levelSize)
    lines = (0..<rows).compactMap { index in
      frame.line(at: Double(row) + (Double(index) + 0.5) / Double(rows)).map {
        SampleLine(
          x: origin.x + $0.start.east * perPoint, y: origin.y - $0.start.north * perPoint,
          stepX: $0.step.east * perPoint, stepY: -$0.step.north * perPoint)
      }
    }
  }

  private static let maximumTaps = 16

  private static func taps(covering samples: Double) -> Int {
    samples > 1.5 ? Int(min(samples.rounded(.up), Double(maximumTaps))) : 1
  }
}

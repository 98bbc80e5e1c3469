import TileModel

/// The image that control points are of.
struct ControlledImage {
  let frame: PictureFrame
  /// The map from stored samples that the image's own tags, or a file beside it, state; `nil` for none.
  let ownTransform: () -> AffineTransform?

  /// Confirms that some of the points that take part in a fit are in the image.
  func confirmHolding(
    _ points: [ControlPoint], counting: PixelCounting, location: String
  ) throws(GeoreferenceError) {
    let size = counting == .stored ? frame.storedSize : frame.size
    let used = points.filter(\.isEnabled)
    guard let first = used.first, !used.contains(where: { size.holds($0.pixel) }) else { return }
    throw .pointsOutsideImage(location: location, size: size, first: first.pixel)
  }
}

/// The pixels of control points whose source positions count y upwards, as QGIS and ArcGIS write them.
///
/// Of an image without a georeference they are columns, and rows that are negative downwards. Of one that
/// had a georeference when the points were set they are coordinates of its map.
struct SourcePositions {
  /// The pixels, with y downwards.
  let pixels: [PixelPoint]
  /// What had to be assumed.
  private(set) var warnings: [String] = []

  /// Reads positions: as those of pixels, unless the image's own georeference puts all of them into the
  /// image and wider apart.
  init(
    _ points: [ControlPoint], lines: [Int], path: String, image: ControlledImage?
  ) throws(GeoreferenceError) {
    let isUsed = points.map(\.isEnabled)
    let isDownward = !points.contains { $0.pixel.y > 0 }
    let plain = points.map {
      PixelPoint(x: $0.pixel.x, y: isDownward ? 0 - $0.pixel.y : $0.pixel.y)
    }
    let own = image.flatMap { image -> [PixelPoint]? in
      guard let inverse = image.ownTransform().flatMap({ PixelTransform.affine($0).inverse }) else {
        return nil
      }
      let found = points.compactMap { inverse.apply(CRSPoint(x: $0.pixel.x, y: $0.pixel.y)) }
      let size = image.frame.storedSize
      guard found.count == points.count,
        zip(found, isUsed).allSatisfy({ !$1 || size.holds($0) }),
        zip(plain, isUsed).contains(where: { $1 && !size.holds($0) })
          || Self.extent(plain) < Self.extent(found)
      else { return nil }
      return found
    }
    if let own {
      pixels = own
      warnings = [
        "\(path): its source positions are read as coordinates of the map, by the georeference that"
          + " the image has itself"
      ]
      return
    }
    pixels = plain
    guard !isDownward, let first = points.firstIndex(where: { $0.pixel.y > 0 }) else { return }
    guard !points.contains(where: { $0.pixel.y < 0 }) else {
      throw .malformedFile(
        path: path, line: lines[first], column: nil,
        found: "sourceY \(NumberText.plain(points[first].pixel.y))",
        expected: "sourceY negative downwards, as in the other rows")
    }
    warnings = [
      "\(path): sourceY is positive throughout, and is taken to count rows downwards"
    ]
  }

  /// The length of the diagonal of the rectangle around positions.
  private static func extent(_ points: [PixelPoint]) -> Double {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    guard let west = xs.min(), let east = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return 0 }
    return (east - west).length(with: bottom - top)
  }
}

extension PixelSize {
  /// Whether a position is in an image of this size, up to a sample beyond its edge.
  fileprivate func holds(_ point: PixelPoint) -> Bool {
    (-1...Double(width + 1)).contains(point.x) && (-1...Double(height + 1)).contains(point.y)
  }
}

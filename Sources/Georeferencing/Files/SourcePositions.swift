import TileModel

/// The image to which control points belong.
struct ControlledImage {
  let frame: PictureFrame
  let ownTransform: () -> AffineTransform?

  func confirmHolding(
    _ points: [ControlPoint], counting: PixelCounting, location: String
  ) throws(GeoreferenceError) {
    let size = counting == .stored ? frame.storedSize : frame.size
    let used = points.filter(\.isEnabled)
    guard let first = used.first, !used.contains(where: { size.holds($0.pixel) }) else { return }
    throw .pointsOutsideImage(location: location, size: size, first: first.pixel)
  }
}

/// Pixels of control points whose source positions count y upwards, as QGIS and ArcGIS write them.
///
/// Without a georeference they are columns and negative rows. Otherwise they are coordinates of the image's
/// map.
struct SourcePositions {
  /// With y downwards.
  let pixels: [PixelPoint]
  private(set) var warnings: [String] = []

  /// Takes positions as map coordinates only where all of them fall into the image and spread wider than as
  /// pixels.
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
      guard found.count == points.count, zip(found, isUsed).allSatisfy({ !$1 || size.holds($0) }),
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
    warnings = ["\(path): sourceY is positive throughout, and is taken to count rows downwards"]
  }

  private static func extent(_ points: [PixelPoint]) -> Double {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    guard let west = xs.min(), let east = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return 0 }
    return (east - west).length(with: bottom - top)
  }
}

extension PixelSize {
  /// Tolerates one pixel beyond the edge.
  fileprivate func holds(_ point: PixelPoint) -> Bool {
    (-1...Double(width + 1)).contains(point.x) && (-1...Double(height + 1)).contains(point.y)
  }
}

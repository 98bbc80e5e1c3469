/// The georeference in the tags of a GeoTIFF (OGC GeoTIFF 1.1, 19-008r4).
struct GeoTIFFGeoreference {
  /// Relation of raster positions to coordinates.
  enum Position {
    case transform(AffineTransform)
    /// Tie points, in the system's coordinates.
    case points([ControlPoint])
  }

  let position: Position?
  let crs: CoordinateReferenceSystem?

  /// A scale with a tie point wins over a matrix, and a matrix over several tie points.
  ///
  /// PixelIsPoint coordinates are those of pixel centres.
  init(
    _ tags: TIFFGeoTags, named: CoordinateReferenceSystem?, location: String
  ) throws(GeoreferenceError) {
    let keys = GeoKeys(tags)
    let shift = keys.code(.rasterType) == 2 ? 0.5 : 0.0
    var scale = 1.0
    if let named {
      crs = named
    } else {
      var system: GeoKeySystem?
      do throws(GeoreferenceError) {
        system = try GeoKeySystem(keys, location: location)
      } catch {
        // A file beside the image may name the system; where none does, the keys are asked again.
        guard case .unrecognisedCRS = error else { throw error }
      }
      crs = system?.crs
      scale = system?.scale ?? 1
    }
    guard var transform = try Self.transform(tags, location: location) else {
      let points = try Self.points(tags, shift: shift, scale: scale, location: location)
      position = points.isEmpty ? nil : .points(points)
      return
    }
    transform.originX -= shift * (transform.columnX + transform.rowX)
    transform.originY -= shift * (transform.columnY + transform.rowY)
    position = .transform(transform.scaled(by: scale))
  }

  private static func transform(
    _ tags: TIFFGeoTags, location: String
  ) throws(GeoreferenceError) -> AffineTransform? {
    let (scale, tie, matrix) = (tags.pixelScale, tags.tiepoints, tags.transformation)
    var transform: AffineTransform?
    if scale.count >= 2, scale[0] != 0, scale[1] != 0, tie.count >= 6 {
      // A negative height of samples is an error of writers: north is up all the same.
      let (across, down) = (scale[0], scale[1].magnitude)
      transform = AffineTransform(
        originX: tie[3] - tie[0] * across, originY: tie[4] + tie[1] * down, columnX: across,
        columnY: 0, rowX: 0, rowY: -down)
    } else if matrix.count >= 16 {
      transform = AffineTransform(
        originX: matrix[3], originY: matrix[7], columnX: matrix[0], columnY: matrix[4],
        rowX: matrix[1], rowY: matrix[5])
    }
    guard let transform else { return nil }
    guard transform.isFinite else { throw .notFinite(location: location) }
    return transform
  }

  private static func points(
    _ tags: TIFFGeoTags, shift: Double, scale: Double, location: String
  ) throws(GeoreferenceError) -> [ControlPoint] {
    let numbers = tags.tiepoints
    // One point alone says where a sample is, but not how large any is.
    guard numbers.count >= 12 else { return [] }
    guard numbers.allSatisfy(\.isFinite) else { throw .notFinite(location: location) }
    return stride(from: 0, to: numbers.count - 5, by: 6).map { index in
      ControlPoint(
        pixel: PixelPoint(x: numbers[index] + shift, y: numbers[index + 1] + shift),
        position: CRSPoint(x: numbers[index + 3] * scale, y: numbers[index + 4] * scale))
    }
  }
}

extension AffineTransform {
  fileprivate func scaled(by factor: Double) -> AffineTransform {
    AffineTransform(
      originX: originX * factor, originY: originY * factor, columnX: columnX * factor,
      columnY: columnY * factor, rowX: rowX * factor, rowY: rowY * factor)
  }
}

import Georeferencing
import RasterSources
import TileModel
import TilePyramid

/// Finds where the image of one floor is.
struct FloorGeoreferencer {
  let floor: BuildingManifest.Floor
  /// Its tags may georeference it.
  let file: SourceFile
  let raster: any RasterSource

  func georeference(on reference: GeoreferencedFloor?) throws(ManifestError) -> GeoreferencedFloor {
    let points = try listedPoints()
    var statement: Placement?
    var alignmentSummary = ""
    switch floor.placement.way {
    case .sidecar: statement = nil
    case .stated(let placement): statement = placement
    case .aligned(let id, let kind):
      guard let reference else { preconditionFailure("the reference of a floor is placed first") }
      let set = try sharedPoints(points, with: reference, kind: kind)
      statement = .controlPoints(set, kind: kind)
      alignmentSummary = "aligned with \(id) by "
    }
    var resolved = try resolve(statement)
    resolved.summary = alignmentSummary + resolved.summary
    try rethrowing(try resolved.cut(along: floor.settings.outline)) {
      ManifestError.badGeoreference(floor: floor.id, at: floor.location, $0)
    }
    let named = try allPoints(points, with: resolved.controlPoints)
    let (image, origin) = try cropped(resolved)
    return GeoreferencedFloor(
      floor: floor, raster: image.raster, resolved: image.resolved,
      points: named.map { NamedPixel(name: $0.name, pixel: $0.pixel.counted(from: origin)) },
      whole: (resolved, origin))
  }

  func georeference(as first: GeoreferencedFloor) -> GeoreferencedFloor {
    guard let whole = first.whole else { preconditionFailure("a floor of one image was placed") }
    let image = GeoreferencedImage(raster: raster, resolved: whole.resolved)
      .cropped(to: first.raster.size, from: whole.origin)
    return GeoreferencedFloor(
      floor: floor, raster: image.raster, resolved: image.resolved, points: first.points)
  }

  private func cropped(
    _ resolved: ResolvedGeoreference
  ) throws(ManifestError) -> (image: GeoreferencedImage, origin: PixelPoint) {
    do {
      return try GeoreferencedImage(raster: raster, resolved: resolved).cropped(
        floor.settings.samples)
    } catch {
      throw .badImages(floor: floor.id, at: floor.imageLocation, cause: error)
    }
  }

  private func resolve(_ statement: Placement?) throws(ManifestError) -> ResolvedGeoreference {
    do throws(GeoreferenceError) {
      return try GeoreferenceResolver.resolve(
        statement, crs: floor.placement.crs, imagePath: raster.path, size: raster.size,
        orientation: raster.orientation,
        dotsPerInch: raster.vectorDocument?.dotsPerInch ?? floor.settings.vector.dotsPerInch,
        resolution: raster.resolution, page: floor.settings.vector.page ?? 1, file: file,
        pagePosition: raster.vectorDocument?.position, raster: raster)
    } catch {
      if case .resolutionRequired = error {
        throw .missingKey(
          "dpi", at: floor.placement.location, owner: "floor \(floor.id), placed by scale,",
          example: "dpi: 300, as the plan was scanned")
      }
      throw .badGeoreference(floor: floor.id, at: floor.placement.location, error.of(raster.header))
    }
  }

  private func sharedPoints(
    _ points: [NamedPixel], with reference: GeoreferencedFloor, kind: TransformKind
  ) throws(ManifestError) -> ControlPointSet {
    let known = Dictionary(
      reference.points.map { ($0.name, $0.pixel) }, uniquingKeysWith: { first, _ in first })
    let shared = points.compactMap { point in
      known[point.name].map { pixel in
        let position = reference.resolved.georeference.mercator(of: pixel)
        return ControlPoint(
          pixel: point.pixel, position: CRSPoint(x: position.x, y: position.y), name: point.name)
      }
    }
    guard shared.count >= kind.minimumPointCount else {
      let names = shared.compactMap(\.name).prefix(10)
      throw ManifestError(
        "floor \(floor.id) shares too few named points with floor \(reference.floor.id)",
        at: floor.placement.location, found: names.isEmpty ? "none" : names.joined(separator: ", "),
        expected: "at least \(kind.minimumPointCount) points of the same names in both floors",
        nextStep: "add points, such as lifts, stairs or columns, to both floors")
    }
    return ControlPointSet(crs: .webMercator, points: shared)
  }

  /// A control point that a file merely numbers, or names like another one, has no name that another floor
  /// could share.
  private func allPoints(
    _ listed: [NamedPixel], with fitted: ControlPointSet?
  ) throws(ManifestError) -> [NamedPixel] {
    var result = listed
    var known = Dictionary(
      listed.map { ($0.name, $0.pixel) }, uniquingKeysWith: { first, _ in first })
    let fitted = fitted?.points.filter(\.isEnabled) ?? []
    let counts = Dictionary(fitted.map { ($0.name, 1) }, uniquingKeysWith: +)
    for point in fitted {
      guard let name = point.sharedName, counts[name] == 1 else { continue }
      if let pixel = known[name] {
        guard pixel == point.pixel else {
          throw ManifestError(
            "floor \(floor.id) has the point \(name.manifestExcerpt) at two positions",
            at: floor.placement.location,
            expected: "one position in points and in gcps, or two names",
            nextStep: "correct one of them")
        }
        continue
      }
      known[name] = point.pixel
      result.append(NamedPixel(name: name, pixel: point.pixel))
    }
    return result
  }

  private func listedPoints() throws(ManifestError) -> [NamedPixel] {
    switch floor.points {
    case .listed(let points): return points
    case .file(let path, let location):
      return try rethrowing(try NamedPixelFile(path: path).points) { (error: GeoreferenceError) in
        ManifestError(error.report, what: "the points of floor \(floor.id)", at: location)
      }
    }
  }
}

import TileModel

/// Finds where an image lies from the files beside it.
struct SidecarSearch {
  let sidecars: Sidecars
  let size: PixelSize
  /// The system that was named, which wins over what a file says.
  let crs: CoordinateReferenceSystem?

  /// Looks for a world file, then for the transform of an auxiliary file.
  ///
  /// - Returns: The placement, and the file that it comes from.
  /// - Throws: ``GeoreferenceError/noPlacement(image:lookedFor:pointsFile:)`` when there is neither.
  func resolve() throws(GeoreferenceError) -> (ResolvedPlacement, place: String) {
    if let path = sidecars.worldFilePaths.first(where: TextFile.exists) {
      return (try worldFile(path), path)
    }
    let path = sidecars.auxiliaryPath
    if let auxiliary = try auxiliaryFile(), let transform = auxiliary.transform {
      return (try place(transform, path: path, auxiliary: auxiliary), path)
    }
    throw .noPlacement(
      image: sidecars.imagePath, lookedFor: (sidecars.worldFilePaths + [path]).map(\.fileName),
      pointsFile: sidecars.pointsPaths.first(where: TextFile.exists))
  }

  /// Places the image by a world file, in the system named, or that of a file beside the image.
  func worldFile(_ path: String) throws(GeoreferenceError) -> ResolvedPlacement {
    let file = try WorldFile(path: path)
    // Beside the image an auxiliary file may be broken for all that a named system cares.
    let auxiliary = crs == nil ? try auxiliaryFile() : nil
    return try place(file.transform, path: path, auxiliary: auxiliary)
  }

  private func auxiliaryFile() throws(GeoreferenceError) -> AuxiliaryFile? {
    let path = sidecars.auxiliaryPath
    guard TextFile.exists(path) else { return nil }
    return try AuxiliaryFile(bytes: TextFile.read(path), path: path)
  }

  private func place(
    _ transform: AffineTransform, path: String, auxiliary: AuxiliaryFile?
  ) throws(GeoreferenceError) -> ResolvedPlacement {
    let corners = size.corners.map { transform.apply($0) }
    let likely = LikelySystem(corners)
    let system: CoordinateReferenceSystem
    let source: String
    if let crs {
      (system, source) = (crs, "--crs")
    } else if let text = auxiliary?.systemText {
      system = try CoordinateReferenceSystem(parsing: text, place: sidecars.auxiliaryPath)
      source = sidecars.auxiliaryPath.fileName
    } else if let projection = sidecars.projectionPaths.first(where: TextFile.exists) {
      let text = String(decoding: try TextFile.read(projection), as: UTF8.self)
      system = try CoordinateReferenceSystem(parsing: text, place: projection)
      source = projection.fileName
    } else {
      throw .crsRequired(place: path, likely: likely)
    }
    var resolved = ResolvedPlacement(
      Georeference(crs: system, pixelToCRS: .affine(transform)),
      "\(path.fileName), \(system.identifier) from \(source)")
    if system == .webMercator, likely == .geographic {
      // Steps in degrees are below this for samples up to 5 m; no tile has samples so small in metres.
      let step = max(
        transform.columnX.length(with: transform.columnY),
        transform.rowX.length(with: transform.rowY))
      guard step > 5e-5 else { throw .degreesAsMetres(place: path) }
      resolved.warnings.append(
        "\(path.fileName): all corners are within 180 by 90 metres of latitude 0, longitude 0;"
          + " if they are degrees, pass --crs EPSG:4326")
    }
    return resolved
  }
}

extension String {
  /// What follows the last slash.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}

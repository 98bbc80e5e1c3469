import TileModel

/// Finds where an image is from its own tags and from the files beside it.
struct SidecarSearch {
  let sidecars: Sidecars
  let size: PixelSize
  /// The system that was named, which wins over what a file says.
  let crs: CoordinateReferenceSystem?
  /// The kind of transform that was chosen for control points.
  let kind: TransformKind?
  /// What the file itself says.
  let embedded: EmbeddedGeoreference?

  /// What a georeference was found in.
  private enum Origin: CaseIterable {
    case auxiliary
    case embedded
    case worldFile
  }

  /// Looks for a georeference: for a TIFF, and a JP2 file that says where it is, in its auxiliary file,
  /// the file itself and then a world file, as other tools do; for all other formats in a world file and then in the auxiliary file.
  ///
  /// - Returns: The placement, and the file that it comes from.
  /// - Throws: ``GeoreferenceError/noGeoreference(image:lookedFor:pointsFile:)`` when there is none.
  func resolve() throws(GeoreferenceError) -> (ResolvedGeoreference, location: String) {
    let order: [Origin] = embedded == nil ? [.worldFile, .auxiliary] : Origin.allCases
    for (rank, origin) in order.enumerated() {
      guard let found = try self.georeference(from: origin) else { continue }
      var resolved = found.0
      let location = found.location
      let passedOver = order[(rank + 1)...].compactMap { name(of: $0) }
      if !passedOver.isEmpty {
        resolved.summary += " (skipped: \(passedOver.joined(separator: ", ")))"
      }
      if let kind, resolved.fit == nil {
        throw .transformWithoutPoints(kind, location: location)
      }
      return (resolved, location)
    }
    let files = sidecars.worldFilePaths + [sidecars.auxiliaryPath]
    throw .noGeoreference(
      image: sidecars.imagePath,
      lookedFor: (embedded.map { [$0.name] } ?? []) + files.map(\.fileName),
      pointsFile: sidecars.pointsPaths.first(where: TextFile.exists))
  }

  private func georeference(
    from origin: Origin
  ) throws(GeoreferenceError) -> (ResolvedGeoreference, location: String)? {
    switch origin {
    case .worldFile:
      guard let path = sidecars.worldFilePaths.first(where: TextFile.exists) else { return nil }
      return (try worldFile(path), path)
    case .auxiliary:
      let path = sidecars.auxiliaryPath
      guard let auxiliary = try auxiliaryFile() else { return nil }
      if let transform = auxiliary.transform {
        return (try georeference(transform, path: path, auxiliary: auxiliary), path)
      }
      guard !auxiliary.points.isEmpty else { return nil }
      let system = try system(
        auxiliary.pointSystemText ?? auxiliary.systemText,
        positions: auxiliary.points.map(\.position),
        path: path)
      return (try fit(auxiliary.points, crs: system.crs, location: path, name: path.fileName), path)
    case .embedded:
      guard let embedded else { return nil }
      let path = sidecars.imagePath
      let found = try embedded.place(named: crs, location: path)
      switch found.position {
      case nil: return nil
      case .points(let points):
        let crs: CoordinateReferenceSystem
        if let system = found.crs {
          crs = system
        } else {
          crs = try system(nil, positions: points.map(\.position), path: path).crs
        }
        let name = "\(embedded.format) tie points"
        return (try fit(points, crs: crs, location: path, name: name), path)
      case .transform(let transform):
        guard let crs = found.crs else {
          let auxiliary = try auxiliaryFile()
          return (
            try georeference(transform, path: path, auxiliary: auxiliary, name: embedded.name),
            path
          )
        }
        return (
          try georeference(
            transform, crs: crs, source: self.crs == nil ? "its \(embedded.systemPart)" : "`crs`",
            name: embedded.name, path: path), path
        )
      }
    }
  }

  /// What messages call a georeference that exists, or `nil`; nothing is read for it.
  private func name(of origin: Origin) -> String? {
    switch origin {
    case .worldFile: sidecars.worldFilePaths.first(where: TextFile.exists)?.fileName
    case .auxiliary:
      TextFile.exists(sidecars.auxiliaryPath) ? sidecars.auxiliaryPath.fileName : nil
    case .embedded: embedded.flatMap { $0.hasPosition ? $0.name : nil }
    }
  }

  /// Georeferences the image by a world file, in the system named, or that of a file beside the image.
  func worldFile(_ path: String) throws(GeoreferenceError) -> ResolvedGeoreference {
    let file = try WorldFile(path: path)
    // Beside the image an auxiliary file may be broken for all that a named system cares.
    let auxiliary = crs == nil ? try auxiliaryFile() : nil
    return try georeference(file.transform, path: path, auxiliary: auxiliary)
  }

  private func auxiliaryFile() throws(GeoreferenceError) -> AuxiliaryFile? {
    let path = sidecars.auxiliaryPath
    guard TextFile.exists(path) else { return nil }
    return try AuxiliaryFile(bytes: TextFile.read(path), path: path)
  }

  private func fit(
    _ points: [ControlPoint], crs: CoordinateReferenceSystem, location: String, name: String
  ) throws(GeoreferenceError) -> ResolvedGeoreference {
    let set = ControlPointSet(crs: crs, points: points)
    var resolved = ResolvedGeoreference(
      try ControlPointFit(set, kind: kind, plane: crs, location: location), set: set)
    resolved.summary = "\(name): " + resolved.summary
    return resolved
  }

  /// The system of positions: the one named, or stated, or that of a file beside the image.
  private func system(
    _ stated: String?, positions: [CRSPoint], path: String
  ) throws(GeoreferenceError) -> (crs: CoordinateReferenceSystem, source: String) {
    if let crs { return (crs, "`crs`") }
    if let stated {
      let system = try CoordinateReferenceSystem(parsing: stated, location: sidecars.auxiliaryPath)
      return (system, sidecars.auxiliaryPath.fileName)
    }
    if let stated = try sidecars.statedSystem { return (stated.crs, stated.path.fileName) }
    if let embedded, let system = try embedded.system(location: sidecars.imagePath) {
      return (system, "\(embedded.format) \(embedded.systemPart)")
    }
    throw .crsRequired(location: path, likely: LikelySystem(positions))
  }

  private func georeference(
    _ transform: AffineTransform, path: String, auxiliary: AuxiliaryFile?, name: String? = nil
  ) throws(GeoreferenceError) -> ResolvedGeoreference {
    let (system, source) = try system(
      auxiliary?.systemText, positions: size.corners.map { transform.apply($0) }, path: path)
    return try georeference(
      transform, crs: system, source: source, name: name ?? path.fileName, path: path)
  }

  private func georeference(
    _ transform: AffineTransform, crs: CoordinateReferenceSystem, source: String, name: String,
    path: String
  ) throws(GeoreferenceError) -> ResolvedGeoreference {
    var resolved = ResolvedGeoreference(
      Georeference(crs: crs, pixelToCRS: .affine(transform)),
      "\(name), \(crs.identifier) from \(source)")
    let likely = LikelySystem(size.corners.map { transform.apply($0) })
    if crs == .webMercator, likely == .geographic {
      // Steps in degrees are below this for samples up to 5 m; no tile has samples so small in metres.
      let step = max(
        transform.columnX.length(with: transform.columnY),
        transform.rowX.length(with: transform.rowY))
      guard step > 5e-5 else { throw .degreesAsMetres(location: path) }
      resolved.warnings.append(
        "\(path.fileName): all corners are within 180 by 90 metres of latitude 0, longitude 0;"
          + " if they are degrees, pass `crs` EPSG:4326")
    }
    return resolved
  }
}

extension String {
  /// What follows the last slash.
  package var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}

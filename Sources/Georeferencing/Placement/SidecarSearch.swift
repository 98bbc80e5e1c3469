import TileModel

/// Georeferences an image from its own tags and the files beside it.
struct SidecarSearch {
  let sidecars: Sidecars
  /// Sidecars count its stored pixels.
  let frame: PictureFrame
  /// Wins over the system of a file.
  let crs: CoordinateReferenceSystem?
  let kind: TransformKind?
  let embedded: EmbeddedGeoreference?

  /// The source of a georeference.
  enum Origin: CaseIterable {
    case auxiliary
    case embedded
    case worldFile
  }

  /// Auxiliary file, the image's own, world file; of a PNG the world file comes first, as in GDAL.
  private var order: [Origin] {
    sidecars.imagePath.lowercased().hasSuffix(".png")
      ? [.worldFile, .auxiliary] : Origin.allCases
  }

  func resolve() throws(GeoreferenceError) -> (ResolvedGeoreference, location: String) {
    for (rank, origin) in order.enumerated() {
      guard let found = try self.georeference(from: origin) else { continue }
      var resolved = found.0
      let location = found.location
      if let kind, resolved.fit == nil {
        throw .transformWithoutPoints(kind, location: location)
      }
      let passedOver = order[(rank + 1)...]
      let names = passedOver.compactMap { name(of: $0) } + pointsFiles.map(\.fileName)
      if !names.isEmpty {
        resolved.summary += " (skipped: \(names.joined(separator: ", ")))"
      }
      resolved.warnings += disagreements(with: resolved.georeference, besides: origin)
      resolved.warnings += unusedParts(besides: origin)
      return (resolved, location)
    }
    let files = sidecars.worldFilePaths + [sidecars.auxiliaryPath]
    throw .noGeoreference(
      image: sidecars.imagePath,
      lookedFor: (embedded.map { [$0.name] } ?? []) + files.map(\.fileName),
      pointsFile: pointsFiles.first)
  }

  private var pointsFiles: [String] { sidecars.pointsPaths.filter(TextFile.exists) }

  /// Warns of other statements that differ by more than a pixel or cannot be read.
  func disagreements(with chosen: Georeference, besides origin: Origin? = nil) -> [String] {
    var warnings = Origin.allCases.filter { $0 != origin }.compactMap { other in
      name(of: other).flatMap { name in
        disagreement(name, with: chosen) { () throws(GeoreferenceError) in
          try georeference(from: other)?.0.georeference
        }
      }
    }
    if case .page(let position)? = embedded, origin == .embedded {
      warnings += position.others.compactMap { other in
        disagreement("the \(other.name)", with: chosen) { () throws(GeoreferenceError) in
          let found = try other.controlPoints(
            of: frame.size, named: crs, location: sidecars.imagePath)
          return try fit(
            found.points, crs: found.crs, location: sidecars.imagePath, name: other.name
          ).georeference
        }
      }
    }
    if let origin {
      warnings += otherSystems(than: origin).compactMap { other in
        disagreement("the system of \(other.name)", with: chosen) {
          Georeference(crs: other.crs, pixelToCRS: chosen.pixelToCRS)
        }
      }
    }
    let path = sidecars.overlayPath
    if origin != nil, TextFile.exists(path) {
      warnings +=
        disagreement(path.fileName, with: chosen) { () throws(GeoreferenceError) in
          let file: GroundOverlayFile
          do throws(GeoreferenceError) {
            file = try GroundOverlayFile(path: path, imagePath: sidecars.imagePath)
          } catch { return nil }
          return try Georeference(overlay: file, size: frame.size, location: path)
        }.map { [$0] } ?? []
    }
    return warnings
  }

  /// The system beside a world file, or of a skipped transform, applies to no other origin.
  private func otherSystems(
    than origin: Origin
  ) -> [(name: String, crs: CoordinateReferenceSystem)] {
    guard crs == nil else { return [] }
    var systems: [(name: String, crs: CoordinateReferenceSystem)] = []
    do throws(GeoreferenceError) {
      if origin == .worldFile || name(of: .worldFile) == nil, let stated = try sidecars.statedSystem
      {
        systems.append((stated.path.fileName, stated.crs))
      }
      if let auxiliary = try auxiliaryFile(), let text = auxiliary.systemText,
        auxiliary.points.isEmpty, origin == .auxiliary || auxiliary.transform == nil
      {
        let name = sidecars.auxiliaryPath.fileName
        systems.append(
          (name, try CoordinateReferenceSystem(parsing: text, location: sidecars.auxiliaryPath)))
      }
      if let embedded, origin != .embedded, !embedded.hasPosition,
        let system = try embedded.system(location: sidecars.imagePath)
      {
        systems.append(("its \(embedded.systemPart)", system))
      }
    } catch {
      // A system that is needed is reported where it is used; one that is not is no witness.
      return systems
    }
    return systems
  }

  private func disagreement(
    _ name: String, with chosen: Georeference, other: () throws(GeoreferenceError) -> Georeference?
  ) -> String? {
    let stated: Georeference
    do throws(GeoreferenceError) {
      guard let found = try other() else { return nil }
      stated = found
    } catch {
      if case .crsRequired = error { return nil }
      return "\(name), which is passed over, cannot be read: \(error.report.what)"
    }
    let revolution = 2 * WebMercator.halfExtent
    let places = frame.size.corners.map { (chosen.mercator(of: $0), stated.mercator(of: $0)) }
      .filter { $0.0.x.isFinite && $0.0.y.isFinite }
    let most =
      places.map { first, second in
        guard second.x.isFinite, second.y.isFinite else { return Double.infinity }
        let dx = (second.x - first.x).remainder(dividingBy: revolution)
        return dx.length(with: second.y - first.y)
      }.max() ?? 0
    let step = chosen.projectedResolution(at: frame.size.center)
    // Half a sample, which a raster of points and one of areas differ by, is 0.71 at a corner.
    guard most > 1.001 * max(step.perColumn, step.perRow) else { return nil }
    guard most.isFinite else {
      return "\(name), passed over, would put the image where there are no positions"
    }
    let factor = WebMercator.scaleFactor(atY: chosen.mercator(of: frame.size.center).y)
    return "\(name), passed over, would put the image elsewhere: a corner"
      + " \(NumberText.brief(most / factor)) m away"
  }

  private func unusedParts(besides origin: Origin) -> [String] {
    let auxiliary: AuxiliaryFile?
    do throws(GeoreferenceError) { auxiliary = try auxiliaryFile() } catch { return [] }
    let name = sidecars.auxiliaryPath.fileName
    let points =
      origin == .auxiliary && auxiliary?.transform != nil && auxiliary?.points.isEmpty == false
      ? ["\(name): its GCPList is not used, as its GeoTransform places the image"] : []
    guard let auxiliary, let geodata = auxiliary.geodata, !geodata.isIdentity,
      !geodata.isReadable
        || origin == .auxiliary && (auxiliary.transform != nil || !auxiliary.points.isEmpty)
    else { return points }
    return points + [
      "\(name): its GeodataXform, a \(geodata.name) of ArcGIS, is not used; the image may lie"
        + " elsewhere there"
    ]
  }

  /// From stored pixels, by tags or sidecars other than control points.
  var ownTransform: AffineTransform? {
    for origin in order {
      do throws(GeoreferenceError) {
        if let transform = try storedTransform(from: origin) { return transform }
      } catch {
        // Who asks wants a number to compare with: what is wrong with a file is said where it is used.
        continue
      }
    }
    return nil
  }

  private func storedTransform(from origin: Origin) throws(GeoreferenceError) -> AffineTransform? {
    switch origin {
    case .auxiliary: return try auxiliaryFile()?.transform
    case .worldFile:
      guard let path = sidecars.worldFilePaths.first(where: TextFile.exists) else { return nil }
      return try WorldFile(path: path).transform
    case .embedded:
      guard let embedded,
        case .transform(let transform) = try embedded.place(
          frame.size, named: crs, location: sidecars.imagePath
        ).position
      else { return nil }
      return transform
    }
  }

  var controlledImage: ControlledImage { ControlledImage(frame: frame) { ownTransform } }

  private func georeference(
    _ geodata: GeodataXform, of auxiliary: AuxiliaryFile
  ) throws(GeoreferenceError) -> ResolvedGeoreference? {
    let path = sidecars.auxiliaryPath
    let text = geodata.systemText ?? auxiliary.systemText
    if !geodata.points.isEmpty {
      var points = geodata.points
      let (crs, _) = try system(text, positions: points.map(\.position), path: path)
      let image = controlledImage
      let reading = try SourcePositions(
        points, lines: points.map { _ in geodata.line }, path: path, image: image)
      for (index, pixel) in reading.pixels.enumerated() { points[index].pixel = pixel }
      try image.confirmHolding(points, counting: .stored, location: path)
      var resolved = try fit(
        points, crs: crs, location: path, name: "\(path.fileName), \(geodata.name)",
        kind: geodata.kind)
      resolved.warnings += reading.warnings
      return resolved
    }
    guard let transform = geodata.transform(of: controlledImage) else { return nil }
    let positions = frame.size.corners.map { transform.apply($0) }
    let (crs, source) = try system(text, positions: positions, path: path)
    return ResolvedGeoreference(
      Georeference(crs: crs, pixelToCRS: transform),
      "\(path.fileName), \(geodata.name), \(crs.identifier) from \(source)")
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
      if auxiliary.points.isEmpty {
        guard let geodata = auxiliary.geodata,
          let resolved = try georeference(geodata, of: auxiliary)
        else { return nil }
        return (resolved, path)
      }
      let system = try system(
        auxiliary.pointSystemText ?? auxiliary.systemText,
        positions: auxiliary.points.map(\.position), path: path)
      return (try fit(auxiliary.points, crs: system.crs, location: path, name: path.fileName), path)
    case .embedded:
      guard let embedded else { return nil }
      let path = sidecars.imagePath
      let found = try embedded.place(frame.size, named: crs, location: path)
      // The system of an auxiliary file wins, as in GDAL.
      let stated = crs == nil ? try auxiliaryFile()?.systemText : nil
      let own = stated == nil ? found.crs : nil
      switch found.position {
      case nil: return nil
      case .points(let points):
        let crs: CoordinateReferenceSystem
        if let own {
          crs = own
        } else {
          crs = try system(stated, positions: points.map(\.position), path: path).crs
        }
        guard case .page(let position) = embedded else {
          let name = "\(embedded.format) tie points"
          return (try fit(points, crs: crs, location: path, name: name), path)
        }
        var resolved = try fit(points, crs: crs, location: path, name: embedded.name)
        try resolved.cut(along: position.outline(of: frame.size))
        return (resolved, path)
      case .transform(let transform):
        guard let crs = own else {
          let auxiliary = try auxiliaryFile()
          return (
            try georeference(transform, path: path, auxiliary: auxiliary, name: embedded.name), path
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

  private func name(of origin: Origin) -> String? {
    switch origin {
    case .worldFile: sidecars.worldFilePaths.first(where: TextFile.exists)?.fileName
    case .auxiliary: TextFile.exists(sidecars.auxiliaryPath) ? sidecars.auxiliaryPath.fileName : nil
    case .embedded: embedded.flatMap { $0.hasPosition ? $0.name : nil }
    }
  }

  func worldFile(_ path: String) throws(GeoreferenceError) -> ResolvedGeoreference {
    let file = try WorldFile(path: path)
    if crs == nil, let own = try sidecars.ownSystem(ofWorldFile: path) {
      return try georeference(
        file.transform, crs: own.crs, source: own.path.fileName, name: path.fileName, path: path)
    }
    // Beside the image an auxiliary file may be broken for all that a named system cares.
    let auxiliary = crs == nil ? try auxiliaryFile() : nil
    return try georeference(file.transform, path: path, auxiliary: auxiliary)
  }

  private func auxiliaryFile() throws(GeoreferenceError) -> AuxiliaryFile? {
    try AuxiliaryFile(ofImage: sidecars.imagePath)
  }

  /// Control points count stored pixels; `stated` is the kind that their file names.
  private func fit(
    _ points: [ControlPoint], crs: CoordinateReferenceSystem, location: String, name: String,
    kind stated: TransformKind? = nil
  ) throws(GeoreferenceError) -> ResolvedGeoreference {
    var set = ControlPointSet(crs: crs, points: points.withoutRunningNumbers)
    for index in set.points.indices {
      set.points[index].pixel = frame.shown(set.points[index].pixel)
    }
    var resolved = ResolvedGeoreference(
      try ControlPointFit(set, kind: kind ?? stated, plane: crs, location: location), set: set)
    resolved.summary = "\(name): " + resolved.summary
    return resolved
  }

  /// Precedence: the named system, the stated one, a file beside the image.
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
      auxiliary?.systemText, positions: frame.storedSize.corners.map { transform.apply($0) },
      path: path)
    return try georeference(
      transform, crs: system, source: source, name: name ?? path.fileName, path: path)
  }

  private func georeference(
    _ transform: AffineTransform, crs: CoordinateReferenceSystem, source: String, name: String,
    path: String
  ) throws(GeoreferenceError) -> ResolvedGeoreference {
    var resolved = ResolvedGeoreference(
      Georeference(crs: crs, pixelToCRS: .affine(frame.shown(transform))),
      "\(name), \(crs.identifier) from \(source)")
    let likely = LikelySystem(frame.storedSize.corners.map { transform.apply($0) })
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
  package var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}

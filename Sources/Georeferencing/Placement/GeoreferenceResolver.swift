import TileModel

package enum GeoreferenceResolver {
  /// Resolves a placement, from the position that `embedded` reads of the image's own file where that counts.
  ///
  /// `edges` are those that may be the building's. `normalises` is false for an image that is but a part of a
  /// larger one.
  package static func resolve(
    _ placement: Placement?, crs: CoordinateReferenceSystem?, imagePath: String,
    frame: PictureFrame, dotsPerInch: Double?, resolution: PaperResolution?, kind: TransformKind?,
    normalises: Bool, edges: () throws(GeoreferenceError) -> [[PixelPoint]],
    embedded: () throws(GeoreferenceError) -> EmbeddedGeoreference?
  ) throws(GeoreferenceError) -> ResolvedGeoreference {
    let size = frame.size
    let embedded = placement?.mayUseTags ?? true ? try embedded() : nil
    let sidecars = SidecarSearch(
      sidecars: Sidecars(imagePath: imagePath), frame: frame, crs: crs, kind: kind,
      embedded: embedded)
    var resolved: ResolvedGeoreference
    let location: String
    var counting: PixelCounting?
    var outline: ImageOutline?
    switch placement {
    case nil:
      (resolved, location) = try sidecars.resolve()
      counting = .stored
    case .worldFile(let path):
      (resolved, location) = (try sidecars.worldFile(path), path)
      counting = .stored
    case .bounds(let bounds):
      location = "`bounds`"
      let georeference = try Georeference(bounds: bounds, size: size, crs: crs ?? .webMercator)
      let summary = "bounds, linear in \(georeference.crs.identifier)"
      resolved = ResolvedGeoreference(georeference, summary)
    case .edges(let west, let south, let east, let north):
      location = "`bounds`"
      let georeference = try Georeference(
        edges: (west, south, east, north), size: size, crs: crs ?? .webMercator, location: location)
      resolved = ResolvedGeoreference(georeference, "bounds in \(georeference.crs.identifier)")
    case .corners(let corners):
      location = "`corners`"
      let georeference = try Georeference(corners: corners, size: size)
      let kind = if case .affine = georeference.pixelToCRS { "affine" } else { "projective" }
      resolved = ResolvedGeoreference(georeference, "four corners, \(kind)")
    case .outline(let outline):
      location = outline.path
      resolved = try outline.fit(edges, image: imagePath)
    case .imageGrid(let tileSize):
      location = "`grid`"
      resolved = ResolvedGeoreference(
        Georeference(imageGridOf: size, tileSize: tileSize), "the grid of the image's own pixels")
      resolved.imageGrid = LayerDefinition.ImageGrid(width: size.width, height: size.height)
    case .overlayFile(let path):
      location = path
      let file = try GroundOverlayFile(path: path, imagePath: imagePath)
      resolved = ResolvedGeoreference(
        try Georeference(overlay: file, size: size, location: path),
        "\(path.fileName), ground overlay linear in EPSG:4326")
      resolved.warnings += sidecars.disagreements(with: resolved.georeference)
    case .groundOverlay(let overlay):
      location = "`anchor`"
      resolved = ResolvedGeoreference(
        try Georeference(overlay: overlay, size: size), "anchor, scale and bearing")
    case .anchor(let anchor):
      location = "`anchor`"
      let overlay = try anchor.overlay(
        of: size, dotsPerInch: dotsPerInch, resolution: resolution, path: imagePath)
      let own = dotsPerInch == nil && anchor.isByScale ? resolution : nil
      resolved = ResolvedGeoreference(
        try Georeference(overlay: overlay, size: size),
        own.map { "anchor, scale at \($0.text) dpi as the file states, and bearing" }
          ?? "anchor, scale and bearing")
      resolved.warnings += GeoreferenceWarnings.onPaper(anchor, own, resolution)
    case .controlPoints(let set, let kind):
      location = "`controlPoints`"
      resolved = ResolvedGeoreference(
        try ControlPointFit(set, kind: kind, location: location), set: set)
    case .controlPointFile(let path, let kind):
      location = path
      let file = try ControlPointFile(path: path, crs: crs, image: sidecars.controlledImage)
      (counting, outline) = (file.counting, file.outline)
      let fit = try ControlPointFit(
        file.set, kind: kind ?? file.kind,
        plane: file.isFittedInOwnSystem ? file.set.crs : .webMercator, location: path)
      resolved = ResolvedGeoreference(fit, set: file.set)
      resolved.warnings += file.warnings
    }
    if normalises {
      resolved.georeference = try resolved.georeference.normalised(size: size, location: location)
    }
    try resolved.georeference.validated(size: size, path: location)
    try resolved.cut(along: outline)
    if let counting, let warning = GeoreferenceWarnings.turning(frame, counting, location) {
      resolved.warnings.append(warning)
    }
    resolved.warnings += GeoreferenceWarnings.about(
      resolved, placement: placement, crs: crs, size: size)
    if let warning = try StatedOrder.warning(
      resolved, placement: placement, size: size, location: location)
    {
      resolved.warnings.insert(warning, at: 0)
    }
    return resolved
  }
}

extension Placement {
  fileprivate var mayUseTags: Bool {
    switch self {
    case .worldFile, .controlPointFile: true
    default: false
    }
  }
}

/// Warnings about a georeference that is valid but doubtful.
package enum GeoreferenceWarnings {
  package static func about(
    _ resolved: ResolvedGeoreference, placement: Placement?, crs: CoordinateReferenceSystem?,
    size: PixelSize
  ) -> [String] {
    var warnings: [String] = []
    if let crs, crs != .webMercator {
      switch placement {
      case .corners, .controlPoints, .groundOverlay, .anchor, .overlayFile, .outline, .imageGrid:
        warnings.append(
          "`crs` \(crs.identifier) has no effect here: the placement says in which system it is")
      case nil, .worldFile, .bounds, .edges, .controlPointFile: break
      }
    }
    warnings += systemWarnings(resolved.georeference, size: size)
    warnings += shapeWarnings(resolved.georeference, placement: placement, size: size)
    if let fit = resolved.fit { warnings += fitWarnings(fit, size: size) }
    return warnings
  }

  static func onPaper(_ anchor: ImageAnchor, _ used: PaperResolution?, _ stated: PaperResolution?)
    -> [String]
  {
    if let used, used.isSquare, [72, 96].contains(used.across.rounded()) {
      return [
        "\(used.text) dpi is what programs state that know no resolution: unless the plan is so on paper, pass"
          + " `dotsPerInch`"
      ]
    }
    guard let stated, !stated.isSquare, !anchor.isByScale else { return [] }
    return [
      "samples are not square by the resolutions in the file, \(stated.text), and `metresPerPixel` takes them as"
        + " square; pass `scale` instead"
    ]
  }

  static func turning(
    _ frame: PictureFrame, _ counting: PixelCounting, _ location: String
  ) -> String? {
    guard frame.orientation != .upright else { return nil }
    let rotated =
      "viewers show the image rotated or mirrored, by its orientation \(frame.orientation.rawValue), and"
      + " \(location.fileName) is taken to count the pixels"
    switch counting {
    case .stored:
      return rotated
        + " that the file stores, as programs of geographic information do; if it counts"
        + " those that viewers show, turn the image itself (such as with ImageMagick: magick INPUT -auto-orient OUTPUT.png)"
    case .shown:
      return rotated + " that viewers show; if it counts those that the file stores, take the"
        + " orientation out of the image (such as with exiftool -Orientation= INPUT)"
    }
  }

  private static func systemWarnings(_ georeference: Georeference, size: PixelSize) -> [String] {
    guard case .other(let system) = georeference.crs else { return [] }
    var warnings: [String] = []
    let operation = system.operation
    if operation.isBallpark, !operation.isGeocentric {
      warnings.append(
        "nothing is known of how the datum of \(system.name) relates to WGS 84; both are taken to be"
          + " one, and the image may be off by hundreds of metres")
    }
    if let better = operation.better {
      let grids = better.missingGrids.joined(separator: ", ")
      let best = better.accuracyMetres.map { " (\(NumberText.brief($0)) m)" } ?? ""
      let reason =
        grids.isEmpty
        ? "does not reach all of the image" : "needs the grid \(grids), which is not installed"
      let off =
        operation.isBallpark || operation.accuracyMetres == nil
        ? "by an unknown distance, perhaps hundreds of metres"
        : "by about \(operation.accuracyText)"
      warnings.append(
        "the best operation for this area, \(better.name)\(best), \(reason); \(operation.name) is used"
          + " and may be off \(off)")
    }
    if operation.usesGrids,
      georeference.pixelToCRS.points(of: size).contains(where: { system.geographic(of: $0) == nil })
    {
      warnings.append(
        "the image reaches beyond the grid of \(operation.name), and is transparent there")
    }
    let position = georeference.crs.geographic(of: georeference.pixelToCRS.apply(size.center))
    // Systems are used a little beyond the area that the registry draws.
    if let area = system.areaOfUse, position.latitude.isFinite,
      !area.contains(longitude: position.longitude, latitude: position.latitude, margin: 2)
    {
      warnings.append(
        "the image's middle, \(NumberText.brief(position.latitude)),"
          + "\(NumberText.brief(position.longitude)), is outside the area of \(system.name)"
          + (area.name.map { " (\($0.excerpt))" } ?? "") + ": check the system")
    }
    return warnings
  }

  private static func shapeWarnings(
    _ georeference: Georeference, placement: Placement?, size: PixelSize
  ) -> [String] {
    var warnings: [String] = []
    let step = georeference.pixelToCRS.jacobian(at: size.center)
    if step.determinant > 0 {
      var text = "the image is mirrored"
      switch placement {
      case .corners:
        text += "; the order of corners is top-left, top-right, bottom-right, bottom-left"
      case .controlPoints, .controlPointFile: text += "; image y counts downwards"
      default: break
      }
      warnings.append(text)
    }
    // In degrees, samples that are not square on the ground are what the system makes of square ones.
    guard !georeference.crs.isAngular else { return warnings }
    let resolution = georeference.groundResolution(at: size.center)
    let ratio = resolution.perColumn / resolution.perRow
    // Those of a placement by scale are as wide and high as its file says.
    let isByScale = if case .anchor = placement { true } else { false }
    let kilometres = resolution.perColumn * Double(size.width) / 1000
    if isByScale, kilometres > 20 {
      warnings.append(
        "the image is \(NumberText.brief(kilometres)) km wide on the ground; dots per inch of a plan on paper are"
          + " `dotsPerInch`, beside `scale`")
    }
    if !isByScale, !(1 / 1.1...1.1).contains(ratio) {
      let order =
        if case .bounds = placement { "; bounds are west, south, east, north" } else { "" }
      warnings.append(
        "a sample is \(NumberText.brief(resolution.perColumn)) m wide and"
          + " \(NumberText.brief(resolution.perRow)) m high on the ground\(order)")
    }
    // The cosine of the angle between columns and rows: 0.087 is 5 degrees off a right angle.
    let product = step.columnX * step.rowX + step.columnY * step.rowY
    let lengths = step.columnX.length(with: step.columnY) * step.rowX.length(with: step.rowY)
    if product.magnitude > 0.087 * lengths {
      warnings.append("columns and rows are more than 5 degrees off a right angle")
    }
    return warnings
  }

  private static func fitWarnings(_ fit: FitReport, size: PixelSize) -> [String] {
    var warnings: [String] = []
    if let outlier = fit.outlier {
      warnings.append(
        "\(fit.residuals[outlier.index].label) is \(NumberText.brief(outlier.metres)) m from where"
          + " the other points put it, which agree within"
          + " \(NumberText.brief(outlier.othersRootMeanSquareMetres)) m: check it")
    }
    let used = fit.residuals.filter(\.isUsed)
    if fit.kind != .similarity {
      let spread = PointSpread(used.map { Spot(x: $0.pixel.x, y: $0.pixel.y) })
      if spread.isNearlyLine {
        warnings.append("the control points are nearly on one line: errors across it grow large")
      }
    }
    let (width, height) = (Double(size.width), Double(size.height))
    let outside = used.filter {
      !(0...width).contains($0.pixel.x) || !(0...height).contains($0.pixel.y)
    }
    if !outside.isEmpty {
      let names = outside.prefix(5).map(\.label).joined(separator: ", ")
      warnings.append("control points are outside the \(size) image: \(names)")
    }
    return warnings
  }
}

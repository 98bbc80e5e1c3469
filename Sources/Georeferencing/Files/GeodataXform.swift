import TileModel

/// The transform of ArcGIS in an `.aux.xml`, an element `GeodataXform`.
///
/// Its source positions are pixels with y upwards from the first row, or map coordinates for an image that
/// was already georeferenced. Its target positions are in its own system.
package struct GeodataXform: Hashable {
  package let name: String
  package private(set) var systemText: String?
  /// Source positions stand in place of pixels.
  package private(set) var points: [ControlPoint] = []
  /// Coefficients of 1, x, y, x², xy, y², x³, x²y, xy², y³ for X, up to the order.
  private var xs: [Double] = []
  private var ys: [Double] = []
  private let order: Int?
  /// From 1.
  let line: Int

  init?(_ document: MarkupElement, path: String) throws(GeoreferenceError) {
    guard let markup = document.descendant("GeodataXform") else { return nil }
    let stated = markup.attributes["type"] ?? "GeodataXform"
    name = stated.split(separator: ":").last.map(String.init) ?? stated
    line = markup.line
    let definition = markup.descendant("WKT")?.text
    let code = ["LatestWKID", "WKID"].compactMap { markup.descendant($0)?.text }
    // The codes of the EPSG registry are below those that Esri gives.
    systemText =
      definition.flatMap { $0.isEmpty ? nil : $0 }
      ?? code.compactMap { Int($0) }.first.map { $0 < 32768 ? "EPSG:\($0)" : "ESRI:\($0)" }
    order = markup.descendant("PolynomialOrder").flatMap { Int($0.text) }
    // Chained transforms would have several lists in the file.
    guard markup.descendants("SourceGCPs").count < 2, markup.descendants("CoeffX").count < 2
    else { return }
    func numbers(_ name: String) throws(GeoreferenceError) -> [Double] {
      var values: [Double] = []
      for item in markup.descendant(name)?.descendants("Double") ?? [] {
        guard let value = NumberText.double(item.text) else {
          throw .malformedFile(
            path: path, line: item.line, column: nil, found: item.text.excerpt,
            expected: "numbers in \(name)")
        }
        values.append(value)
      }
      return values
    }
    let (sources, targets) = (try numbers("SourceGCPs"), try numbers("TargetGCPs"))
    (xs, ys) = (try numbers("CoeffX"), try numbers("CoeffY"))
    guard sources.count == targets.count, sources.count % 2 == 0, xs.count == ys.count else {
      throw .malformedFile(
        path: path, line: line, column: nil,
        found: "\(sources.count) source numbers and \(targets.count) target numbers,"
          + " \(xs.count) factors of X and \(ys.count) of Y",
        expected: "a GeodataXform with as many of one as of the other")
    }
    points = stride(from: 0, to: sources.count, by: 2).map {
      ControlPoint(
        pixel: PixelPoint(x: sources[$0], y: sources[$0 + 1]),
        position: CRSPoint(x: targets[$0], y: targets[$0 + 1]))
    }
  }

  var isIdentity: Bool { name == "IdentityXform" }

  var isReadable: Bool { !points.isEmpty || degree != nil }

  var kind: TransformKind? {
    switch name {
    case "ProjectiveXform": .projective
    case "SimilarityXform": .similarity
    case "SplineXform": .tps
    case "PolynomialXform", "ApproximationXform":
      switch order {
      case 2: .polynomial2
      case 3: .polynomial3
      default: nil
      }
    default: nil
    }
  }

  private var degree: Int? { name == "IdentityXform" ? nil : [3: 1, 6: 2, 10: 3][xs.count] }

  /// The transform from stored pixels, `nil` without factors.
  ///
  /// Positions are pixel centres, as in GDAL. For a georeferenced image they may be map coordinates; they
  /// are where that puts the image nearer to its own place.
  func transform(of image: ControlledImage) -> PixelTransform? {
    guard let degree else { return nil }
    let middles = AffineTransform(
      originX: -0.5, originY: 0.5, columnX: 1, columnY: 0, rowX: 0, rowY: -1)
    var source = middles
    let center = image.frame.storedSize.center
    if let own = image.ownTransform() {
      func stray(_ source: AffineTransform) -> Double {
        let (found, place) = (target(of: source.apply(center)), own.apply(center))
        return (found.x - place.x).length(with: found.y - place.y)
      }
      if stray(own) < stray(middles) { source = own }
    }
    if degree == 1 {
      let (origin, across, down) = (
        target(of: source.apply(PixelPoint(x: 0, y: 0))), (source.columnX, source.columnY),
        (source.rowX, source.rowY)
      )
      return .affine(
        image.frame.shown(
          AffineTransform(
            originX: origin.x, originY: origin.y, columnX: xs[1] * across.0 + xs[2] * across.1,
            columnY: ys[1] * across.0 + ys[2] * across.1,
            rowX: xs[1] * down.0 + xs[2] * down.1, rowY: ys[1] * down.0 + ys[2] * down.1)))
    }
    // A fit through more positions than it has factors is the polynomial itself.
    let stored = image.frame.storedSize
    let pairs = (0...12).flatMap { row in
      (0...12).map { column in
        let pixel = PixelPoint(
          x: Double(stored.width * column) / 12, y: Double(stored.height * row) / 12)
        return PlanePair(source: image.frame.shown(pixel), target: target(of: source.apply(pixel)))
      }
    }
    return PolynomialTransform(fitting: pairs, degree: degree).map { .polynomial($0) }
  }

  private func target(of point: CRSPoint) -> CRSPoint {
    let (x, y) = (point.x, point.y)
    let terms = [1, x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y]
    func sum(_ factors: [Double]) -> Double {
      zip(factors, terms).reduce(0) { $0 + $1.0 * $1.1 }
    }
    return CRSPoint(x: sum(xs), y: sum(ys))
  }
}

import Drawings
package import Georeferencing
import RasterSources
package import TileModel

/// A user's placement and crop of a plan.
package struct EditState: Hashable, Sendable {
  /// The method of placement.
  package enum Mode: String, Hashable, Sendable {
    case points
    case hand
    /// Points in common with another floor of the building.
    case align
  }

  package static let pointLimit = 5000
  package static let cornerLimit = 1000
  package var mode: Mode
  package var kind: TransformKind?
  /// In EPSG:3857.
  package var points: [ControlPoint]
  /// Pixels to EPSG:3857.
  package var hand: AffineTransform
  package var reference: String?
  /// Corners of the crop in pixels of the plan; empty for the whole plan.
  package var outline: [PixelPoint]

  package init(
    mode: Mode, kind: TransformKind? = nil, points: [ControlPoint] = [], hand: AffineTransform,
    outline: [PixelPoint] = []
  ) {
    (self.mode, self.kind, self.points, self.hand) = (mode, kind, points, hand)
    self.outline = outline
  }

  /// `nil` for the whole plan.
  package var imageOutline: ImageOutline? {
    get throws(GeoreferenceError) { outline.isEmpty ? nil : try ImageOutline(outline) }
  }

  /// The place of the middle of a plan.
  package func middle(of size: PixelSize) -> MercatorPoint {
    let middle = hand.apply(PixelPoint(x: Double(size.width) / 2, y: Double(size.height) / 2))
    return MercatorPoint(x: middle.x, y: middle.y)
  }

  package func resolved(for plan: EditedPlan) throws(GeoreferenceError) -> ResolvedGeoreference {
    switch mode {
    case .points:
      let set = ControlPointSet(crs: .webMercator, points: points)
      return try GeoreferenceResolver.resolve(
        .controlPoints(set, kind: kind), imagePath: plan.path, size: plan.raster.size)
    // Only the building knows the place of another floor.
    case .hand, .align:
      let georeference = Georeference(crs: .webMercator, pixelToCRS: .affine(hand))
      try georeference.validated(size: plan.raster.size, path: plan.path)
      return ResolvedGeoreference(georeference, "placed by hand")
    }
  }
}

extension EditState {
  init?(_ value: JSONValue) {
    guard case .string(let mode) = value["mode"], let mode = Mode(rawValue: mode),
      let hand = value["hand"]?.numbers(count: 6), case .array(let items) = value["points"],
      items.count <= Self.pointLimit
    else { return nil }
    var kind: TransformKind?
    if case .string(let name) = value["kind"] {
      guard let known = TransformKind(rawValue: name) else { return nil }
      kind = known
    }
    var reference: String?
    if case .string(let text) = value["reference"] { reference = String(text.prefix(200)) }
    guard mode != .align || reference != nil else { return nil }
    var points: [ControlPoint] = []
    for item in items {
      guard let place = item["place"]?.numbers(count: 4), case .boolean(let isEnabled) = item["on"]
      else { return nil }
      var name: String?
      if case .string(let text) = item["name"] { name = String(text.prefix(200)) }
      points.append(
        ControlPoint(
          pixel: PixelPoint(x: place[0], y: place[1]),
          position: CRSPoint(x: place[2], y: place[3]), isEnabled: isEnabled, name: name))
    }
    var outline: [PixelPoint] = []
    if case .array(let corners) = value["outline"] {
      guard corners.count <= Self.cornerLimit else { return nil }
      for corner in corners {
        guard let place = corner.numbers(count: 2) else { return nil }
        outline.append(PixelPoint(x: place[0], y: place[1]))
      }
    }
    self.init(
      mode: mode, kind: kind, points: points,
      hand: AffineTransform(
        originX: hand[0], originY: hand[1], columnX: hand[2], columnY: hand[3], rowX: hand[4],
        rowY: hand[5]), outline: outline)
    self.reference = reference
  }

  var value: JSONValue {
    .members([
      ("mode", .string(mode.rawValue)), ("kind", .optional(kind?.rawValue)),
      ("reference", .optional(reference)),
      (
        "points",
        .array(
          points.map { point in
            .members([
              (
                "place",
                .array(
                  [point.pixel.x, point.pixel.y, point.position.x, point.position.y]
                    .map(JSONValue.number))
              ),
              ("name", .string(point.name ?? "")), ("on", .boolean(point.isEnabled)),
            ])
          })
      ),
      ("hand", .array(hand.coefficients.map(JSONValue.number))),
      ("outline", .array(outline.map { .array([$0.x, $0.y].map(JSONValue.number)) })),
    ])
  }
}

extension AffineTransform {
  /// North up in the middle of the background, or 100 metres wide at a position.
  static func unplaced(
    _ size: PixelSize, in bounds: MercatorBounds?, at position: GeographicCoordinate?
  ) -> AffineTransform {
    var center = WebMercator.project(position ?? GeographicCoordinate(latitude: 0, longitude: 0))
    var metres = 100 / Double(max(size.width, size.height))
    if position == nil, let bounds {
      center = MercatorPoint(
        x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2)
      // A world map does not tell a place.
      if bounds.width < 2_000 {
        let ground = GroundScale(atY: center.y)
        metres = max(
          0.9
            * min(
              bounds.width / ground.east / Double(size.width),
              bounds.height / ground.north / Double(size.height)), 1e-6)
      }
    }
    let ground = GroundScale(atY: center.y)
    let (columnX, rowY) = (metres * ground.east, -metres * ground.north)
    return AffineTransform(
      originX: center.x - columnX * Double(size.width) / 2,
      originY: center.y - rowY * Double(size.height) / 2,
      columnX: columnX, columnY: 0, rowX: 0, rowY: rowY)
  }

  var coefficients: [Double] { [originX, originY, columnX, columnY, rowX, rowY] }
}

extension JSONValue {
  func numbers(count: Int) -> [Double]? {
    guard case .array(let items) = self, items.count == count else { return nil }
    var numbers: [Double] = []
    for item in items {
      guard case .number(let text) = item, let number = NumberText.double(text), number.isFinite
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}

package import RasterSources
import TileModel

/// What a person has stated of where a plan is, by control points or by hand, and of what of it is used.
package struct EditState: Hashable, Sendable {
  /// What decides where the plan is.
  package enum Mode: String, Hashable, Sendable {
    /// Pairs of positions.
    case points
    /// An affine transform that was dragged and typed.
    case hand
    /// Points that another floor of the building has too.
    case align
  }

  /// The most control points that are taken.
  package static let pointLimit = 5000
  /// The most corners of an outline that are taken.
  package static let cornerLimit = 1000

  /// What decides.
  package var mode: Mode
  /// The kind of transform that the points are fitted with; `nil` for the usual one for their number.
  package var kind: TransformKind?
  /// The control points, in EPSG:3857.
  package var points: [ControlPoint]
  /// The transform into EPSG:3857 that was made by hand.
  package var hand: AffineTransform
  /// The id of the floor that decides, where one does.
  package var reference: String?
  /// The corners around what is used of the plan, in its pixels; empty for all of it.
  package var outline: [PixelPoint]

  /// Puts a state together.
  package init(
    mode: Mode, kind: TransformKind? = nil, points: [ControlPoint] = [], hand: AffineTransform,
    outline: [PixelPoint] = []
  ) {
    (self.mode, self.kind, self.points, self.hand) = (mode, kind, points, hand)
    self.outline = outline
  }

  /// What is used of the plan; `nil` for all of it.
  package var imageOutline: ImageOutline? {
    get throws(GeoreferenceError) { outline.isEmpty ? nil : try ImageOutline(outline) }
  }

  /// Where the plan is by this state.
  package func resolved(for plan: EditedPlan) throws(GeoreferenceError) -> ResolvedGeoreference {
    switch mode {
    case .points:
      let set = ControlPointSet(crs: .webMercator, points: points)
      return try GeoreferenceResolver.resolve(
        .controlPoints(set, kind: kind), imagePath: plan.path, size: plan.raster.size)
    // Where another floor is, only its building knows.
    case .hand, .align:
      let georeference = Georeference(crs: .webMercator, pixelToCRS: .affine(hand))
      try georeference.validated(size: plan.raster.size, path: plan.path)
      return ResolvedGeoreference(georeference, "placed by hand")
    }
  }
}

extension EditState {
  /// Reads what the page sent; `nil` where it is no state.
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

  /// The state as the page reads it.
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
  /// North up in the middle of what is beneath, or 100 metres wide at a position.
  static func unplaced(
    _ size: PixelSize, in bounds: MercatorBounds?, at position: GeographicCoordinate?
  ) -> AffineTransform {
    var center = WebMercator.project(position ?? GeographicCoordinate(latitude: 0, longitude: 0))
    var metres = 100 / Double(max(size.width, size.height))
    if position == nil, let bounds {
      center = MercatorPoint(
        x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2)
      // A place is not told from the world of a map.
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

  /// The six numbers in the order of the initialiser.
  var coefficients: [Double] { [originX, originY, columnX, columnY, rowX, rowY] }
}

extension JSONValue {
  /// The items of an array of so many finite numbers; `nil` for anything else.
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

import BuildingManifest
import Georeferencing
import RasterSources
import TileModel
import TilePyramid

/// A building whose floors are placed in a session, with its manifest.
///
/// Everything follows from the manifest at the time of the page and the states of changed floors.
/// An undone change leaves no trace in the text.
struct EditedBuilding: Sendable {
  /// From the lowest to the highest.
  private(set) var floors: [BuildingManifest.Floor]
  let path: String
  /// Floors with several images, each placed by itself.
  let leftOut: [String]
  /// Paths and URLs that the manifest names.
  let backgrounds: [String]
  /// Allowed distance between floors at a shared point, in metres.
  let limit: Double
  let starts: [EditState]
  private let bytes: [UInt8]
  private let images: FloorImages

  init(
    _ bytes: [UInt8], path: String, beneath area: MercatorBounds?, position: GeographicCoordinate?
  ) throws(ManifestError) {
    (self.bytes, self.path) = (bytes, path)
    let manifest = try BuildingManifest(bytes: bytes, path: path)
    limit = manifest.alignmentLimit
    backgrounds = manifest.backgrounds
    // Variants share the place of the first one.
    let storeys = manifest.floors.filter { !$0.layerFloor.isAlternative }
    leftOut = storeys.filter { !$0.parts.isEmpty }.map(\.id)
    floors = storeys.filter(\.parts.isEmpty).map { floor in
      var floor = floor
      // The page shows all of the image, and counts its pixels.
      floor.settings.samples.crop = nil
      return floor
    }
    images = try FloorImages(floors)
    let (images, placed) = (images, images.placed(floors))
    let known = floors.map { floor -> EditState? in
      guard case .success(let found) = placed[floor.id] else { return nil }
      var state = EditState(found.resolved, size: found.raster.size)
      if case .aligned(let reference, let kind) = floor.placement.way {
        (state.mode, state.kind, state.reference) = (.align, kind, reference)
      }
      return state
    }
    // A floor without a place is probably drawn like one that has.
    let other = known.lazy.compactMap { $0?.hand }.first
    starts = zip(floors, known).map { floor, state in
      let size = images[floor.id]?.size ?? PixelSize(width: 1, height: 1)
      var state =
        state
        ?? EditState(
          mode: .hand,
          hand: other
            ?? .unplaced(
              size, in: area, at: position))
      state.outline = floor.settings.outline?.corners ?? []
      return state
    }
    // The fit reads all of an image, which a request must not wait for.
    for (index, state) in zip(floors.indices, known) {
      guard case .stated(.outline) = floors[index].placement.way, let state,
        let size = images[floors[index].id]?.size
      else { continue }
      floors[index].placement.way = .stated(.corners(CornerCoordinates(state.hand, size: size)))
    }
  }

  func plan(_ index: Int, in folder: EditFolder) throws -> EditedPlan {
    let floor = floors[index]
    var image = SourceImage(floor.image)
    (image.vector, image.samples) = (floor.settings.vector, floor.settings.samples)
    return try EditedPlan(image, raster: images[floor.id], in: folder)
  }

  func placed(
    _ states: [Int: EditState]
  ) throws(GeoreferenceError) -> [String: Result<GeoreferencedFloor, ManifestError>] {
    var floors = floors
    for (index, state) in states {
      // An outline that is being drawn has too few corners, and moves nothing.
      var state = state
      state.outline = starts[index].outline
      let statement = try statement(of: state, for: index)
      if let way = statement.way {
        (floors[index].placement.way, floors[index].placement.crs) = (way, nil)
      }
      if let points = statement.points { floors[index].points = .listed(points) }
    }
    return images.placed(floors)
  }

  func text(_ states: [Int: EditState], beneath shown: [String]?) throws -> String {
    let placed = try placed(states)
    var statements: [String: FloorStatement] = [:]
    for (index, state) in states where state != starts[index] {
      let statement = try statement(of: state, for: index)
      if statement.way != nil { _ = try placed[floors[index].id]?.get() }
      statements[floors[index].id] = statement
    }
    var text = try ManifestEdit.text(changing: bytes, path: path, to: statements)
    if let shown {
      text = try ManifestEdit.text(changing: text, path: path, backgrounds: shown)
    }
    // Other statements about an image may not fit its new place.
    let changed = try BuildingManifest(bytes: text, path: path).floors
      .filter { statements[$0.id]?.way != nil }
    _ = try FloorImages(changed)
    return String(decoding: text, as: UTF8.self)
  }

  private func statement(
    of state: EditState, for index: Int
  ) throws(GeoreferenceError) -> FloorStatement {
    let (floor, start) = (floors[index], starts[index])
    var statement = FloorStatement(way: nil, outline: try state.imageOutline)
    var placement = state
    placement.outline = start.outline
    if placement == start { return statement }
    switch state.mode {
    case .points:
      statement.way = .stated(
        .controlPoints(
          ControlPointSet(crs: .webMercator, points: state.points), kind: state.kind))
    case .hand:
      guard let size = images[floor.id]?.size else { break }
      statement.way = .stated(.corners(CornerCoordinates(state.hand, size: size)))
    case .align:
      statement.way = .aligned(to: state.reference ?? "", kind: state.kind ?? .similarity)
    }
    statement.points = points(of: state, listedFor: floor)
    statement.isScan = images[floor.id]?.vectorDocument == nil
    return statement
  }

  /// The shared points of a floor, if the manifest lists them.
  ///
  /// They are those at control points of the same name, and named ones without a control point.
  private func points(
    of state: EditState, listedFor floor: BuildingManifest.Floor
  ) -> [NamedPixel]? {
    guard case .listed(let listed) = floor.points else { return nil }
    let named = Dictionary(grouping: state.points) { $0.name }
    let known = Set(listed.map(\.name))
    let stated = state.mode == .points ? Set(state.points.filter(\.isEnabled).map(\.name)) : []
    let others = state.points.compactMap { point -> NamedPixel? in
      guard let name = point.sharedName, named[name]?.count == 1, !known.contains(name),
        !stated.contains(name)
      else { return nil }
      return NamedPixel(name: name, pixel: point.pixel)
    }
    return listed.map {
      NamedPixel(name: $0.name, pixel: named[$0.name]?.first?.pixel ?? $0.pixel)
    } + others
  }
}

extension CornerCoordinates {
  fileprivate init(_ transform: AffineTransform, size: PixelSize) {
    let (width, height) = (Double(size.width), Double(size.height))
    func corner(_ x: Double, _ y: Double) -> GeographicCoordinate {
      let position = transform.apply(PixelPoint(x: x, y: y))
      return WebMercator.unproject(MercatorPoint(x: position.x, y: position.y))
    }
    self.init(
      topLeft: corner(0, 0), topRight: corner(width, 0), bottomRight: corner(width, height),
      bottomLeft: corner(0, height))
  }
}

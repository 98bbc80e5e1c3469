package import RasterSources
package import TileModel
import TileServer

/// A session in which a plan is placed by hand: what the page is given, and what it may ask for.
///
/// The page holds the state, and each request brings it along; the session holds the files, which nothing but
/// the requests of its own page makes it write.
package final class EditingSession: Sendable {
  /// The most bytes of a request's content: some thousand control points.
  package static let bodyByteCount = 1 << 20

  /// The plans: one, or that of each floor of a building.
  package let plans: [EditedPlan]
  /// The building whose floors the plans are.
  package let building: EditedBuilding?
  /// What can be shown beneath it.
  package let backgrounds: [EditBackground]
  /// The states with which the page begins, of each plan.
  package let starts: [EditState]
  /// The files that may be written.
  package let target: EditTarget
  /// What the path of every address begins with, and every request that writes says again.
  package let secret: String
  let folder: EditFolder
  /// The words of the command that builds the tiles, by the state, the path written and the kind.
  let command: @Sendable (EditState, String, TransformKind?) throws -> String
  /// The tiles that were built last to be looked at, and how often that was done.
  let built = Guarded<(tiles: BuiltTiles?, count: Int)>((nil, 0))

  /// Begins a session for one plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - backgrounds: What can be shown beneath it.
  ///   - start: Where the plan is; `nil` to lay it into the middle of the backgrounds, or to a position.
  ///   - position: Where a plan without any place begins.
  ///   - target: The files that may be written.
  ///   - folder: Where tiles to be looked at are kept.
  ///   - command: The words of the command that builds the tiles.
  package convenience init(
    plan: EditedPlan, backgrounds: [EditBackground], start: EditState?,
    position: GeographicCoordinate?, target: EditTarget, folder: EditFolder,
    command: @escaping @Sendable (EditState, String, TransformKind?) throws -> String
  ) {
    let start =
      start
      ?? EditState(
        mode: .hand,
        hand: .unplaced(
          plan.raster.size, in: backgrounds.lazy.compactMap(\.bounds).first, at: position),
        outline: plan.image.outline?.corners ?? [])
    self.init(
      plans: [plan], starts: [start], building: nil, backgrounds: backgrounds, target: target,
      folder: folder, command: command)
  }

  /// Begins a session for the floors of a building.
  ///
  /// - Parameters:
  ///   - building: The building.
  ///   - backgrounds: What can be shown beneath it.
  ///   - target: The manifest as the only file that may be written.
  ///   - folder: Where tiles are kept.
  ///   - command: The words of the command that builds the tiles.
  /// - Throws: `RasterError`.
  package convenience init(
    building: EditedBuilding, backgrounds: [EditBackground], target: EditTarget, folder: EditFolder,
    command: String
  ) throws {
    self.init(
      plans: try building.floors.indices.map { try building.plan($0, in: folder) },
      starts: building.starts, building: building, backgrounds: backgrounds, target: target,
      folder: folder
    ) { _, _, _ in command }
  }

  private init(
    plans: [EditedPlan], starts: [EditState], building: EditedBuilding?,
    backgrounds: [EditBackground], target: EditTarget, folder: EditFolder,
    command: @escaping @Sendable (EditState, String, TransformKind?) throws -> String
  ) {
    self.plans = plans
    self.building = building
    self.backgrounds = backgrounds
    self.starts = starts
    self.target = target
    self.folder = folder
    self.command = command
    // 160 bits of the system's generator, in hexadecimal.
    secret = (0..<20).map { _ in
      let byte = UInt8.random(in: .min ... .max)
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }
}

extension EditState {
  /// The state that a georeference of a plan stands for.
  ///
  /// - Parameters:
  ///   - resolved: Where the plan is.
  ///   - size: The size of the plan.
  package init(_ resolved: ResolvedGeoreference, size: PixelSize) {
    let hand = EditAnswer.affine(resolved.georeference, size: size)
    let outline = resolved.imageOutline?.corners ?? []
    guard let set = resolved.controlPoints, let fit = resolved.fit else {
      self.init(mode: .hand, hand: hand, outline: outline)
      return
    }
    let points = set.points.map { point in
      let position = set.crs.mercator(of: point.position)
      return ControlPoint(
        pixel: point.pixel, position: CRSPoint(x: position.x, y: position.y),
        isEnabled: point.isEnabled, name: point.name)
    }
    let standard = TransformKind.standard(pointCount: points.count { $0.isEnabled })
    self.init(
      mode: .points, kind: fit.kind == standard ? nil : fit.kind, points: points, hand: hand,
      outline: outline)
  }
}

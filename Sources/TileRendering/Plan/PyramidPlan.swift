public import Georeferencing
package import RasterSources
public import TileModel

/// The plan of a build: its tiles, and the readings of the image that make them.
///
/// A build follows its plan: it reads the rasters of its steps, at those sizes and in that way, one step
/// after another.
public struct PyramidPlan: Sendable {
  private let frame: PyramidExtent
  /// The readings of the image with their tiles, in the order of the build: the deepest zoom first;
  /// never empty.
  package let steps: [RenderStep]
  /// True for a part of the image, which may be empty.
  package let isPart: Bool

  package init(
    for source: any RasterSource, georeference: Georeference, options: PyramidOptions
  ) throws(FailureReport) {
    frame = try PyramidExtent(
      path: source.path, size: source.size, georeference: georeference, options: options)
    steps = RenderStep.steps(for: source, in: frame)
    isPart = false
  }

  private init(_ frame: PyramidExtent, _ steps: [RenderStep], isPart: Bool) {
    self.frame = frame
    self.steps = steps
    self.isPart = isPart
  }

  /// The same plan for one tile alone, with the samples of the whole plan.
  package func restricted(to tile: TileCoordinate) -> PyramidPlan? {
    frame.restricted(to: tile).map { frame in
      PyramidPlan(frame, steps.compactMap { $0.restricted(to: frame.levels) }, isPart: true)
    }
  }

  package func making(_ steps: [RenderStep]) -> PyramidPlan {
    PyramidPlan(frame, steps, isPart: true)
  }

  package func reading(_ steps: [RenderStep]) -> PyramidPlan {
    PyramidPlan(frame, steps, isPart: isPart)
  }

  /// The levels, shallowest first; never empty.
  public var levels: [PyramidLevel] { frame.levels }
  package var options: PyramidOptions { frame.options }
  package var path: String { frame.path }
  /// The size of the image.
  public var size: PixelSize { frame.size }
  /// The zoom, with fractions, at which the level's resolution equals the image's.
  package var nativeZoom: Double { frame.nativeZoom }
  /// The image's bounds in projected metres, clipped to the Mercator square.
  ///
  /// Across the antimeridian they continue beyond its eastern or western edge.
  package var mercatorBounds: MercatorBounds { frame.mercatorBounds }
  /// The image's bounds in degrees; `west > east` across the antimeridian.
  public var bounds: GeographicBounds { frame.gridShift.bounds(of: mercatorBounds) }
  package var grid: TileGrid { frame.grid }
  package func shifted(_ bounds: MercatorBounds) -> MercatorBounds {
    frame.gridShift.shifted(bounds)
  }
  /// The deepest level.
  public var deepest: PyramidLevel { frame.deepest }
  /// The number of tiles of all levels, including those that will turn out empty.
  public var tileCount: Int { levels.tileCount(withRetina: options.makesRetinaTiles) }
  /// Whether every zoom is drawn by itself, so that none is an overview of another.
  package var isDrawn: Bool { steps[0].raster == .rendition }
  /// The bytes of the scratch files that are there at the same time, at most.
  public var scratchBytes: Int { steps.map(\.scratchBytes).max() ?? 0 }
  /// World pixels of the deepest level to pixels of the image at its own size.
  package var mapping: GridMapping { frame.mapping }

  /// Whether the image's bounds are those of its tiles at every level, without transparent rests.
  ///
  /// False for images that are rotated, nonlinearly georeferenced or clipped.
  package var fillsTiles: Bool {
    switch frame.mapping.form {
    case .affine, .general: return false
    case .aligned, .separable: break
    }
    if case .sheets = steps[0].access { return false }
    guard options.clips.isEmpty else { return false }
    let metatiles = options.makesRetinaTiles ? levels.dropFirst().map(\.metatiles) : []
    let sides =
      levels.map { ($0, options.tileSize.rawValue) }
      + metatiles.map { ($0, 2 * options.tileSize.rawValue) }
    return sides.allSatisfy { level, side in
      let (northWest, southEast) = frame.worldPixelBounds(atZoom: level.zoom)
      let window = WorldWindow(range: level.range, tileSize: side)
      let gaps = [
        northWest.x - Double(window.columns.lowerBound),
        northWest.y - Double(window.rows.lowerBound),
        Double(window.columns.upperBound) - southEast.x,
        Double(window.rows.upperBound) - southEast.y,
      ]
      return gaps.allSatisfy { $0 <= GridMapping.tolerance }
    }
  }
}

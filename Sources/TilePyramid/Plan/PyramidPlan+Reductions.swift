import RasterSources
import TileImaging
import TileModel

extension PyramidPlan {
  /// An image to read and the plan for its size.
  struct Reading {
    let source: any RasterSource
    let plan: PyramidPlan
  }

  /// The smallest picture that a file holds of the image which is still as fine as the deepest level
  /// everywhere, and the same levels made from it; `nil` when the image itself is to be read.
  func reduced(_ source: any RasterSource) -> Reading? {
    // Nearest picks samples of the image, and those of a smaller picture may be mixed.
    guard options.resampling != .nearest, let source = source as? any ReducibleSource else {
      return nil
    }
    let scale = mapping.leastScale(
      from: grid.worldPixel(of: mercatorBounds.northWest, atZoom: deepest.zoom),
      to: grid.worldPixel(of: mercatorBounds.southEast, atZoom: deepest.zoom))
    let tolerance = 1 + 1e-6
    guard min(scale.u, scale.v) * tolerance >= 2 else { return nil }
    let smaller = source.reductions.last { picture in
      Double(size.width) / Double(picture.size.width) <= scale.u * tolerance
        && Double(size.height) / Double(picture.size.height) <= scale.v * tolerance
    }
    guard let smaller else { return nil }
    var options = options
    options.minimumZoom = levels[0].zoom
    options.maximumZoom = deepest.zoom
    options.maximumTileCount = .max
    do throws(PlanningError) {
      let plan = try PyramidPlan(
        for: smaller, georeference: georeference.resized(from: size, to: smaller.size),
        options: options)
      return Reading(source: smaller, plan: PyramidPlan(plan, levels: levels))
    } catch {
      return nil
    }
  }
}

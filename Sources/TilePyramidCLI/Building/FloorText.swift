import BuildingManifest
import RasterSources
import TileModel
import TilePyramid

/// What is to be made of a floor of a manifest, in lines.
enum FloorText {
  static func lines(of placed: PlacedFloor, _ plan: PyramidPlan) -> [String] {
    let (first, last) = (plan.levels[0].zoom, plan.deepest.zoom)
    let columns = plan.options.tileSize.rawValue
    return [
      "", "floor \(placed.floor.id), level \(placed.floor.level): \(placed.floor.name)",
      "  image     \(placed.floor.image), \(plan.size) pixels",
      "  placed by \(placed.placement.summary)",
      "  bounds    \(PlanText.degrees(plan.bounds))",
      "  zooms     \(first)-\(last), native \(NumberText.fixed(plan.nativeZoom, 2))",
      "  tiles     at most \(plan.tileCount), \(columns) × \(columns) pixels, "
        + placed.floor.encoding.description,
      "  reading   \(PlanText.reading(of: plan))",
    ]
  }
}

import BuildingManifest
import RasterSources
import TileModel
import TilePyramid

/// What is to be made of a floor of a manifest, in lines.
enum FloorText {
  static func lines(of georeferenced: GeoreferencedFloor, _ plan: PyramidPlan) -> [String] {
    let (first, last) = (plan.levels[0].zoom, plan.deepest.zoom)
    return [
      "",
      "floor \(georeferenced.floor.id), level \(georeferenced.floor.level): \(georeferenced.floor.name)",
      "  image     \(georeferenced.floor.imageText), \(plan.size) pixels",
      "  placed by \(georeferenced.resolved.summary)",
      "  bounds    \(PlanText.degrees(plan.bounds))",
      "  zooms     \(first)-\(last), native \(NumberText.fixed(plan.nativeZoom, 2))",
      "  tiles     at most \(plan.tileCount), \(PlanText.tileSizes(of: plan)), "
        + georeferenced.floor.encoding.description,
      "  reading   \(PlanText.reading(of: plan))",
    ]
  }
}

extension BuildingManifest.Floor {
  /// What the floor is made of, in words.
  var imageText: String {
    parts.count > 1 ? "\(image) and \(parts.count - 1) more" : image
  }
}

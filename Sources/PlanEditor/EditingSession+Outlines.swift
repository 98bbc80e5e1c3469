import Foundation
import Georeferencing
import RasterSources
import TileModel
import TileStorage

extension EditingSession {
  /// Proposes a placement that fits the plan's ink to a polygon of a background.
  func outline(_ value: JSONValue, _ plan: EditedPlan) throws -> JSONValue {
    guard let numbers = value["outline"]?.numbers(count: 2),
      let index = Int(exactly: numbers[0]), let polygon = Int(exactly: numbers[1]),
      case .outlines(let area) = background(index)?.content,
      area.polygons.indices.contains(polygon),
      let ring = area.polygons[polygon].rings.first
    else {
      throw EditError(
        .badInput, "there is no outline to fit the plan to",
        expected: "a GeoJSON with a polygon as background", nextStep: "choose a polygon")
    }
    let edges = try InkOutline(of: plan.raster).edges
    guard let fit = OutlineFit(edges, to: ring) else {
      throw EditError(report: OutlineFit.nothing(at: plan.path))
    }
    return .members([
      ("hand", .array(fit.best.transform.coefficients.map(JSONValue.number))),
      ("metres", .number(fit.best.metres)),
      ("doubt", .optional(fit.doubt(at: plan.name).map { "\($0.what): \($0.found ?? "")" })),
    ])
  }

  /// Writes the outline on a plan, as it is placed, to a new GeoJSON file beside the document.
  ///
  /// Returns its path.
  func keepOutline(of edit: Edit) throws -> String {
    let georeference = try resolved(edit).georeference
    let plan = edit.edition.plans[edit.plan].plan
    let ring = try edit.state.imageOutline.map { outline in
      outline.corners.map { WebMercator.unproject(georeference.mercator(of: $0)) }
    }
    guard let ring, ring.allSatisfy({ $0.latitude.isFinite && $0.longitude.isFinite }) else {
      throw EditError(
        .badInput, "there is no outline to keep", at: plan.name,
        expected: "a polygon around the building on the plan", nextStep: "draw one")
    }
    let positions = (ring + ring.prefix(1)).map { position in
      JSONValue.array(
        [position.longitude, position.latitude].map { .number(NumberText.fixed($0, 9)) })
    }
    let feature = JSONValue.members([
      ("type", .string("Feature")), ("properties", .members([("name", .string(plan.name))])),
      (
        "geometry",
        .members([("type", .string("Polygon")), ("coordinates", .array([.array(positions)]))])
      ),
    ])
    let collection = JSONValue.members([
      ("type", .string("FeatureCollection")), ("features", .array([feature])),
    ])
    let manifest = edit.edition.building == nil ? nil : target(edit.edition.name)?.paths.points
    let stem = URL(fileURLWithPath: manifest ?? plan.path).deletingPathExtension().path
    let paths = ["\(stem)-outline.geojson"] + (2...99).map { "\(stem)-outline-\($0).geojson" }
    guard let path = paths.first(where: { access($0, F_OK) != 0 }) else {
      throw EditError(
        .badInput, "there are many outlines beside the plan", at: paths[0],
        nextStep: "remove some of them")
    }
    try AtomicFile.write(Array((collection.line + "\n").utf8), to: path)
    return path
  }
}

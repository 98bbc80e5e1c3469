import Foundation
import Georeferencing
import TilePyramid

/// A program that builds the tiles of a plan with known corners, and prints the layer.
@main
struct BuildPlan {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let plan = arguments.first, let folder = arguments.last else {
      print("usage: build-plan PLAN FOLDER")
      exit(2)
    }
    let corners = CornerCoordinates(
      topLeft: GeographicCoordinate(latitude: 47.3775, longitude: 8.5410),
      topRight: GeographicCoordinate(latitude: 47.3775, longitude: 8.5420),
      bottomRight: GeographicCoordinate(latitude: 47.3769, longitude: 8.5420),
      bottomLeft: GeographicCoordinate(latitude: 47.3769, longitude: 8.5410))
    do {
      let build = try PyramidBuild(
        plan, placement: .corners(corners), output: .directory(folder))
      let layer = try await build.run()
      let definition = layer.definition
      print("\(definition.name): zooms \(definition.minimumZoom)-\(definition.maximumZoom)")
      print("\(layer.summary.tileCount) tiles, version \(definition.versionToken)")
    } catch let error as any ReportableError {
      // The report says what failed and where, the value found, the value expected, and the next step.
      print(error.report)
      exit(1)
    }
  }
}

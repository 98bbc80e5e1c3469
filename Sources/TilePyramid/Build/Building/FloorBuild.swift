package import RasterSources
package import TileModel
package import TileRendering

package struct FloorBuild: Sendable {
  package var id: String
  package var source: any RasterSource
  package var plan: PyramidPlan
  package var encoding: PyramidEncoding
  package var earlier: EarlierTiles?
  /// True when all inputs of the floor are unchanged, so that all earlier tiles are kept.
  package var isUnchanged = false

  package init(id: String, source: any RasterSource, plan: PyramidPlan, encoding: PyramidEncoding) {
    self.id = id
    self.source = source
    self.plan = plan
    self.encoding = encoding
  }

  func builder(_ resources: BuildResources) -> PyramidBuilder {
    PyramidBuilder(source: source, plan: plan, encoding: encoding, resources: resources)
  }

  /// Everything that the tiles depend on, except the image and the way it is read.
  package var identity: BuildIdentity { builder(BuildResources(threads: 1)).identity }

  /// Worst-case working memory in bytes.
  func memoryNeeded(using resources: BuildResources) -> Int { builder(resources).memoryNeeded }
}

package struct FloorFailure: ReportableError {
  package var floor: String
  package var image: String
  package var cause: any Error

  package init(floor: String, image: String, cause: any Error) {
    self.floor = floor
    self.image = image
    self.cause = cause
  }

  package var report: FailureReport {
    guard let cause = cause as? any ReportableError else {
      return FailureReport(
        .internalFault, "floor \(floor): an unexpected fault of the program", at: image,
        found: String(reflecting: cause), nextStep: "report it with the command that was run")
    }
    var report = cause.report.naming(floor: floor)
    if let location = report.location, location != image {
      report.location = "\(location) (image \(image))"
    } else {
      report.location = image
    }
    return report
  }
}

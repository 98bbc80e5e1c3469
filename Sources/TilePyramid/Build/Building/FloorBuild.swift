package import RasterSources
public import TileModel

package struct FloorBuild: Sendable {
  /// The floor's identifier, for messages.
  package var id: String
  /// The image.
  package var source: any RasterSource
  /// What to make of it.
  package var plan: PyramidPlan
  /// How tiles become files.
  package var encoding: PyramidEncoding
  /// The tiles of an earlier build of the floor, which are kept where they are the same.
  package var earlier: EarlierTiles?
  /// Whether all of these are kept, since all of which the floor is made is as it was.
  package var isUnchanged = false

  /// Creates a description of the work.
  package init(id: String, source: any RasterSource, plan: PyramidPlan, encoding: PyramidEncoding) {
    self.id = id
    self.source = source
    self.plan = plan
    self.encoding = encoding
  }

  /// What builds the floor by itself.
  func builder(_ resources: BuildResources) -> PyramidBuilder {
    PyramidBuilder(source: source, plan: plan, encoding: encoding, resources: resources)
  }

  /// Everything that its tiles depend on besides the image and how that is read.
  package var identity: BuildIdentity { builder(BuildResources(threads: 1)).identity }

  /// The working memory that the floor takes by itself at worst, in bytes.
  func memoryNeeded(using resources: BuildResources) -> Int { builder(resources).memoryNeeded }
}

/// Why a floor could not be built.
public struct FloorFailure: ReportableError {
  /// The floor's identifier.
  public var floor: String
  /// The path of its image.
  public var image: String
  /// What happened.
  public var cause: any Error

  /// Creates an error.
  public init(floor: String, image: String, cause: any Error) {
    self.floor = floor
    self.image = image
    self.cause = cause
  }

  /// The cause in the words of a user, with the floor and its image.
  public var report: FailureReport {
    guard let cause = cause as? any ReportableError else {
      return FailureReport(
        .internalFault, "floor \(floor): an unexpected fault of the program", at: image,
        found: String(reflecting: cause), nextStep: "report it with the command that was run")
    }
    var report = cause.report
    report.what = "floor \(floor): \(report.what)"
    if let location = report.location, location != image {
      report.location = "\(location) (image \(image))"
    } else {
      report.location = image
    }
    return report
  }
}

import Georeferencing
package import TileModel

/// The failure to use a manifest: what is wrong, and in which line and column.
package struct ManifestError: ReportedFailure {
  package let report: FailureReport

  package init(report: FailureReport) { self.report = report }

  init(
    _ what: String, at location: ManifestLocation, found: String? = nil, expected: String? = nil,
    nextStep: String
  ) {
    self.init(
      .badInput, what, at: "\(location)", found: found, expected: expected, nextStep: nextStep)
  }

  static func notYAML(_ location: ManifestLocation, reason: String) -> ManifestError {
    ManifestError(
      "the manifest is not YAML", at: location, found: reason,
      expected: "keys and values as in `name: Museum`, lists with `- ` or [ ]",
      nextStep: "check indentation, colons, quotes and brackets there and in the line before")
  }

  static func tooDeep(_ location: ManifestLocation, limit: Int) -> ManifestError {
    ManifestError(
      "the manifest is nested too deeply", at: location, expected: "at most \(limit) levels",
      nextStep: "close the brackets")
  }

  static func missingKey(
    _ key: String, at location: ManifestLocation, owner: String, example: String
  ) -> ManifestError {
    ManifestError("\(owner) has no \(key)", at: location, expected: example, nextStep: "add \(key)")
  }

  static func wrongValue(
    _ key: String, at location: ManifestLocation, found: String, expected: String
  ) -> ManifestError {
    ManifestError(
      "\(key) has a value that it does not take", at: location, found: found, expected: expected,
      nextStep: "correct the value")
  }

  static func exclusiveKeys(
    _ first: String, _ second: String, at location: ManifestLocation, owner: String
  ) -> ManifestError {
    ManifestError(
      "\(first) and \(second) exclude each other", at: location, found: "both in \(owner)",
      expected: "one way to say where the image is", nextStep: "keep one of them")
  }

  static func noEffect(
    _ key: String, at location: ManifestLocation, reason: String
  ) -> ManifestError {
    .noEffect(key, at: "\(location)", reason: reason)
  }

  static func unknownFloor(
    _ id: String, at location: ManifestLocation, nearest: String?, known: [String]
  ) -> ManifestError {
    ManifestError(
      "there is no floor of that id to align with", at: location, found: id.manifestExcerpt,
      expected: nearest.map { "probably \($0)" } ?? known.prefix(20).joined(separator: ", "),
      nextStep: "name another floor of the manifest")
  }

  static func alignmentCycle(_ ids: [String], at location: ManifestLocation) -> ManifestError {
    ManifestError(
      ids.count == 1
        ? "a floor is to be aligned with itself"
        : "floors are to be aligned with each other in a circle",
      at: location, found: (ids + ids.prefix(1)).joined(separator: " → "),
      expected: "one floor of them with a placement of its own",
      nextStep: "place one of the floors by bounds, corners, gcps, gcp-file or anchor")
  }

  static func cannotEdit(
    floor: String, at location: ManifestLocation, found: String, expected: String
  ) -> ManifestError {
    ManifestError(
      "the text of floor \(floor) cannot be changed by itself", at: location, found: found,
      expected: expected, nextStep: "write the floor so, or change it in the manifest by hand")
  }

  // MARK: What comes from beyond the manifest's own text

  static func badImages(
    floor: String, at location: ManifestLocation, cause error: any Error
  ) -> ManifestError {
    ManifestError(
      (error as? any ReportableError)?.report ?? FailureReport(.internalFault, "\(error)"),
      what: "the images of floor \(floor)", at: location)
  }

  static func badGeoreference(
    floor: String, at location: ManifestLocation, _ error: GeoreferenceError
  ) -> ManifestError {
    guard case .noGeoreference(_, let sidecars, let file, nil) = error else {
      return ManifestError(error.report, what: "the placement of floor \(floor)", at: location)
    }
    return ManifestError(
      "floor \(floor) has no georeference", at: location,
      found: file.map { "control points in \($0), which are used only when named" },
      expected: "\(ManifestKeys.ways.joined(separator: ", ")), or a file beside the image: "
        + sidecars.joined(separator: ", "),
      nextStep: "place it on a page with tilepyramid building edit \(location.path), or add one of"
        + " these to the floor")
  }

  /// A cause from beyond the manifest, led back to the line that states it.
  init(_ cause: FailureReport, what: String, at location: ManifestLocation) {
    var report = cause
    // A parameter as the location would say the same as the line of the manifest.
    let source = cause.location.flatMap { $0.hasPrefix("`") ? nil : " (\($0))" } ?? ""
    report.what = "\(what): \(ManifestKeys.naming(cause.what))\(source)"
    report.location = "\(location)"
    report.found = cause.found.map(ManifestKeys.naming)
    report.expected = cause.expected.map(ManifestKeys.naming)
    report.nextStep = (location.advice(on: cause) ?? cause.nextStep).map(ManifestKeys.naming)
    self.init(report: report)
  }
}

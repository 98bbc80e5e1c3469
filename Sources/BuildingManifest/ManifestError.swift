public import RasterSources
public import TileModel

/// Why a manifest cannot be used.
public enum ManifestError: ReportableError, Hashable {
  /// The file cannot be opened or read.
  case cannotRead(path: String, reason: String)
  /// The path is not that of a regular file; `found` is what it is.
  case notAFile(path: String, found: String)
  /// The file is larger than any manifest.
  case tooLarge(path: String, limit: Int)
  /// The file is not UTF-8.
  case notText(path: String)
  /// The file holds nothing but comments.
  case empty(path: String)
  /// The text is not YAML.
  case notYAML(ManifestLocation, reason: String)
  /// There are more YAML aliases than are followed.
  case tooManyAliases(ManifestLocation, limit: Int)
  /// There are more values than in any manifest.
  case tooManyValues(ManifestLocation, limit: Int)
  /// Values nest deeper than in any manifest.
  case tooDeep(ManifestLocation, limit: Int)
  /// A mapping has a key twice.
  case duplicateKey(String, at: ManifestLocation)
  /// A key is not one of those known there.
  case unknownKey(String, at: ManifestLocation, owner: String, nearest: String?, known: [String])
  /// A key that is needed is not there.
  case missingKey(String, at: ManifestLocation, owner: String, example: String)
  /// A value cannot be what its key asks for.
  case wrongValue(String, at: ManifestLocation, found: String, expected: String)
  /// Two keys exclude each other.
  case exclusiveKeys(String, String, at: ManifestLocation, owner: String)
  /// A key has no effect with the others given.
  case noEffect(String, at: ManifestLocation, reason: String)
  /// Two floors have one identifier, or two that differ in case only.
  case duplicateFloor(String, at: ManifestLocation, first: String, firstLine: Int)
  /// Two floors have one level.
  case duplicateLevel(
    FloorLevel, floor: String, at: ManifestLocation, first: String, firstLine: Int)
  /// A floor is to be aligned with one that does not exist.
  case unknownFloor(String, at: ManifestLocation, nearest: String?, known: [String])
  /// Floors are aligned with each other in a circle.
  case alignmentCycle([String], at: ManifestLocation)
  /// A template cannot name tiles.
  case badTemplate(String, at: ManifestLocation, TileTemplateError)
  /// An image cannot be read.
  case badImage(floor: String, at: ManifestLocation, RasterError)
  /// One of several images of a floor cannot be used.
  case badImages(floor: String, at: ManifestLocation, FailureReport)
  /// A floor cannot be georeferenced.
  case badGeoreference(floor: String, at: ManifestLocation, GeoreferenceError)
  /// A file of named points cannot be used.
  case badPoints(floor: String, at: ManifestLocation, GeoreferenceError)
  /// A floor has one point at two positions.
  case conflictingPoint(String, floor: String, at: ManifestLocation)
  /// A floor and its reference share too few points.
  case tooFewSharedPoints(
    floor: String, reference: String, shared: [String], needed: Int, at: ManifestLocation)
  /// Floors put shared points farther apart than the manifest allows.
  case floorsDisagree([PointAgreement], limit: Double, at: ManifestLocation)
  /// A floor is written so that no key of it can be changed by itself.
  case cannotEdit(floor: String, at: ManifestLocation, found: String, expected: String)
}

extension ManifestError {
  /// What is wrong with one of several images of a floor.
  static func badImages(
    floor: String, at location: ManifestLocation, cause error: any Error
  ) -> ManifestError {
    .badImages(
      floor: floor, at: location,
      (error as? any ReportableError)?.report ?? FailureReport(.internalFault, "\(error)"))
  }

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .cannotRead(let path, let reason):
      FailureReport(
        .cannotAccess, "the manifest cannot be read", at: path, found: reason,
        nextStep: "check the path and its permissions")
    case .notAFile(let path, let found):
      FailureReport(
        .badInput, "the manifest is not a regular file", at: path, found: found,
        expected: "the path of a file", nextStep: "check that the right file is named")
    case .tooLarge(let path, let limit):
      FailureReport(
        .badInput, "the file is too large for a manifest", at: path,
        expected: "at most \(limit) bytes", nextStep: "check that the right file is named")
    case .notText(let path):
      FailureReport(
        .badInput, "the manifest is not text in UTF-8", at: path, expected: "YAML in UTF-8",
        nextStep: "save the file in UTF-8")
    case .empty(let path):
      FailureReport(
        .badInput, "the manifest is empty", at: path, expected: "a mapping with name and floors",
        nextStep: "write one with tilepyramid building init FOLDER")
    case .notYAML(let location, let reason):
      FailureReport(
        .badInput, "the manifest is not YAML", at: "\(location)", found: reason,
        expected: "keys and values as in `name: Museum`, lists with `- ` or [ ]",
        nextStep: "check indentation, colons, quotes and brackets there and in the line before")
    case .tooManyAliases(let location, let limit):
      FailureReport(
        .badInput, "the manifest has too many YAML aliases", at: "\(location)",
        expected: "at most \(limit) positions at which an alias such as *name can be",
        nextStep: "state what floors share once, at the top")
    case .tooManyValues(let location, let limit):
      FailureReport(
        .badInput, "the manifest has too many values", at: "\(location)",
        expected: "at most \(limit), with aliases followed",
        nextStep: "move long lists of points into files")
    case .tooDeep(let location, let limit):
      FailureReport(
        .badInput, "the manifest is nested too deeply", at: "\(location)",
        expected: "at most \(limit) levels", nextStep: "close the brackets")
    case .duplicateKey(let key, let location):
      FailureReport(
        .badInput, "a key is given twice", at: "\(location)", found: key.manifestExcerpt,
        expected: "each key once", nextStep: "remove one of the two")
    case .unknownKey(let key, let location, let owner, let nearest, let known):
      FailureReport(
        .badInput, "\(owner) has no such key", at: "\(location)", found: key.manifestExcerpt,
        expected: nearest.map { "probably \($0)" } ?? known.joined(separator: ", "),
        nextStep: nearest == nil ? "correct or remove the key" : "correct the key")
    case .missingKey(let key, let location, let owner, let example):
      FailureReport(
        .badInput, "\(owner) has no \(key)", at: "\(location)", expected: example,
        nextStep: "add \(key)")
    case .wrongValue(let key, let location, let found, let expected):
      FailureReport(
        .badInput, "\(key) has a value that it does not take", at: "\(location)", found: found,
        expected: expected, nextStep: "correct the value")
    case .exclusiveKeys(let first, let second, let location, let owner):
      FailureReport(
        .badInput, "\(first) and \(second) exclude each other", at: "\(location)",
        found: "both in \(owner)", expected: "one way to say where the image is",
        nextStep: "keep one of them")
    case .noEffect(let key, let location, let reason):
      FailureReport(
        .badInput, "\(key) has no effect", at: "\(location)", found: reason,
        nextStep: "leave \(key) out")
    case .duplicateFloor(let id, let location, let first, let line):
      FailureReport(
        .badInput,
        id == first
          ? "two floors have the same id" : "the ids of two floors differ only in case or accents",
        at: "\(location)", found: id == first ? id : "\(id) and \(first)",
        expected: "an id of its own; \(first) is in line \(line)",
        nextStep: "give one of them another id")
    case .duplicateLevel(let level, let floor, let location, let first, let line):
      FailureReport(
        .badInput, "two floors have the same level", at: "\(location)",
        found:
          "level \(level) for \(floor.manifestExcerpt), and for \(first.manifestExcerpt) in line \(line)",
        expected: "a level of its own for each floor, such as 0.5 for a mezzanine",
        nextStep: "state another level for one of them")
    case .unknownFloor(let id, let location, let nearest, let known):
      FailureReport(
        .badInput, "there is no floor of that id to align with", at: "\(location)",
        found: id.manifestExcerpt,
        expected: nearest.map { "probably \($0)" } ?? known.prefix(20).joined(separator: ", "),
        nextStep: "name another floor of the manifest")
    case .alignmentCycle(let ids, let location):
      FailureReport(
        .badInput,
        ids.count == 1
          ? "a floor is to be aligned with itself"
          : "floors are to be aligned with each other in a circle",
        at: "\(location)", found: (ids + ids.prefix(1)).joined(separator: " → "),
        expected: "one floor of them with a placement of its own",
        nextStep: "place one of the floors by bounds, corners, gcps, gcp-file or anchor")
    default: consequenceReport
    }
  }

  /// The reports of errors that come from beyond the manifest's own text.
  private var consequenceReport: FailureReport {
    switch self {
    case .badTemplate(let key, let location, let error):
      Self.wrapped(error.report, what: key, at: location)
    case .badImage(let floor, let location, let error):
      Self.wrapped(error.report, what: "the image of floor \(floor)", at: location)
    case .badImages(let floor, let location, let report):
      Self.wrapped(report, what: "the images of floor \(floor)", at: location)
    case .badGeoreference(let floor, let location, .noGeoreference(_, let sidecars, let file)):
      FailureReport(
        .badInput, "floor \(floor) has no georeference", at: "\(location)",
        found: file.map { "control points in \($0), which are used only when named" },
        expected: "\(ManifestKeys.ways.joined(separator: ", ")), or a file beside the image: "
          + sidecars.joined(separator: ", "),
        nextStep: "add one of these to the floor")
    case .badGeoreference(let floor, let location, let error):
      Self.wrapped(error.report, what: "the placement of floor \(floor)", at: location)
    case .badPoints(let floor, let location, let error):
      Self.wrapped(error.report, what: "the points of floor \(floor)", at: location)
    case .conflictingPoint(let name, let floor, let location):
      FailureReport(
        .badInput, "floor \(floor) has the point \(name.manifestExcerpt) at two positions",
        at: "\(location)", expected: "one position in points and in gcps, or two names",
        nextStep: "correct one of them")
    case .tooFewSharedPoints(let floor, let reference, let shared, let needed, let location):
      FailureReport(
        .badInput, "floor \(floor) shares too few named points with floor \(reference)",
        at: "\(location)",
        found: shared.isEmpty ? "none" : shared.prefix(10).joined(separator: ", "),
        expected: "at least \(needed) points of the same names in both floors",
        nextStep: "add points, such as lifts, stairs or columns, to both floors")
    case .floorsDisagree(let points, let limit, let location):
      FailureReport(
        .badInput, "floors disagree about where shared points are", at: "\(location)",
        found: points.prefix(5).map(\.description).joined(separator: "; ")
          + (points.count > 5 ? "; and \(points.count - 5) more" : ""),
        expected: "at most \(NumberText.brief(limit)) m apart",
        nextStep: "check these points on both floors, or raise alignment-limit")
    case .cannotEdit(let floor, let location, let found, let expected):
      FailureReport(
        .badInput, "the text of floor \(floor) cannot be changed by itself", at: "\(location)",
        found: found, expected: expected,
        nextStep: "write the floor so, or change it in the manifest by hand")
    default:
      FailureReport(.internalFault, "an error of the manifest has no words", nextStep: "report it")
    }
  }

  /// An error from beyond the manifest, led back to the line that caused it.
  private static func wrapped(
    _ report: FailureReport, what: String, at location: ManifestLocation
  ) -> FailureReport {
    var result = report
    // A parameter as the location would say the same as the line of the manifest.
    let source = report.location.flatMap { $0.hasPrefix("`") ? nil : " (\($0))" } ?? ""
    result.what = "\(what): \(ManifestKeys.naming(report.what))\(source)"
    result.location = "\(location)"
    result.found = report.found.map(ManifestKeys.naming)
    result.expected = report.expected.map(ManifestKeys.naming)
    result.nextStep = report.nextStep.map(ManifestKeys.naming)
    return result
  }
}

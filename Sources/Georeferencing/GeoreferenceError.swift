public import TileModel

/// A reason why a raster cannot be georeferenced.
///
/// `location` is the path or option concerned, as a user would name it.
public enum GeoreferenceError: ReportableError, Hashable {
  /// The image has no georeference.
  ///
  /// `lookedFor` are the sidecars that were not there, `pointsFile` a file of control points that is, and
  /// `camera` the position of the camera that took a photograph.
  case noGeoreference(
    image: String, lookedFor: [String], pointsFile: String?, camera: GeographicCoordinate? = nil)
  /// A file cannot be opened or read.
  case cannotRead(path: String, reason: String)
  /// An image is placed by the scale of its drawing, and its resolution is not known.
  case resolutionRequired
  /// The file of an image states unequal resolutions of rows and columns.
  case unequalResolutions(path: String, PaperResolution)
  /// A path is not that of a regular file but of `found`.
  case notAFile(path: String, found: String)
  /// A text file is larger than any of its kind.
  case tooLarge(path: String, limit: Int)
  /// No coordinate reference system has such a name, code or definition.
  ///
  /// `suggestion` is one with a similar name.
  case unknownCRS(String, suggestion: String?, location: String)
  /// A coordinate reference system is not related to WGS 84.
  case unsupportedCRS(String, location: String)
  /// The definition of a coordinate reference system names a grid that cannot be applied, for a `reason`.
  case unusableGrid(String, reason: String, location: String)
  /// A file holds this text in place of a recognised definition of a system.
  case unrecognisedCRS(String, location: String)
  /// The registry of coordinate reference systems is not there.
  case projectionUnavailable(location: String)
  /// Coordinates come without a system.
  case crsRequired(location: String, likely: LikelySystem)
  /// The value of an option cannot be read.
  case malformedOption(String, found: String, expected: String)
  /// A line of a file cannot be read.
  ///
  /// Lines and columns count from 1.
  case malformedFile(path: String, line: Int, column: Int?, found: String, expected: String)
  /// A file has no polygon.
  case noPolygon(path: String, found: String)
  /// A file has no feature of a name, or several and none is named; `known` are names.
  case noFeature(path: String, found: String?, known: [String])
  /// The edge of an image cannot be read, or does not decide its place, for a reason.
  case notFitted(FailureReport)
  /// A latitude is beyond 90 degrees.
  case latitudeBeyondPole(Double, location: String)
  /// Latitudes and longitudes were exchanged: `found` makes no sense as it is, and `right` is what was meant.
  case exchangedAxes(found: String, right: String?, location: String)
  /// A file whose coordinates are degrees by its standard has others.
  case notDegrees(CRSPoint, likely: [LikelySystem.Registered], location: String)
  /// A latitude is beyond ±85.0511 degrees, where Web Mercator ends.
  case latitudeBeyondMercator(Double, location: String)
  /// A longitude is beyond ±180 degrees.
  case longitudeBeyondAntimeridian(Double, location: String)
  /// The image would span more than all longitudes.
  case widerThanWorld(location: String)
  /// No part of the image has a position in its system.
  case outsideSystem(CRSPoint, crs: String, location: String)
  /// A rectangle has no area.
  case emptyBounds(GeographicBounds, location: String)
  /// Four corners do not make a quadrilateral that an image can fill.
  case badCorners(CornerFault, location: String)
  /// There are more control points than a spline is made of.
  case tooManyPoints(found: Int, limit: Int, location: String)
  /// A transform was chosen, but there are no control points to fit it to.
  case transformWithoutPoints(TransformKind, location: String)
  /// The transform lays one part of the image over another.
  case foldedImage(location: String)
  /// There are fewer control points than the transform needs.
  case tooFewPoints(found: Int, needed: Int, kind: TransformKind, location: String)
  /// No control point of a file is in the image.
  case pointsOutsideImage(location: String, size: PixelSize, first: PixelPoint)
  /// Two control points share a position.
  case repeatedPoints(String, String, plane: ControlPointPlane, location: String)
  /// Control points are on one line.
  case collinearPoints([String], plane: ControlPointPlane, location: String)
  /// No transform of the kind fits the control points.
  case noFit(kind: TransformKind, location: String)
  /// A coefficient is not a finite number.
  case notFinite(location: String)
  /// The transform squeezes the image onto a line or a point.
  case notInvertible(location: String)
  /// The horizon of a projective transform crosses the image.
  case horizonInImage(location: String)
  /// The image is outside the square of Web Mercator, wholly or in part.
  case outsideWorld(location: String, corner: MercatorPoint, wholly: Bool)
  /// One pixel would span less than 0.1 micrometre or more than 1000 kilometres.
  case absurdScale(metresPerPixel: Double, isAngular: Bool, location: String)
  /// Coordinates in degrees are declared as metres.
  case degreesAsMetres(location: String)

  /// A fault of four corners.
  public enum CornerFault: String, Hashable, Sendable {
    /// Two edges cross.
    case selfCrossing = "the edges cross each other"
    /// A corner points inwards.
    case concave = "one corner points inwards"
    /// Three corners are on a line, or two are the same.
    case degenerate = "three corners are on a line, or two are the same"
  }

  /// The plane in which control points are unusable.
  public enum ControlPointPlane: String, Hashable, Sendable {
    /// In the image.
    case image = "in the image"
    /// On the map.
    case map = "on the map"
  }
}

extension GeoreferenceError {
  /// The failure report for users.
  public var report: FailureReport {
    switch self {
    case .noGeoreference(let image, _, _, let camera?):
      FailureReport(
        .badInput, "the photograph has no georeference", at: image,
        found: "the position of the camera alone, \(camera.text)",
        expected: "a picture that was rectified, or points on the ground that it shows",
        nextStep: "rectify it first: the photograph of a plan by four `controlPoints` or more with"
          + " `transform` projective, or on a page with tilepyramid georeference PHOTOGRAPH `edit`;"
          + " photographs from the air by making an orthophoto of them, such as with OpenDroneMap")
    case .noGeoreference(let image, let lookedFor, let pointsFile, nil):
      FailureReport(
        .badInput, "the image has no georeference", at: image,
        found: pointsFile.map { "control points in \($0), which are used only when named" },
        expected: "a sidecar (\(lookedFor.joined(separator: ", "))), or an option",
        nextStep: pointsFile.map { "pass `controlPointFile` \($0)" }
          ?? "pass what is known: `bounds`, `corners`, `controlPoints`, `controlPointFile`, `overlayFile`,"
          + " `anchor` with `metresPerPixel`, or `worldFile` with `crs`; or place it on a page"
          + " with tilepyramid georeference PLAN `edit`; or pass `grid` image for tiles of the picture itself"
      )
    case .cannotRead(let path, let reason):
      FailureReport(
        .cannotAccess, "the file cannot be read", at: path, found: reason,
        nextStep: "check the path and its permissions")
    case .resolutionRequired:
      FailureReport(
        .badInput, "`scale` needs `dotsPerInch`", found: "no resolution in the file of the image",
        expected: "`dotsPerInch` 300, as the plan was scanned", nextStep: "add `dotsPerInch`")
    case .unequalResolutions(let path, let resolution):
      FailureReport(
        .badInput, "the image has two resolutions, and `dotsPerInch` is one", at: path,
        found: "\(resolution.text)\(resolution.isRatio ? "" : " an inch") along rows and columns",
        expected: "the resolution of each axis",
        nextStep: resolution.isRatio
          ? "state both in the file (such as with exiftool -XResolution=204 -YResolution=98"
            + " -ResolutionUnit=inches FILE), and leave `dotsPerInch` out"
          : "leave `dotsPerInch` out, so that both of the file count")
    case .notAFile(let path, let found):
      FailureReport(
        .badInput, "this is not a regular file", at: path, found: found,
        expected: "the path of a text file", nextStep: "check that the right file is named")
    case .tooLarge(let path, let limit):
      FailureReport(
        .badInput, "the file is too large to be a text file of this kind", at: path,
        expected: "at most \(limit) bytes", nextStep: "check that the right file is named")
    case .malformedOption(let option, let found, let expected):
      FailureReport(
        .badInput, "the value cannot be read", at: option, found: found, expected: expected,
        nextStep: "correct the value")
    case .malformedFile(let path, let line, let column, let found, let expected):
      FailureReport(
        .badInput, "the line cannot be read",
        at: "\(path):\(line)" + (column.map { ":\($0)" } ?? ""), found: found, expected: expected,
        nextStep: "correct the line")
    case .notFitted(let report): report
    case .noFeature(let path, let found, let known):
      FailureReport(
        .badInput, found == nil ? "the file has several outlines" : "the file has no such feature",
        at: path, found: found,
        expected: known.isEmpty
          ? "the number of a feature, from 1"
          : known.prefix(20).joined(separator: ", ") + (known.count > 20 ? ", ..." : ""),
        nextStep: "name the building of the plan with `feature`")
    case .noPolygon(let path, let found):
      FailureReport(
        .badInput, "the file has no polygon", at: path, found: found,
        expected: "a GeoJSON file with a Polygon or MultiPolygon",
        nextStep:
          "name a file with polygons: of an IMDF archive, which is a ZIP, its footprint.geojson or level.geojson"
      )
    case .unknownCRS(let name, let suggestion, let location):
      FailureReport(
        .badInput, "no coordinate reference system is called so", at: location, found: name,
        expected: "a code such as EPSG:32633, a full name, well-known text, or a string of PROJ",
        nextStep: suggestion.map { "is \"\($0)\" meant?" } ?? "look up the code, such as EPSG:32633"
      )
    case .unsupportedCRS(let name, let location):
      FailureReport(
        .badInput, "the coordinate reference system cannot be related to WGS 84", at: location,
        found: name, expected: "a projected or geographic system of the earth",
        nextStep: "name the system of the eastings and northings with `crs`")
    case .unrecognisedCRS(let found, let location):
      FailureReport(
        .badInput, "the file's coordinate reference system is not recognised", at: location,
        found: found, expected: "a registered code, or a known projection, datum and ellipsoid",
        nextStep:
          "name the system with `crs`: a code such as EPSG:32633, well-known text, or a string"
          + " of PROJ such as \"+proj=laea +lat_0=52 +lon_0=10 +datum=WGS84\"")
    case .unusableGrid(let name, let reason, let location):
      FailureReport(
        .badInput, "the coordinate reference system needs a grid that cannot be used", at: location,
        found: "\(name), \(reason)",
        expected: "a grid in a folder of PROJ_DATA, or the absolute path of one",
        nextStep: "install the grid, or name a system that needs none")
    case .projectionUnavailable(let location):
      FailureReport(
        .cannotAccess, "PROJ's registry of systems, proj.db, is not found", at: location,
        expected: "proj.db of the library PROJ; EPSG:3857 and EPSG:4326 do without it",
        nextStep: "install proj-data (Debian) or proj (Homebrew), or set PROJ_DATA to its folder")
    case .crsRequired(let location, let likely):
      FailureReport(
        .badInput, "the coordinates come without a coordinate reference system", at: location,
        found: likely.description, expected: "a .prj or .aux.xml beside the image, or `crs`",
        nextStep: likely.advice)
    case .degreesAsMetres(let location):
      FailureReport(
        .badInput, "the coordinates look like degrees, but EPSG:3857 counts metres", at: location,
        nextStep: "pass `crs` EPSG:4326")
    case .tooManyPoints(let found, let limit, let location):
      FailureReport(
        .badInput, "there are too many control points for a thin-plate spline", at: location,
        found: "\(found)", expected: "at most \(limit)",
        nextStep: "pass `transform` polynomial3, or leave points out")
    case .transformWithoutPoints(let kind, let location):
      FailureReport(
        .badInput, "a transform is chosen, but the image is not placed by control points",
        at: location, found: "`transform` \(kind.rawValue)",
        nextStep: "leave `transform` out, or pass `controlPoints` or `controlPointFile`")
    case .foldedImage(let location):
      FailureReport(
        .badInput, "the transform folds the image over itself", at: location,
        nextStep: "check the points for mix-ups, add some near the edges, or pass a simpler"
          + " `transform`")
    case .tooFewPoints(let found, let needed, let kind, let location):
      FailureReport(
        .badInput, "there are too few control points", at: location, found: "\(found)",
        expected: "at least \(needed) for the \(kind.rawValue) transform",
        nextStep: "add control points, far apart")
    case .pointsOutsideImage(let location, let size, let first):
      FailureReport(
        .badInput, "none of the control points is in the image", at: location,
        found:
          "column \(NumberText.brief(first.x)), row \(NumberText.brief(first.y)) in an image of"
          + " \(size) pixels", expected: "columns and rows of this image",
        nextStep:
          "if the file has coordinates of the map there, as QGIS and ArcGIS write them for an"
          + " image that was georeferenced before, put that image's world file or .aux.xml beside it,"
          + " or pick the points again on the image as it is")
    case .repeatedPoints(let first, let second, let plane, let location):
      FailureReport(
        .badInput, "two control points share a position \(plane.rawValue)", at: location,
        found: "\(first) and \(second)", nextStep: "remove or correct one of them")
    case .collinearPoints(let names, let plane, let location):
      FailureReport(
        .badInput, "control points are on one line \(plane.rawValue)", at: location,
        found: names.prefix(6).joined(separator: ", ") + (names.count > 6 ? ", …" : ""),
        expected: "points spread over the image",
        nextStep: "add a point away from the line, or pass `transform` similarity")
    case .noFit(let kind, let location):
      FailureReport(
        .badInput, "no \(kind.rawValue) transform fits the control points", at: location,
        nextStep: "check the points for mix-ups, or choose another `transform`")
    case .latitudeBeyondPole(let latitude, let location):
      FailureReport(
        .badInput, "a latitude is beyond 90 degrees", at: location, found: latitude.description,
        expected: "-90...90",
        nextStep:
          "are latitude and longitude swapped? Bounds and files in metres need the code of their system,"
          + " such as `crs` EPSG:3857")
    case .exchangedAxes(let found, let right, let location):
      FailureReport(
        .badInput, "latitude and longitude are swapped", at: location, found: found,
        nextStep: "exchange them" + (right.map { ": \($0)" } ?? ""))
    case .notDegrees(let point, let likely, let location):
      FailureReport(
        .badInput, "the coordinates are not degrees", at: location,
        found: "\(NumberText.brief(point.x)), \(NumberText.brief(point.y))",
        expected: "longitude, latitude; or others, and their system",
        nextStep: Self.advice(systems: likely, isFile: !location.hasPrefix("`")))
    case .latitudeBeyondMercator(let latitude, let location):
      FailureReport(
        .badInput, "a latitude is beyond the edge of Web Mercator", at: location,
        found: latitude.description, expected: "-85.0511...85.0511",
        nextStep: "crop the image, or place an image that is linear in degrees with `crs` EPSG:4326"
      )
    case .longitudeBeyondAntimeridian(let longitude, let location):
      FailureReport(
        .badInput, "a longitude is beyond 180 degrees", at: location, found: longitude.description,
        expected: "-180...180", nextStep: "subtract 360 from longitudes that run from 0 to 360")
    case .widerThanWorld(let location):
      FailureReport(
        .badInput, "the image spans more than 360 degrees of longitude", at: location,
        expected: "at most once around the world",
        nextStep: "check the size of a sample, or cut the image")
    case .outsideSystem(let point, let crs, let location):
      FailureReport(
        .badInput, "the image is where its coordinate reference system has no positions",
        at: location, found: "\(NumberText.brief(point.x)), \(NumberText.brief(point.y)) in \(crs)",
        nextStep: "check the coordinates and their system (`crs`)")
    case .emptyBounds(let bounds, let location):
      FailureReport(
        .badInput, "the bounds have no area", at: location,
        found: "west \(bounds.west), south \(bounds.south), east \(bounds.east),"
          + " north \(bounds.north)", expected: "west < east and south < north",
        nextStep: bounds.south > bounds.north
          ? "exchange south and north: the order is W,S,E,N"
          : "give the bounds as W,S,E,N: longitude, latitude, longitude, latitude")
    case .badCorners(let fault, let location):
      FailureReport(
        .badInput, "the corners do not bound an image: \(fault.rawValue)", at: location,
        expected: "top-left, top-right, bottom-right, bottom-left, each lat,lng",
        nextStep: fault == .selfCrossing
          ? "give them clockwise from the top left, not row by row"
          : "check the order of the corners")
    case .notFinite(let location):
      FailureReport(
        .badInput, "the placement is not made of finite numbers", at: location,
        nextStep: "correct the placement")
    case .notInvertible(let location):
      FailureReport(
        .badInput, "the placement squeezes the image onto a line or a point", at: location,
        expected: "columns and rows that step in different directions",
        nextStep: "correct the placement")
    case .horizonInImage(let location):
      FailureReport(
        .badInput, "the horizon of the projective transform crosses the image", at: location,
        nextStep: "check the points for mix-ups, or pass `transform` affine")
    case .outsideWorld(let location, let corner, let wholly):
      FailureReport(
        .badInput, "the image is \(wholly ? "" : "partly ")outside Web Mercator", at: location,
        found:
          "a corner at x \(NumberText.brief(corner.x)), y \(NumberText.brief(corner.y)) metres",
        expected: "-20037508.34...20037508.34",
        nextStep: "check the coordinates and their system (`crs`)")
    case .absurdScale(let metres, let isAngular, let location):
      FailureReport(
        .badInput, "one sample would span \(NumberText.brief(metres)) metres", at: location,
        expected: "between 1e-7 and 1e6 metres",
        nextStep: Self.advice(metresPerPixel: metres, isAngular: isAngular))
    }
  }

  private static func advice(systems: [LikelySystem.Registered], isFile: Bool) -> String {
    let code = systems.first?.code ?? "EPSG:2056"
    let known = systems.map(\.text).joined(separator: ", or ")
    return (known.isEmpty ? "" : "probably \(known): ")
      + (isFile
        ? "write the code into the file, as a member such as"
          + " \"crs\": {\"type\": \"name\", \"properties\": {\"name\": \"\(code)\"}}"
        : "pass the code, such as `crs` \(code)")
  }

  private static func advice(metresPerPixel: Double, isAngular: Bool) -> String {
    switch (isAngular, metresPerPixel < 1) {
    case (false, true): "are the values degrees? Say `crs` EPSG:4326"
    case (true, false): "are the values metres? Say `crs` EPSG:3857"
    default: "check the size of a sample and its unit"
    }
  }
}

extension LikelySystem {
  fileprivate var description: String {
    switch self {
    case .geographic: "values that fit degrees"
    case .webMercator: "values that fit the metres of Web Mercator"
    case .webMercatorOrZone: "values that fit Web Mercator, but also a zone of UTM"
    case .other: "values that fit neither degrees nor Web Mercator"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .geographic: "probably `crs` EPSG:4326"
    case .webMercator: "probably `crs` EPSG:3857"
    case .webMercatorOrZone:
      "pass `crs` EPSG:3857 if it is Web Mercator, or the code of the zone, such as"
        + " `crs` EPSG:32633 for zone 33 north"
    case .other: "it looks like a projected system: pass its code, such as `crs` EPSG:2056"
    }
  }
}

import Georeferencing
import RasterSources
import TileModel

/// Reads a GeoJSON index of images: features with the property `location`, as gdaltindex writes, or STAC
/// items.
///
/// Sources: RFC 7946; GDAL, "gdaltindex", https://gdal.org/en/stable/programs/gdaltindex.html; STAC Item
/// Specification 1.0.0, "Asset Object", https://github.com/radiantearth/stac-spec
enum ImageIndexFile {
  /// In bytes; a STAC item takes some 3 KB.
  static let sizeLimit = 160 << 20
  private static let mediaTypes = RasterFormat.allCases.map(\.mediaType)
  private static let suffixes = RasterFormat.allCases.flatMap(\.extensions).map { "." + $0 }
  private static let visual = "visual"

  static func images(
    bytes: [UInt8], path: String, cutsToFootprints: Bool
  ) throws(FailureReport) -> [ListedImage]? {
    var images: [ListedImage] = []
    var failure: FailureReport?
    func line(_ offset: Int) -> Int { bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1 }
    func read(_ cut: CoordinateReferenceSystem?) throws(FailureReport) -> JSONValue {
      do throws(JSONSyntaxError) {
        return try JSONParser.object(of: bytes, streaming: "features") { feature, offset in
          do throws(FailureReport) {
            guard images.count < ListedImage.countLimit else {
              throw .tooManyImages(in: path)
            }
            images.append(try image(of: feature, cut, path: path, line: line(offset)))
          } catch { failure = error }
          return failure == nil
        }
      } catch {
        if let failure { throw failure }
        throw .malformedList(
          path, line: line(error.offset), found: "no readable GeoJSON: \(error.reason)",
          expected: "an index of images in GeoJSON")
      }
    }
    var rest = try read(nil)
    guard rest["type"] != nil else { return nil }
    var crs: CoordinateReferenceSystem?
    if cutsToFootprints {
      // The system may be stated behind the features, which are then read again.
      do throws(GeoreferenceError) {
        crs = try CutlineFile.system(of: rest, path: path)
      } catch { throw error.report }
      images = []
      rest = try read(crs)
    }
    if case .string("Feature") = rest["type"] {
      return [try image(of: rest, crs, path: path, line: 1)]
    }
    guard case .string("FeatureCollection") = rest["type"] else {
      throw .malformedList(
        path, line: 1, found: "JSON of another kind",
        expected: "a FeatureCollection whose features have a location, or STAC items")
    }
    guard !images.isEmpty else { throw .emptyList(path) }
    return images
  }

  private static func image(
    of feature: JSONValue, _ crs: CoordinateReferenceSystem?, path: String,
    line: @autoclosure () -> Int
  ) throws(FailureReport) -> ListedImage {
    let location: String
    if case .string(let text) = feature["properties"]?["location"] {
      location = text
    } else if case .object(let assets) = feature["assets"] {
      location = try href(of: assets, path: path, line: line())
    } else {
      throw .malformedList(
        path, line: line(), found: "a feature without a location and without assets",
        expected:
          "the path of an image in the property location, or a STAC item; outlines of buildings"
          + " are for `fitOutline`, areas to cut out for `cutline`")
    }
    let file = try ListedImage.path(location, in: path, isRelative: true, line: line())
    var attribution: String?
    if case .string(let text) = feature["properties"]?["attribution"], !text.isEmpty {
      attribution = text
    }
    guard let crs else { return ListedImage(file, .none, attribution: attribution) }
    do throws(GeoreferenceError) {
      return ListedImage(
        file, .cut(try CutlineFile.area(of: feature, crs: crs, path: path)),
        attribution: attribution)
    } catch { throw error.report }
  }

  private static func href(
    of assets: [JSONValue.Member], path: String, line: @autoclosure () -> Int
  ) throws(FailureReport) -> String {
    var rasters: [(name: String, href: String, isVisual: Bool)] = []
    for asset in assets {
      guard case .string(let href) = asset.value["href"] else { continue }
      var roles: [JSONValue] = []
      if case .array(let values) = asset.value["roles"] { roles = values }
      // A preview is no image in its own right.
      if roles.contains(where: { ["thumbnail", "overview"].map(JSONValue.string).contains($0) }) {
        continue
      }
      if case .string(let type) = asset.value["type"] {
        guard mediaTypes.contains(where: { type.hasPrefix($0) }) else { continue }
      } else {
        let name = href.lowercased()
        guard suffixes.contains(where: name.hasSuffix) else { continue }
      }
      let isVisual = asset.name == visual || roles.contains(.string(visual))
      rasters.append((asset.name, href, isVisual))
    }
    let chosen = rasters.count == 1 ? rasters : rasters.filter(\.isVisual)
    guard chosen.count == 1 else {
      let names = rasters.prefix(8).map(\.name.excerpt).joined(separator: ", ")
      throw .malformedList(
        path, line: line(),
        found: rasters.isEmpty ? "a STAC item without an image" : "the assets \(names)",
        expected: "one image, or one that is called visual")
    }
    return chosen[0].href
  }
}

import Platform
package import TileModel
package import TilePyramid
package import TileStorage

/// The floors of a building and how their tiles are to be made, read from a YAML file.
///
/// Everything is checked that the text alone tells; images and files of points are opened by
/// ``GeoreferencedBuilding``.
package struct BuildingManifest: Hashable, Sendable {
  /// The distance in metres on the ground by which floors may disagree about a shared point, unless the
  /// manifest states one.
  ///
  /// It is well below the width of a door.
  package static let standardAlignmentLimit = 0.5

  package var path: String
  package var name: String
  package var description: String?
  /// The credits, as HTML.
  package var attribution: String?
  /// The version of the tiles, `major.minor.patch`.
  package var version: String
  package var store: StoreFormat
  package var scheme: TileScheme
  /// True where identical tiles share one file, also between floors.
  package var hardLinks: Bool
  /// The distance in metres on the ground by which floors may disagree about a shared point.
  package var alignmentLimit: Double
  package var alignmentLimitLocation: ManifestLocation
  /// The maps and outlines shown beneath the floors while they are placed: paths, and URLs of tiles.
  package var backgrounds: [String]
  /// The floors, from the lowest to the highest; where variants are stated, each in all of them, one after the
  /// other.
  package var floors: [Floor]

  /// One floor.
  package struct Floor: Hashable, Sendable {
    package var id: String
    /// The variant of the manifest in which the floor is built; `nil` where it states none.
    package var variant: LayerDefinition.Floor.Variant?
    /// The level in the building, 0 at the ground.
    package var level: FloorLevel
    package var name: String
    /// The path of the image, or of what comes first of several: relative to the current folder, or
    /// absolute.
    package var image: String
    /// The images where the floor has several, each of which is placed by itself; empty for one.
    package var parts: [BuildingManifest.Part]
    /// The choices of all but its placement.
    package var settings: PyramidSettings
    package var placement: FloorPlacement
    package var points: NamedPoints
    package var encoding: PyramidEncoding
    /// The paths of the tiles, relative to the building's folder.
    package var template: TileTemplate { templates.standard }
    /// The same with that of the tiles of 512 samples beside those of 256.
    package var templates: TileTemplates
    package var urlTemplate: TileTemplate?
    package var retinaURLTemplate: TileTemplate?
    package var location: ManifestLocation
    package var imageLocation: ManifestLocation
  }

  /// One of several images of a floor, or a folder or list of some.
  package struct Part: Hashable, Sendable {
    package var path: String
    package var placement: FloorPlacement
  }

  /// At most 1 MiB of YAML in UTF-8; relative paths start in the folder of `path`.
  package init(bytes: [UInt8], path: String) throws(ManifestError) {
    try self.init(ManifestText.parse(bytes, path: path))
  }

  package init(path: String) throws(ManifestError) {
    try self.init(bytes: ManifestText.read(path), path: path)
  }

  /// Reads a file larger than any manifest only until that shows.
  package static func bytes(path: String) throws(ManifestError) -> [UInt8] {
    try ManifestText.read(path)
  }

  package static func isManifest(path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".yml") || name.hasSuffix(".yaml")
  }

  /// The manifest that a path names, itself or by its folder; `nil` for anything else.
  package static func path(of path: String) -> String? {
    if isManifest(path: path) { return path }
    let folder = path.hasSuffix("/") ? path : path + "/"
    return ["building.yml", "building.yaml"].map { folder + $0 }.first { access($0, F_OK) == 0 }
  }

  package static let keys = ManifestKeys.building + ManifestKeys.floorOnly
}

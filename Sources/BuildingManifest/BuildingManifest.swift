public import TileModel
public import TilePyramid
public import TileStorage

/// The floors of a building and how their tiles are to be made, read from a YAML file.
///
/// Everything is checked that the text alone tells; images and files of points are opened by
/// ``GeoreferencedBuilding``.
public struct BuildingManifest: Hashable, Sendable {
  /// The distance in metres on the ground by which floors may disagree about a shared point, unless the
  /// manifest states one. It is well below the width of a door.
  public static let standardAlignmentLimit = 0.5

  /// The path of the manifest, for messages.
  public var path: String
  /// The name shown to people.
  public var name: String
  /// A sentence about the building.
  public var description: String?
  /// The credits, as HTML.
  public var attribution: String?
  /// The version of the tiles, `major.minor.patch`.
  public var version: String
  /// The store: files of one folder, or one file per floor in it.
  public var store: StoreFormat
  /// The count of rows in names and URLs.
  public var scheme: TileScheme
  /// True where identical tiles share one file, also between floors.
  public var hardLinks: Bool
  /// The distance in metres on the ground by which floors may disagree about a shared point.
  public var alignmentLimit: Double
  /// The position of the limit, or else the manifest's beginning.
  public var alignmentLimitLocation: ManifestLocation
  /// The floors, from the lowest to the highest; where variants are stated, each in all of them, one after the
  /// other.
  public var floors: [Floor]

  /// One floor.
  public struct Floor: Hashable, Sendable {
    /// The identifier used in paths and URLs.
    public var id: String
    /// The variant of the manifest in which the floor is built; `nil` where it states none.
    public var variant: LayerDefinition.Floor.Variant?
    /// The level in the building, 0 at the ground.
    public var level: FloorLevel
    /// The name shown to people.
    public var name: String
    /// The path of the image, or of what comes first of several: relative to the current folder, or
    /// absolute.
    public var image: String
    /// The images where the floor has several, each of which is placed by itself; empty for one.
    public var parts: [BuildingManifest.Part]
    /// The choices of all but its placement.
    package var settings: PyramidSettings
    /// The place of the image.
    public var placement: FloorPlacement
    /// The positions in the image of points that other floors may share.
    public var points: NamedPoints
    /// The encoding of tiles as files.
    public var encoding: PyramidEncoding
    /// The paths of the tiles, relative to the building's folder.
    public var template: TileTemplate { templates.standard }
    /// The same with that of the tiles of 512 samples beside those of 256.
    package var templates: TileTemplates
    /// The URLs of the tiles, when the manifest states them.
    public var urlTemplate: TileTemplate?
    /// The same of the tiles of 512 samples beside those of 256.
    public var retinaURLTemplate: TileTemplate?
    /// The position of the floor in the manifest.
    public var location: ManifestLocation
    /// The position of the image's name in the manifest.
    public var imageLocation: ManifestLocation
  }

  /// One of several images of a floor, or a folder or list of some.
  public struct Part: Hashable, Sendable {
    /// The path of an image or a folder, or what else ``ImageListing`` takes.
    public var path: String
    /// The place of the image; nothing is stated of a folder or a list.
    public var placement: FloorPlacement
  }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The text: YAML in UTF-8, at most 1 MiB.
  ///   - path: The path of the file, for messages and because relative paths start in its folder.
  /// - Throws: ``ManifestError`` with the line and column at fault.
  public init(bytes: [UInt8], path: String) throws(ManifestError) {
    try self.init(ManifestText.parse(bytes, path: path))
  }

  /// Reads the manifest at a path.
  ///
  /// - Throws: ``ManifestError`` as for bytes, or when the file cannot be read.
  public init(path: String) throws(ManifestError) {
    try self.init(bytes: ManifestText.read(path), path: path)
  }

  /// Of a file larger than any manifest, only as many as show that.
  package static func bytes(path: String) throws(ManifestError) -> [UInt8] {
    try ManifestText.read(path)
  }

  /// Tells whether a path names a manifest by its extension: `.yml` or `.yaml` in any case.
  public static func isManifest(path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".yml") || name.hasSuffix(".yaml")
  }

  /// The keys that a manifest may have, at its top or in a floor.
  public static let keys = ManifestKeys.building + ManifestKeys.floorOnly
}

public import RasterSources
public import TileModel
public import TilePyramid
public import TileStorage

/// The floors of a building and how their tiles are to be made, read from a YAML file.
///
/// Everything is checked that the text alone tells; images and files of points are opened by
/// ``GeoreferencedBuilding``.
public struct BuildingManifest: Hashable, Sendable {
  /// How far floors may disagree about a shared point, in metres on the ground, unless the manifest
  /// says so: well below the width of a door.
  public static let standardAlignmentLimit = 0.5

  /// The path of the manifest, for messages.
  public var path: String
  /// The name shown to people.
  public var name: String
  /// A sentence about the building.
  public var description: String?
  /// Who must be credited, as HTML.
  public var attribution: String?
  /// The version of the tiles, `major.minor.patch`.
  public var version: String
  /// How tiles are kept: as files of one folder, or in one file per floor in it.
  public var store: StoreFormat
  /// How rows are counted in names and URLs.
  public var scheme: TileScheme
  /// Whether identical tiles share one file, between floors too.
  public var hardLinks: Bool
  /// How far floors may disagree about a shared point, in metres on the ground.
  public var alignmentLimit: Double
  /// Where the limit stands, or else the manifest's beginning.
  public var alignmentLimitLocation: ManifestLocation
  /// Paths of maps and outlines, and URLs of tiles, beneath the floors while they are placed.
  public var backgrounds: [String]
  /// The floors, from the lowest to the highest; where variants are stated, each in all of them, one after the
  /// other.
  public var floors: [Floor]

  /// One floor.
  public struct Floor: Hashable, Sendable {
    /// The identifier used in paths and URLs.
    public var id: String
    /// Which of the manifest's variants the floor is built in; `nil` where it states none.
    public var variant: LayerDefinition.Floor.Variant?
    /// Where the floor is in the building, 0 at the ground.
    public var level: FloorLevel
    /// The name shown to people.
    public var name: String
    /// A sentence about the floor.
    public var description: String?
    /// Who must be credited, as HTML.
    public var attribution: String?
    /// The path of the image, or of what comes first of several: relative to the current folder, or
    /// absolute.
    public var image: String
    /// The images where the floor has several, each of which is placed by itself; empty for one.
    public var parts: [BuildingManifest.Part]
    /// Which of several images lies on top.
    public var onTop: SourceImages.Order
    /// Over how many samples of tiles several images are blended; 0 for none.
    public var featherWidth: Int
    /// What is drawn of the image when it is a PDF or an SVG.
    public var vector: VectorPlanOptions
    /// How the samples of the image become colours.
    public var samples: SampleOptions
    /// The path of the file with the outline beyond which nothing of the image is used, if any.
    public var cutline: String?
    /// What is used of the image, in its pixels; `nil` for all of it.
    public var outline: ImageOutline?
    /// Where the image is.
    public var placement: FloorPlacement
    /// The positions in the image of points that other floors may share.
    public var points: NamedPoints
    /// Which tiles to make and how.
    public var options: PyramidOptions
    /// How tiles become files.
    public var encoding: PyramidEncoding
    /// What the layer is for.
    public var kind: LayerDefinition.Kind
    /// The drawing order; larger is above.
    public var zIndex: Int
    /// The opacity to draw with, `0...1`.
    public var opacity: Double
    /// The paths of the tiles, relative to the building's folder.
    public var template: TileTemplate { templates.standard }
    /// The same with that of the tiles of 512 samples beside those of 256.
    package var templates: TileTemplates
    /// Where the tiles will be found, when the manifest says so.
    public var urlTemplate: TileTemplate?
    /// The same of the tiles of 512 samples beside those of 256.
    public var retinaURLTemplate: TileTemplate?
    /// Where the floor stands in the manifest.
    public var location: ManifestLocation
    /// Where the floor's image is named.
    public var imageLocation: ManifestLocation
  }

  /// One of several images of a floor, or a folder or list of some.
  public struct Part: Hashable, Sendable {
    /// The path of an image or a folder, or what else ``ImageListing`` takes.
    public var path: String
    /// Where the image is; nothing is stated of a folder or a list.
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

  /// The bytes of the manifest at a path, of a larger file than any manifest only as many as show that.
  package static func bytes(path: String) throws(ManifestError) -> [UInt8] {
    try ManifestText.read(path)
  }

  /// Whether a path names a manifest by its extension: `.yml` or `.yaml` in any case.
  public static func isManifest(path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".yml") || name.hasSuffix(".yaml")
  }

  /// The keys that a manifest may have, at its top or in a floor.
  public static let keys = ManifestKeys.building + ManifestKeys.floorOnly
}

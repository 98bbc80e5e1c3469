/// The description of a pyramid for map clients: the package's one interchange document.
///
/// Written as TileJSON 3.0.0 with one more object, `"tilepyramid"`, by `TileStorage`.
public struct LayerDefinition: Hashable, Sendable {
  /// The newest version of the `"tilepyramid"` object that this package reads.
  public static let formatVersion = 4

  /// The version of the `"tilepyramid"` object that this layer is written as: the oldest that can
  /// express it.
  ///
  /// Version 1 is for tiles of one format. Version 2 adds hybrid layers, 3 floors between two
  /// storeys, and 4 tiles of an image that is not georeferenced.
  public var formatVersion: Int {
    if imageGrid != nil { return 4 }
    if floor?.level?.isHalf ?? false { return 3 }
    return isHybrid ? 2 : 1
  }

  /// The role of a layer on a map.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Drawn above other layers.
    case overlay
    /// Drawn below all others.
    case baselayer
  }

  /// The direction in which names and URLs count rows.
  public typealias Scheme = TileScheme

  /// The storey of a building that a layer shows.
  public struct Floor: Hashable, Sendable {
    /// The identifier used in paths and URLs.
    public var id: String
    /// The level in the building, 0 at the ground; `nil` when unknown.
    public var level: FloorLevel?
    /// The name shown to people.
    public var name: String
    /// The variant of the floor; `nil` for a floor of one look.
    public var variant: Variant?

    /// One of several looks of a floor, such as a dark one, which differ in samples alone.
    public struct Variant: Hashable, Sendable {
      /// The name, such as `dark`.
      public var name: String
      /// The identifier of the floor in the building's first variant.
      public var floor: String

      /// Names a variant.
      public init(name: String, floor: String) { (self.name, self.floor) = (name, floor) }

      /// The variant that client code shows in a dark interface.
      package static let dark = "dark"

      /// Tests for a usable name: up to 32 small letters and digits, a letter first.
      ///
      /// Such a name fits paths, URLs and every language of client code.
      package static func isName(_ text: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return (1...32).contains(text.utf8.count) && letters.contains(text.utf8.first ?? 0)
          && text.utf8.allSatisfy { letters.contains($0) || digits.contains($0) }
      }
    }

    /// Creates a floor.
    public init(
      id: String, level: FloorLevel? = nil, name: String? = nil, variant: Variant? = nil
    ) {
      self.id = id
      self.level = level
      self.name = name ?? id
      self.variant = variant
    }

    /// The identifier of the floor in the building's first variant.
    public var storeyID: String { variant?.floor ?? id }

    /// Whether the layer is of another variant than the building's first.
    public var isAlternative: Bool { storeyID != id }
  }

  /// A position that is known on the map and in the image, such as a lift or a survey mark.
  public struct ControlPoint: Hashable, Sendable {
    /// The name of the point; `nil` without one.
    public var name: String?
    /// The position on the map.
    public var position: GeographicCoordinate

    /// Creates a control point.
    public init(name: String? = nil, position: GeographicCoordinate) {
      self.name = name
      self.position = position
    }
  }

  /// The image whose own pixels make the grid of tiles, from its top left corner, without a
  /// georeference.
  public struct ImageGrid: Hashable, Sendable {
    /// The pixels in a row, which are one by one those of the deepest zoom.
    public var width: Int
    /// The rows of pixels.
    public var height: Int

    /// Describes the grid.
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// The zoom with samples as large as the image's pixels: the least where `2^zoom` tiles a side
    /// hold it.
    public func zoom(ofPixels tileSize: TileSize) -> Int {
      (0...TileCoordinate.maximumZoom).first { tileSize.rawValue << $0 >= max(width, height) }
        ?? TileCoordinate.maximumZoom
    }
  }

  /// The encoding of heights in tiles.
  public struct Elevation: Hashable, Sendable {
    /// The colours of heights.
    public var encoding: ElevationEncoding
    /// The height, in metres, where the image has none; `nil` for transparent tiles.
    ///
    /// Map clients take transparent samples for the lowest height of the encoding.
    public var noDataHeight: Double?

    /// Creates a description.
    public init(_ encoding: ElevationEncoding, noDataHeight: Double? = nil) {
      self.encoding = encoding
      self.noDataHeight = noDataHeight
    }
  }

  /// The process that made the samples of the deepest level from the image, in enough detail to
  /// verify them.
  public struct Rendering: Hashable, Sendable {
    /// The name of the kernel, such as `cubic`.
    public var resampling: String
    /// The columns and rows of the raster that was read: the image, an overview in its file, or a
    /// drawing for the level.
    public var rasterSize: [Int]
    /// The columns and rows of that raster that were averaged to one sample before the kernel; 1 each
    /// where none were.
    public var averagedBlock: [Int]
    /// The rasters of the visible images on several grids of pixels, the lowest first.
    ///
    /// Empty for one grid, and for more than ``listedGrids``.
    public var grids: [Grid]
    /// The width in samples over which overlapping images are blended; 0 without blending.
    public var featherWidth: Int
    /// The quality of lossy tiles; `nil` where every sample is kept.
    public var quality: Int?
    /// The encoding effort, which lossy samples may depend on.
    public var effort: String?
    /// Whether means of samples were taken in linear light.
    public var mixesLight: Bool

    /// The reading of the images on one grid of pixels.
    public struct Grid: Hashable, Sendable {
      /// The number of the grid among all in the order of painting, from 0.
      public var number: Int
      /// The columns and rows of their raster.
      public var rasterSize: [Int]
      /// The block of that raster that was averaged to one sample before the kernel.
      public var averagedBlock: [Int]

      /// Creates a description.
      public init(number: Int, rasterSize: [Int], averagedBlock: [Int]) {
        self.number = number
        self.rasterSize = rasterSize
        self.averagedBlock = averagedBlock
      }
    }

    /// The largest number of listed grids.
    public static let listedGrids = 256

    /// Creates a description.
    public init(
      resampling: String, rasterSize: [Int], averagedBlock: [Int] = [1, 1], grids: [Grid] = [],
      featherWidth: Int = 0, quality: Int? = nil, effort: String? = nil, mixesLight: Bool = false
    ) {
      self.resampling = resampling
      self.rasterSize = rasterSize
      self.averagedBlock = averagedBlock
      self.grids = grids
      self.featherWidth = featherWidth
      self.quality = quality
      self.effort = effort
      self.mixesLight = mixesLight
    }
  }

  /// The files of the images of a layer, as a record of its sources.
  public struct Sources: Hashable, Sendable {
    /// A file.
    public struct File: Hashable, Sendable {
      /// Its name, without the folders that hold it.
      public var name: String
      /// Its size in bytes.
      public var byteCount: Int
      /// The XXH3-128 of its first, middle and last 64 KiB, 32 lower-case hexadecimal digits.
      public var fingerprint: String

      /// Describes a file.
      public init(name: String, byteCount: Int, fingerprint: String) {
        self.name = name
        self.byteCount = byteCount
        self.fingerprint = fingerprint
      }
    }

    /// The largest number of listed files.
    public static let listed = 256

    /// The number of all files.
    public var count: Int
    /// The XXH3-128 of the names, sizes and fingerprints of all files in their order.
    public var fingerprint: String
    /// The first files, at most ``listed``.
    public var files: [File]

    /// Describes files.
    public init(count: Int, fingerprint: String, files: [File]) {
      self.count = count
      self.fingerprint = fingerprint
      self.files = files
    }
  }

  /// The tiles of 512 samples beside those of 256, each of the area of the tile of the same
  /// address.
  public struct Retina: Hashable, Sendable {
    /// The URL template, as ``LayerDefinition/urlTemplate``.
    public var urlTemplate: TileTemplate?
    /// The digest of these tiles.
    public var digest: ContentDigest
    /// The coverage: no tile of the deepest zoom, which the zoom above has the samples of.
    public var coverage: TileCoverage
    /// The tiles of each other format in a hybrid layer.
    public var formatCoverage: [TileFormat: TileCoverage]

    /// Describes tiles.
    public init(
      urlTemplate: TileTemplate? = nil, digest: ContentDigest = ContentDigest(),
      coverage: TileCoverage, formatCoverage: [TileFormat: TileCoverage] = [:]
    ) {
      self.urlTemplate = urlTemplate
      self.digest = digest
      self.coverage = coverage
      self.formatCoverage = formatCoverage
    }
  }

  /// The name shown to people.
  public var name: String
  /// A sentence about the content.
  public var description: String?
  /// Who must be credited, as HTML.
  public var attribution: String?
  /// The version of the tiles, `major.minor.patch`.
  public var version: String
  /// The role of the layer on a map.
  public var kind: Kind
  /// The format of every tile that no coverage of ``formatCoverage`` has.
  public var format: TileFormat
  /// The tiles of each other format in a hybrid layer; empty for one format.
  public var formatCoverage: [TileFormat: TileCoverage]
  /// The number of samples along one side of a tile.
  public var tileSize: TileSize
  /// The direction in which names and URLs count rows.
  public var scheme: Scheme
  /// The URL template of the tiles, relative to the document or absolute.
  ///
  /// `nil` when no URL is known, as for a store that is not a directory, built without one.
  public var urlTemplate: TileTemplate?
  /// The image whose pixels the grid counts; `nil` for the grid of the world.
  public var imageGrid: ImageGrid?
  /// The area covered, in degrees; for an ``imageGrid``, the area on the grid of the world.
  public var bounds: GeographicBounds
  /// The corners of the image on the ground, in order around it; empty when unknown.
  public var outline: [GeographicCoordinate]
  /// The control points of the georeference.
  public var controlPoints: [ControlPoint]
  /// The files of several images; `nil` for one image, or where they are not known.
  public var sources: Sources?
  /// The storey, for floor plans.
  public var floor: Floor?
  /// The drawing order; larger is above.
  public var zIndex: Int
  /// The opacity to draw with, `0...1`.
  public var opacity: Double
  /// The method of overviews: `average`, `average-linear` for means in linear light, `nearest`,
  /// `darken` or `keep`.
  ///
  /// Also `rendered` for levels that were each drawn by themselves, `composited` for merged stores that end
  /// at several zooms, and `unknown` for tiles of other programs. In a part of a store, whose overviews show
  /// more than its deeper tiles, the name ends in `-part`.
  public var overviewResampling: String
  package static let compositedOverviews = "composited"
  package static let unknownOverviews = "unknown"
  package static let partialOverviews = "-part"

  /// The method of overviews in the store of which the layer may be a part.
  package var wholeOverviews: String {
    overviewResampling.hasSuffix(Self.partialOverviews)
      ? String(overviewResampling.dropLast(Self.partialOverviews.count)) : overviewResampling
  }
  /// The process that made the deepest level; `nil` when unknown.
  public var rendering: Rendering?
  /// The encoding of heights; `nil` for tiles of colours.
  public var elevation: Elevation?
  /// The colour beneath the image as `#RRGGBBAA`, or `nil` for none.
  public var background: String?
  /// The digest of the tiles, which also serves as the version token of URLs.
  public var digest: ContentDigest
  /// The tiles that exist.
  public var coverage: TileCoverage
  /// The tiles of 512 samples beside these; `nil` where there are none.
  public var retina: Retina?

  /// Creates a definition.
  public init(
    name: String, description: String? = nil, attribution: String? = nil,
    version: String = "1.0.0", kind: Kind = .overlay, format: TileFormat = .png,
    tileSize: TileSize = .standard, scheme: Scheme = .xyz, urlTemplate: TileTemplate? = nil,
    imageGrid: ImageGrid? = nil, bounds: GeographicBounds, outline: [GeographicCoordinate] = [],
    controlPoints: [ControlPoint] = [], sources: Sources? = nil, floor: Floor? = nil,
    zIndex: Int = 0, opacity: Double = 1, overviewResampling: String = "average",
    rendering: Rendering? = nil, background: String? = nil, elevation: Elevation? = nil,
    digest: ContentDigest = ContentDigest(), coverage: TileCoverage,
    formatCoverage: [TileFormat: TileCoverage] = [:], retina: Retina? = nil
  ) {
    self.retina = retina
    self.name = name
    self.description = description
    self.attribution = attribution
    self.version = version
    self.kind = kind
    self.format = format
    self.tileSize = tileSize
    self.scheme = scheme
    self.urlTemplate = urlTemplate
    self.imageGrid = imageGrid
    self.bounds = bounds
    self.outline = outline
    self.controlPoints = controlPoints
    self.sources = sources
    self.floor = floor
    self.zIndex = zIndex
    self.opacity = opacity
    self.overviewResampling = overviewResampling
    self.rendering = rendering
    self.background = background
    self.elevation = elevation
    self.digest = digest
    self.coverage = coverage
    self.formatCoverage = formatCoverage
  }

  /// The tiles of 512 samples as a layer of their own; `nil` where there are none.
  public var retinaLayer: LayerDefinition? {
    guard let retina else { return nil }
    var layer = self
    layer.retina = nil
    layer.tileSize = .large
    layer.urlTemplate = retina.urlTemplate
    layer.digest = retina.digest
    layer.coverage = retina.coverage
    layer.formatCoverage = retina.formatCoverage
    return layer
  }

  /// The shallowest level that holds a tile; 0 when there is none.
  public var minimumZoom: Int { coverage.levels.first?.zoom ?? 0 }
  /// The deepest level that holds a tile; 0 when there is none.
  public var maximumZoom: Int { coverage.levels.last?.zoom ?? 0 }
  /// Whether tiles are of several formats.
  public var isHybrid: Bool { !formatCoverage.isEmpty }

  /// The format that `{ext}` stands for in templates of the layer; `nil` in a hybrid layer.
  public var templateFormat: TileFormat? { isHybrid ? nil : format }

  /// The name of the tile formats: `hybrid`, or the name of the only one.
  public var formatName: String { isHybrid ? Self.hybridName : format.rawValue }

  package static let hybridName = "hybrid"

  /// The format of a tile, whether or not it exists.
  public func format(of tile: TileCoordinate) -> TileFormat {
    formatCoverage.first { $0.value.contains(tile) }?.key ?? format
  }

  /// The URL of a tile without version token, whether or not it exists; `nil` when no URL is known.
  public func url(of tile: TileCoordinate) -> String? {
    urlTemplate?.expanded(for: tile, scheme: scheme, format: format(of: tile))
  }

  /// The token that URLs carry so that caches notice new tiles: the digest's first 16 digits.
  public var versionToken: String { String(digest.hexadecimal.prefix(16)) }
}

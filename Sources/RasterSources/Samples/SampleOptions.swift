package import Georeferencing
public import TileImaging
public import TileModel

/// How the samples of a raster become 8-bit red, green, blue and alpha.
public struct SampleOptions: Hashable, Sendable {
  /// Which of a file's images is read, from 1; `nil` is the first.
  public var page: Int?
  /// Which bands are drawn; `nil` is those that the file means.
  public var bands: BandSelection?
  /// How samples are brought to 8 bits; `nil` is ``SampleStretch/none`` for unsigned samples of at most
  /// 16 bits that use a quarter or more of what these can hold, and ``SampleStretch/percent`` for all
  /// others.
  public var stretch: SampleStretch?
  /// The value of a sample that stands for nothing, in place of the one the file states: a pixel whose
  /// samples all have it is transparent.
  public var noData: Double?
  /// How far from the nodata value the 8-bit samples of a lossy file may be, 0 to 255 levels.
  ///
  /// With 0 exactly the value is transparent, wherever it is; otherwise what is near it and connected with
  /// the edge of the image.
  public var noDataTolerance: Int
  /// A colour, after the stretch and in sRGB, that is transparent wherever it is.
  public var transparent: OpaqueColor?
  /// The paper that is taken out of colours in sRGB, so that the ink is left; `nil` to keep it.
  public var paper: Paper?
  /// What becomes of the colours once the paper is out of them.
  public var ink = InkHandling.keep
  /// What is taken off the image; `nil` for nothing.
  public var crop: ImageCrop?
  /// What shows through transparent parts, which makes the image opaque.
  public var background: OpaqueColor?
  /// What becomes of colours that the file says are not those of sRGB.
  public var colors: ColorHandling
  /// Whether samples are colours, or the heights of one band of a TIFF.
  public var kind = SampleKind.colors
  /// What heights become, which holds a range of them: beyond it there is none; `nil` for any.
  public var elevationEncoding: ElevationEncoding?
  /// How the heights of one band of a TIFF are drawn as colours; `nil` for samples that are colours.
  public var relief: Relief?
  /// The unit of heights, in place of the one that the file states.
  public var verticalUnit: VerticalUnit?
  /// How many threads may decode at once, at least 1.
  public var threads: Int
  /// Whether the picture is turned as the file says, rather than read as it is stored.
  package var appliesOrientation = true
  /// Whether a file beside the image is its mask.
  var hasMaskFile = false
  /// Band metadata of a VRT, and of an `.aux.xml` file beside the image.
  package var (listed, auxiliary) = (BandStatements(), BandStatements())

  /// Creates options.
  public init(
    page: Int? = nil, bands: BandSelection? = nil, stretch: SampleStretch? = nil,
    noData: Double? = nil, noDataTolerance: Int = 0, transparent: OpaqueColor? = nil,
    background: OpaqueColor? = nil, colors: ColorHandling = .convert,
    threads: Int = 1
  ) {
    self.page = page
    self.bands = bands
    self.stretch = stretch
    self.noData = noData
    self.noDataTolerance = noDataTolerance
    self.transparent = transparent
    self.background = background
    self.colors = colors
    self.threads = threads
  }

  /// Reads the samples as the heights that tiles of an encoding hold, or as colours without one.
  public mutating func read(as encoding: ElevationEncoding?) {
    kind = encoding == nil ? .colors : .heights
    elevationEncoding = encoding
  }

  /// Statement that counts for bands that are drawn together.
  func statement(
    ofBands numbers: [Int], own: BandStatements = BandStatements(), in format: RasterFormat
  ) -> BandStatement {
    BandStatement.counting(
      listed: listed.statement(ofBands: numbers), own: own.statement(ofBands: numbers),
      auxiliary: auxiliary.statement(ofBands: numbers), in: format)
  }

  /// Whether samples are to be brought from one range to another.
  var isStretched: Bool { stretch ?? .none != .none }

  /// Whether the samples of the file are heights, whatever becomes of them.
  var readsHeights: Bool { kind == .heights || relief != nil }

  var heightsOption: String {
    guard let relief else { return "`encoding`" }
    return relief.light == nil ? "`colorRelief`" : "`hillshade`"
  }

  /// The first option, likewise, that heights have no use for.
  var firstForColorsOnly: String? {
    if stretch != nil { return "`stretch`" }
    if noDataTolerance > 0 { return "`noDataTolerance`" }
    if transparent != nil { return "`transparent`" }
    if paper != nil { return "`paper`" }
    if ink != .keep { return "`ink`" }
    if crop != nil { return "`crop`" }
    if colors != .convert { return "`colors`" }
    return background == nil ? nil : "`background`"
  }

  /// The first option, in the words of the command line, that a drawing has no use for.
  var firstForRastersOnly: String? {
    if bands != nil { return "`bands`" }
    if stretch != nil { return "`stretch`" }
    if noData != nil { return "`noData`" }
    if noDataTolerance > 0 { return "`noDataTolerance`" }
    if transparent != nil { return "`transparent`" }
    if crop != nil { return "`crop`" }
    if colors != .convert { return "`colors`" }
    return background == nil ? nil : "`background`"
  }
}

/// How samples of any type and range are brought to 0...255.
public enum SampleStretch: Hashable, Sendable {
  /// Unsigned samples of at most 16 bits by their depth, rounded (16 bits: divided by 257); all others
  /// are taken as 0...255 and clamped.
  case none
  /// From the 2nd to the 98th percentile of a sample of the image, one range for all colours.
  case percent
  /// From the first value to the second, which is larger; both finite.
  case range(Double, Double)

  /// Reads `none`, `percent` or two numbers with a comma; `nil` for anything else.
  public init?(text: String) {
    switch text {
    case "none": self = .none
    case "percent": self = .percent
    default:
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let low = Double(parts[0]), let high = Double(parts[1]),
        low.isFinite, high.isFinite, low < high
      else { return nil }
      self = .range(low, high)
    }
  }
}

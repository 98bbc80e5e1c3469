package import Georeferencing
public import TileImaging
public import TileModel

/// Options that turn the samples of a raster into 8-bit red, green, blue and alpha.
public struct SampleOptions: Hashable, Sendable {
  /// Page of the file that is read, from 1, `nil` for the first.
  public var page: Int?
  /// Bands that are drawn, `nil` for those that the file means.
  public var bands: BandSelection?
  /// Stretch of samples to 8 bits.
  ///
  /// `nil` is ``SampleStretch/none`` for unsigned samples of at most 16 bits that use at least a quarter of
  /// their range. It is ``SampleStretch/percent`` for all others.
  public var stretch: SampleStretch?
  /// Nodata value in place of the one in the file.
  ///
  /// A pixel is transparent when all its samples have it.
  public var noData: Double?
  /// Largest difference from the nodata value in a lossy file, 0 to 255 levels of 8 bits.
  ///
  /// 0 makes exactly the value transparent, anywhere. Otherwise similar pixels connected with the image's
  /// edge become transparent.
  public var noDataTolerance: Int
  /// A colour, after the stretch and in sRGB, that becomes transparent.
  public var transparent: OpaqueColor?
  /// The paper that is removed from colours in sRGB to leave the ink, `nil` to keep it.
  public var paper: Paper?
  /// Treatment of the colours after the paper is removed.
  public var ink = InkHandling.keep
  /// Part that is cropped, `nil` for nothing.
  public var crop: ImageCrop?
  /// Background behind transparent parts, which makes the image opaque.
  public var background: OpaqueColor?
  /// Treatment of colours that the file states not to be sRGB.
  public var colors: ColorHandling
  package var kind = SampleKind.colors
  /// Encoding of elevations, which bounds their range.
  ///
  /// Elevations out of range become nodata. `nil` accepts any.
  public var elevationEncoding: ElevationEncoding?
  /// Drawing of elevations in one band of a TIFF as colours, `nil` for samples that are colours.
  public var relief: Relief?
  /// The unit of elevations, in place of the file's own.
  public var verticalUnit: VerticalUnit?
  /// Largest number of decoding threads, at least 1.
  public var threads: Int
  package var appliesOrientation = true
  /// True for a mask beside the image or behind it, before which a stated nodata value does not count.
  var hasMask = false
  package var (listed, auxiliary) = (BandStatements(), BandStatements())

  /// Creates options.
  public init(
    page: Int? = nil, bands: BandSelection? = nil, stretch: SampleStretch? = nil,
    noData: Double? = nil, noDataTolerance: Int = 0, transparent: OpaqueColor? = nil,
    background: OpaqueColor? = nil, colors: ColorHandling = .convert, threads: Int = 1
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

  /// Sets whether samples are read as elevations, for an encoding of tiles, or as colours, for `nil`.
  public mutating func read(as encoding: ElevationEncoding?) {
    kind = encoding == nil ? .colors : .heights
    elevationEncoding = encoding
  }

  /// A mask or alpha counts before a nodata value that the file itself does not state, but for a TIFF, whose
  /// survey leaves that value out all the same.
  func statement(
    ofBands numbers: [Int], own: BandStatements = BandStatements(), hasAlpha: Bool = false,
    in format: RasterFormat
  ) -> BandStatement {
    let own = own.statement(ofBands: numbers)
    var all = BandStatement.counting(
      listed: listed.statement(ofBands: numbers), own: own,
      auxiliary: auxiliary.statement(ofBands: numbers), in: format)
    if format != .tiff, hasMask || hasAlpha { all.noData = own.noData }
    return all
  }

  var isStretched: Bool { stretch ?? .none != .none }

  package var readsHeights: Bool { kind == .heights || relief != nil }

  package var heightsOption: String {
    guard let relief else { return "`encoding`" }
    return relief.light == nil ? "`colorRelief`" : "`hillshade`"
  }

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

  package var firstForRastersOnly: String? {
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

/// A map of samples of any type and range to 0...255.
public enum SampleStretch: Hashable, Sendable {
  /// Unsigned samples of at most 16 bits by their depth, rounded (16 bits: divided by 257).
  ///
  /// All others are taken as 0...255 and clamped.
  case none
  /// From the 2nd to the 98th percentile of a sample of the image, one range for all colours.
  case percent
  /// From the first value to the second, which is larger.
  ///
  /// Both are finite.
  case range(Double, Double)

  /// Reads `none`, `percent` or two numbers with a comma, `nil` for anything else.
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

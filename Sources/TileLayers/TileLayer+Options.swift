public import TileImaging

extension TileLayer {
  /// How a layer behaves.
  public struct Options: Sendable {
    /// Whether a layer is of the tiles of 512 samples beside those of 256, where its definition states some:
    /// for screens of two pixels a point, on which they fill the same cells.
    ///
    /// Those of a zoom have the samples of the zoom below it, so that the layer ends one zoom earlier.
    public var usesRetinaTiles = false
    /// The most bytes of image files kept in memory by a layer that fetches; those unused for longest
    /// go first.
    public var memoryLimit = 16 << 20
    /// The most bytes of decoded samples kept in memory.
    public var imageMemoryLimit = 64 << 20
    /// The most requests that run at a time.
    public var maximumRequests = 6 {
      didSet { precondition(maximumRequests >= 1, "a layer makes requests") }
    }
    /// When a tile that was unavailable is asked for again.
    public var retry = RetryPolicy()
    /// How long a server may be silent before it counts as unavailable.
    public var requestTimeout = Duration.seconds(30)
    /// The `User-Agent` of requests (RFC 9110, section 10.1.5); apps should put their name first.
    public var userAgent = "TilePyramid/1"
    /// The largest tile accepted from a server, in bytes.
    public var maximumTileBytes = 8 << 20
    /// The largest image decoded.
    public var decodingLimits = DecodingLimits.tile
    /// How many levels beyond the deepest are shown by magnifying parts of it, 0 to 30; 0 for none.
    ///
    /// Each tile with none below it is magnified, at whatever zoom a layer ends.
    public var overzoom = 4 {
      didSet { precondition((0...30).contains(overzoom), "there are no deeper levels") }
    }
    /// How samples are magnified; those of heights are repeated, since their channels are digits of one number.
    public var overzoomKernel = ScalingKernel.bilinear
    /// How many levels above the shallowest are shown by reducing it, 0 to 4; a tile n levels above
    /// needs 4^n tiles.
    public var underzoomLevels = 0 {
      didSet { precondition((0...4).contains(underzoomLevels), "at most 256 tiles make one") }
    }
    /// What back-off is measured on.
    public var clock: any LayerClock = SystemLayerClock()
    /// What carries requests for HTTP and HTTPS; `nil` for the system's.
    public var transport: (any TileTransport)?

    /// Creates the default options.
    public init() {}
  }
}

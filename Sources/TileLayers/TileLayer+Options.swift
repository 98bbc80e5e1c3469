public import TileImaging

extension TileLayer {
  /// Options of a layer.
  public struct Options: Sendable {
    /// Whether a layer uses the 512-pixel tiles of its definition, for screens of two pixels a point.
    ///
    /// They fill the same cells as those of 256. Those of a zoom have the samples of the zoom below it, so
    /// that the layer ends one zoom earlier.
    public var usesRetinaTiles = false
    /// Memory limit in bytes for image files of a layer that fetches.
    ///
    /// The least recently used are dropped first.
    public var memoryLimit = 16 << 20
    /// Memory limit of cached images, in bytes.
    public var imageMemoryLimit = 64 << 20
    /// Largest number of concurrent requests.
    public var maximumRequests = 6 {
      didSet { precondition(maximumRequests >= 1, "a layer makes requests") }
    }
    /// Pauses after unavailable tiles.
    public var retry = RetryPolicy()
    /// Time without data after which a server counts as unavailable, 0 to a century.
    public var requestTimeout = Duration.seconds(30) {
      // Clocks and the system's requests end the program at times that they cannot count.
      didSet { requestTimeout = min(max(requestTimeout, .zero), .seconds(3_155_760_000)) }
    }
    /// The `User-Agent` of requests (RFC 9110, section 10.1.5).
    ///
    /// Apps should put their name first.
    public var userAgent = "TilePyramid/1"
    /// The largest tile accepted from a server, in bytes.
    public var maximumTileBytes = 8 << 20
    /// The largest image decoded.
    public var decodingLimits = DecodingLimits.tile
    /// Levels beyond the deepest that magnified parts show, 0 to 30.
    ///
    /// A tile without children is magnified, at whatever zoom a layer ends.
    public var overzoom = 4 {
      didSet { precondition((0...30).contains(overzoom), "there are no deeper levels") }
    }
    /// Kernel of magnification.
    ///
    /// Elevations are repeated, since their channels are digits of one number.
    public var overzoomKernel = ScalingKernel.bilinear
    /// Levels above the shallowest that reductions show, 0 to 4.
    ///
    /// A tile n levels above needs 4^n tiles.
    public var underzoomLevels = 0 {
      didSet { precondition((0...4).contains(underzoomLevels), "at most 256 tiles make one") }
    }
    /// Clock of pauses and time-outs.
    public var clock: any LayerClock = SystemLayerClock()
    /// Transport of HTTP and HTTPS requests, `nil` for the system's.
    public var transport: (any TileTransport)?

    /// Creates the default options.
    public init() {}
  }
}

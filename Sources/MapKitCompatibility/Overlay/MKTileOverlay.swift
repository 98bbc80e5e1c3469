#if !canImport(Darwin)
  public import CoreLocationCompatibility
  public import Foundation
  public import TileLayers
  import TileModel

  /// A layer of map tiles in Web Mercator, with the names and rules of MapKit.
  ///
  /// Subclasses override ``url(forTilePath:)``, or one of the two forms of loading. Tiles are loaded on any
  /// thread and several at once, as in MapKit. Overrides must be thread-safe, and properties are set before
  /// the overlay is drawn.
  open class MKTileOverlay: NSObject, MKOverlay {
    /// The template of ``url(forTilePath:)``, `nil` for subclasses without one.
    public let urlTemplate: String?

    /// The size of tile images in pixels, not points, 256 × 256 by default.
    ///
    /// Images are drawn pixel for pixel: at a scale of 2, one of 256 pixels covers 128 points.
    open var tileSize = CGSize(width: 256, height: 256)

    /// Whether rows are counted from the south, as in TMS, `false` by default.
    open var isGeometryFlipped = false

    /// The shallowest level with tiles, 0 by default.
    open var minimumZ = 0

    /// The deepest level with tiles, 21 by default.
    open var maximumZ = 21

    /// Whether the tiles cover the map below, so that it need not be drawn, `false` by default.
    open var canReplaceMapContent = false

    /// Transport of HTTP and HTTPS requests, `nil` for the system's.
    ///
    /// It is not part of MapKit.
    public var transport: (any TileTransport)?

    /// Creates an overlay.
    ///
    /// - Parameter urlTemplate: A URL with `{x}`, `{y}`, `{z}` and `{scale}` for the parts of a tile's
    ///   address, or `nil` for subclasses without one.
    public init(urlTemplate: String?) {
      self.urlTemplate = urlTemplate
      super.init()
    }

    /// Creates an overlay without a template, for subclasses.
    public convenience override init() { self.init(urlTemplate: nil) }

    /// The area with tiles.
    ///
    /// It is the whole world unless overridden.
    open var boundingMapRect: MKMapRect { .world }

    /// The middle of ``boundingMapRect``.
    open var coordinate: CLLocationCoordinate2D {
      MKMapPoint(x: boundingMapRect.midX, y: boundingMapRect.midY).coordinate
    }

    /// The URL of a tile by the template and the parts of the address.
    ///
    /// Any other text counts as the path of a file.
    ///
    /// - Precondition: There is a template, or a subclass overrides this or the loading.
    open func url(forTilePath path: MKTileOverlayPath) -> URL {
      guard let urlTemplate else {
        preconditionFailure("a tile overlay without a template overrides url(forTilePath:)")
      }
      let text = OverlayTemplate(urlTemplate).filled(for: path)
      return URL(string: text) ?? URL(fileURLWithPath: text)
    }

    /// Loads a tile from ``url(forTilePath:)``, in its own time.
    ///
    /// The statuses 204, 404 and 410 and a missing file mean that there is no tile. An answer without an
    /// image is an error too.
    ///
    /// - Parameters:
    ///   - path: The address.
    ///   - result: Called once, on any thread, with the image file or with a ``TileOverlayError``.
    open func loadTile(
      at path: MKTileOverlayPath, result: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
      let options = TileLayer.Options()
      let request = TileRequest(
        url: url(forTilePath: path), headers: ["Accept": "image/*"],
        timeout: options.requestTimeout, maximumBytes: options.maximumTileBytes)
      let transport = transport ?? Self.system
      Task {
        switch await request.answer(through: transport) {
        case .tile(let tile): result(Data(tile.bytes), nil)
        case .absent: result(nil, TileOverlayError.noTile(location: request.url.absoluteString))
        case .unavailable(let reason): result(nil, TileOverlayError.unavailable(reason))
        }
      }
    }

    /// Loads a tile by ``loadTile(at:result:)``.
    ///
    /// - Returns: The image file.
    /// - Throws: The error of the loading, or ``TileOverlayError``, also when the task is cancelled.
    open func loadTile(at path: MKTileOverlayPath) async throws -> Data {
      let loading = PendingTile()
      let result = await withTaskCancellationHandler {
        await withHandover { handover in
          loading.wait(handover)
          loadTile(at: path) { data, error in loading.conclude(data, error) }
        }
      } onCancel: {
        loading.conclude(nil, TileOverlayError.unavailable(.cancelled))
      }
      return try result.get()
    }

    private static let system = URLSessionTransport()
  }
#endif

import Dispatch
public import TileImaging
public import TileModel

/// Draws a camera's view of layers.
///
/// Each pixel is traced through `ScreenProjection` to its map position. It samples the level whose
/// resolution is closest to that of the screen, bilinearly and in premultiplied alpha. At the camera's
/// target this is level `round(zoom + log2(256 × scale / tile size))`, limited to the layer's levels. The
/// tile size is that of the layer or its ``SnapshotLayer/displaySize``. Far parts of a tilted map take
/// shallower levels. A pixel that covers more than 1.5 samples averages up to 16 × 16 positions.
///
/// The picture equals the tiles where pixels coincide with samples. That needs no tilt, no bearing, a whole
/// zoom, and for an even number of pixels a target on the corner of a sample. A square image of another
/// size than the layer's tiles is scaled to theirs, each on its own.
///
/// Beyond its deepest level a layer is enlarged for ``TileLayer/Options/overzoom`` zooms, and then left
/// out. It is also left out more than ``reach`` levels above its shallowest. Without
/// ``TileLayer/Options/underzoomLevels`` the shallowest level itself is sampled there, which takes more
/// tiles.
public struct MapSnapshotter: Sendable {
  /// The most pixels along a side of a picture.
  public static let maximumSide = SnapshotLimits.maximumSide
  /// Levels above its shallowest at which a layer is still drawn.
  public static let reach = SnapshotLimits.reach

  /// Options of a picture.
  public struct Options: Hashable, Sendable {
    /// The camera, which the limits of ``viewport`` do not move.
    public var camera: CameraPosition
    /// The view.
    ///
    /// Its size in points times ``scale``, rounded, is the picture's in pixels.
    public var viewport: Viewport
    /// The pixels along one point of the screen.
    public var scale: Double
    /// Colour beneath the layers, and above the horizon.
    public var background: PixelColor
    /// Memory limit of one layer's decoded tiles in the picture, in bytes.
    public var tileMemoryLimit = 1 << 30
    /// Whether an unavailable tile is left blank instead of ending the picture with an error, `false` by
    /// default.
    public var allowsGaps = false
    /// Columns and rows of tiles around the view that are requested but not drawn.
    ///
    /// A layer that fetches then has them when the camera moves. The default is 0, the most is
    /// ``MapSnapshotter/maximumTileBuffer``.
    public var tileBuffer = 0
    /// Whether the level is the shallowest with samples as small as a pixel, instead of the closest one.
    package var takesFinerLevel = false

    /// Creates options.
    public init(
      camera: CameraPosition, viewport: Viewport, scale: Double = 1, background: PixelColor = .clear
    ) {
      self.camera = camera
      self.viewport = viewport
      self.scale = scale
      self.background = background
    }

    fileprivate func plan(
      _ layer: SnapshotLayer, seenIn frame: SnapshotGeometry
    ) throws(MapSnapshotError) -> LayerSampling? {
      try LayerSampling(
        layer, seenIn: frame, takesFinerLevel: takesFinerLevel, memoryLimit: tileMemoryLimit,
        tileBuffer: tileBuffer)
    }
  }

  /// The layers in the order in which they are drawn.
  public let layers: [SnapshotLayer]
  package var shapes: [(layersBelow: Int, shape: SnapshotShape)] = []

  /// Creates a snapshotter.
  ///
  /// - Parameter layers: The layers, where the later of one z-index is above.
  public init(_ layers: [SnapshotLayer]) {
    self.layers = layers.enumerated().sorted {
      ($0.element.zIndex, $0.offset) < ($1.element.zIndex, $1.offset)
    }.map(\.element)
  }

  /// Draws a picture, on threads of its own.
  ///
  /// Every tile is requested once, first from the layer's cache of decoded tiles. An absent tile is
  /// transparent.
  ///
  /// - Returns: The picture in straight alpha, where the colour of a transparent pixel is 0.
  /// - Throws: ``MapSnapshotError``. An unavailable tile is an error unless ``Options/allowsGaps``, and
  ///   always when the task was cancelled.
  public func image(_ options: Options) async throws(MapSnapshotError) -> RGBAImage {
    try await snapshot(options).image
  }

  /// Draws a picture as ``image(_:)`` does, and counts the tiles.
  public func snapshot(_ options: Options) async throws(MapSnapshotError) -> MapSnapshot {
    let frame = try SnapshotGeometry(
      camera: options.camera, viewport: options.viewport, scale: options.scale)
    var drawn: [Drawn] = []
    for (index, item) in layers.enumerated() where item.opacity > 0 {
      let plan = await onThread {
        Result { () throws(MapSnapshotError) in try options.plan(item, seenIn: frame) }
      }
      guard let plan = try plan.get() else { continue }
      drawn.append(
        Drawn(
          plan, try await plan.fetch(allowsGaps: options.allowsGaps), Float(item.opacity),
          at: index))
    }
    let layers = drawn
    return await onThread { draw(layers, in: frame, on: options.background) }
  }

  /// The tiles of a layer that a picture asks for.
  ///
  /// - Returns: The tiles in view in the order of the rows, then those of ``Options/tileBuffer``. Empty
  ///   where the picture cannot be made.
  public static func tiles(of layer: SnapshotLayer, seenWith options: Options) -> [TileCoordinate] {
    do throws(MapSnapshotError) {
      let frame = try SnapshotGeometry(
        camera: options.camera, viewport: options.viewport, scale: options.scale)
      return try options.plan(layer, seenIn: frame).map { $0.tiles + $0.surroundings } ?? []
    } catch {
      return []
    }
  }

  /// Draws a picture as ``image(_:)`` does, for synchronous code.
  ///
  /// It blocks the calling thread as ``TileLayer/waitForImage(at:)`` does, and computes on all
  /// processors.
  @available(*, noasync, renamed: "image(_:)")
  public func waitForImage(_ options: Options) throws(MapSnapshotError) -> RGBAImage {
    try waitForSnapshot(options).image
  }

  /// Draws a picture as ``waitForImage(_:)`` does, and counts the tiles.
  @available(*, noasync, renamed: "snapshot(_:)")
  public func waitForSnapshot(_ options: Options) throws(MapSnapshotError) -> MapSnapshot {
    let frame = try SnapshotGeometry(
      camera: options.camera, viewport: options.viewport, scale: options.scale)
    var drawn: [Drawn] = []
    for (index, item) in layers.enumerated() where item.opacity > 0 {
      guard let plan = try options.plan(item, seenIn: frame) else { continue }
      drawn.append(
        Drawn(
          plan, try plan.waitToFetch(allowsGaps: options.allowsGaps), Float(item.opacity),
          at: index))
    }
    return draw(drawn, in: frame, on: options.background)
  }

  /// One layer's tiles with their opacity.
  private struct Drawn: Sendable {
    let mosaic: TileMosaic
    let gaps: [MapSnapshotError]
    let missingCount: Int
    let opacity: Float
    let index: Int

    init(_ plan: LayerSampling, _ samples: TileSamples, _ opacity: Float, at index: Int) {
      self.index = index
      mosaic = TileMosaic(plan, samples)
      (gaps, missingCount) = (samples.gaps, samples.missingCount)
      self.opacity = opacity
    }
  }

  private func draw(
    _ layers: [Drawn], in frame: SnapshotGeometry, on background: PixelColor
  ) -> MapSnapshot {
    let (width, height) = (frame.width, frame.height)
    let rasters = shapes.compactMap { item in
      ShapeRaster(item.shape, in: frame).map { (layersBelow: item.layersBelow, raster: $0) }
    }
    let samples = [UInt8](unsafeUninitializedCapacity: 4 * width * height) { buffer, count in
      count = 4 * width * height
      guard let base = buffer.baseAddress else { return }
      nonisolated(unsafe) let target = base
      let band = 16
      DispatchQueue.concurrentPerform(iterations: (height + band - 1) / band) { index in
        let row = SnapshotRow(width: width)
        for y in (index * band)..<min((index + 1) * band, height) {
          row.fill(background)
          var above = rasters[...]
          func drawShapes(belowLayer index: Int) {
            while let next = above.first, next.layersBelow <= index {
              next.raster.draw(row: y, onto: row)
              above = above.dropFirst()
            }
          }
          for layer in layers {
            drawShapes(belowLayer: layer.index)
            layer.mosaic.draw(row: y, opacity: layer.opacity, onto: row)
          }
          drawShapes(belowLayer: .max)
          row.store(target + 4 * width * y)
        }
      }
    }
    return MapSnapshot(
      image: RGBAImage(width: width, height: height, samples: samples),
      tileCount: layers.reduce(0) { $0 + $1.mosaic.tileCount }, gaps: layers.flatMap(\.gaps),
      missingTileCount: layers.reduce(0) { $0 + $1.missingCount })
  }
}

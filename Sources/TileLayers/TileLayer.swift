public import TileImaging
public import TileModel
public import TileStorage

/// A layer of tiles from a folder, a file, a server or a function.
///
/// Every request has one of three answers, ``TileAnswer``. Nothing outside the layer's extent is ever
/// requested. A layer is thread-safe. A tile of several callers is fetched once. At most
/// ``Options/maximumRequests`` requests run at a time. The limits of ``Options`` bound its memory.
///
/// Layers over stores and over synchronous functions answer on the caller's thread. Others fetch and
/// cache, and ask again after the pauses of ``RetryPolicy``.
public final class TileLayer: Sendable {
  enum Supply: Sendable {
    case immediate(@Sendable (TileCoordinate) -> TileAnswer<EncodedTile>)
    case fetched(TileFetcher)
  }

  /// Decoded tiles with the epoch of their cache.
  struct Images: Sendable {
    var cache: RecencyCache<TileCoordinate, RGBAImage>
    var epoch = 0
  }

  /// Description of the layer.
  public let information: LayerInformation
  /// Options of the layer.
  public let options: Options
  let supply: Supply
  let images: Guarded<Images>

  init(_ information: LayerInformation, options: Options, supply: Supply) {
    self.information = information
    self.options = options
    self.supply = supply
    images = Guarded(Images(cache: RecencyCache(limit: options.imageMemoryLimit)))
  }

  /// Creates a layer over a function that answers at once, on the caller's thread.
  ///
  /// - Parameters:
  ///   - information: The description of the layer.
  ///   - options: Its options.
  ///   - answer: Makes a tile, on any thread, for addresses in the extent only.
  public convenience init(
    _ information: LayerInformation, options: Options = Options(),
    synchronous answer: @escaping @Sendable (TileCoordinate) -> TileAnswer<EncodedTile>
  ) {
    self.init(information, options: options, supply: .immediate(answer))
  }

  /// Creates a layer over a function that answers in its own time.
  ///
  /// Its answers are cached, and it is never asked twice at once for one tile.
  ///
  /// - Parameters:
  ///   - information: The description of the layer.
  ///   - options: Its options.
  ///   - answer: Makes a tile, for addresses in the extent only. It should end when it is cancelled.
  public convenience init(
    _ information: LayerInformation, options: Options = Options(),
    asynchronous answer: @escaping @Sendable (TileCoordinate) async -> TileAnswer<EncodedTile>
  ) {
    let fetcher = TileFetcher(
      memoryLimit: options.memoryLimit, maximumRequests: options.maximumRequests,
      retry: options.retry, clock: options.clock, ask: answer)
    self.init(information, options: options, supply: .fetched(fetcher))
  }

  /// Creates a layer over an open store.
  ///
  /// A missing tile is absent, and an error of the store makes a tile unavailable.
  public convenience init(
    _ information: LayerInformation, options: Options = Options(), reader: any TileReader
  ) {
    self.init(information, options: options) { tile in
      do throws(TileStorageError) {
        return try reader.tile(at: tile).map { .tile(EncodedTile($0)) } ?? .absent
      } catch {
        return .unavailable(.storage(error))
      }
    }
  }

  /// The tile at an address as an image file.
  ///
  /// A stored tile is returned byte for byte. One made from another level is a PNG. A cancelled task gets
  /// ``TileUnavailability/cancelled`` at once.
  public func tile(at tile: TileCoordinate) async -> TileAnswer<EncodedTile> {
    switch derivation(of: tile) {
    case .none: .absent
    case .stored: await stored(tile)
    case .magnified, .reduced: await image(at: tile).map { Self.encode($0, tile) }
    }
  }

  /// The tile at an address, decoded.
  ///
  /// - Returns: The image, of the size that the tile has; ``TileUnavailability/image(_:_:)`` when it
  ///   cannot be decoded.
  public func image(at tile: TileCoordinate) async -> TileAnswer<RGBAImage> {
    guard let derivation = derivation(of: tile) else { return .absent }
    let (known, epoch) = cached(tile)
    if let known { return .tile(known) }
    let answer: TileAnswer<RGBAImage>
    switch derivation {
    case .stored: answer = await stored(tile).map { self.decode($0, tile) }
    case .magnified(let ancestor, let levels):
      answer = await image(at: ancestor).map { .tile(self.magnify($0, tile, levels)) }
    case .reduced(let parts, let levels):
      let answers = await images(at: parts)
      answer = reduce(answers, parts, levels)
    }
    keep(answer, tile, epoch)
    return answer
  }

  /// Drops every cached tile and every recorded failure, and restarts running requests.
  ///
  /// ``information`` stays: a layer with moved tiles or another version must be opened again.
  public func clearTileCache() async {
    dropImages()
    if case .fetched(let fetcher) = supply { await fetcher.clear() }
    // An image decoded in that time may be of a former tile.
    dropImages()
  }

  private func stored(_ tile: TileCoordinate) async -> TileAnswer<EncodedTile> {
    if Task.isCancelled { return .unavailable(.cancelled) }
    switch supply {
    case .immediate(let answer): return answer(tile)
    case .fetched(let fetcher): return await fetcher.answer(for: tile)
    }
  }

  private func images(at tiles: [TileCoordinate]) async -> [TileAnswer<RGBAImage>] {
    await withTaskGroup(of: (Int, TileAnswer<RGBAImage>).self) { group in
      for (index, tile) in tiles.enumerated() {
        group.addTask { (index, await self.image(at: tile)) }
      }
      var answers = [TileAnswer<RGBAImage>](repeating: .absent, count: tiles.count)
      for await (index, answer) in group { answers[index] = answer }
      return answers
    }
  }
}

extension TileLayer {
  package func callerCount(of tile: TileCoordinate) async -> Int {
    if case .fetched(let fetcher) = supply { await fetcher.callerCount(of: tile) } else { 0 }
  }

  package var memoryCost: (files: Int, images: Int) {
    get async {
      let images = images.withLock { $0.cache.cost }
      if case .fetched(let fetcher) = supply { return (await fetcher.memoryCost, images) }
      return (0, images)
    }
  }
}

public import TileImaging
public import TileModel

extension TileLayer {
  /// The tile at an address as an image file, for synchronous code.
  ///
  /// It blocks the calling thread until ``tile(at:)`` has answered, which may take as long as the
  /// ``RetryPolicy``. Threads of map frameworks may call it. The main thread and code in tasks, whose
  /// threads are few, must not.
  @available(*, noasync, renamed: "tile(at:)")
  public func waitForTile(at tile: TileCoordinate) -> TileAnswer<EncodedTile> {
    switch (derivation(of: tile), supply) {
    case (.none, _): return .absent
    case (.stored, .immediate(let answer)): return answer(tile)
    case (_, .immediate): return waitForImage(at: tile).map { Self.encode($0, tile) }
    case (_, .fetched): return waitForTask { await self.tile(at: tile) }
    }
  }

  /// The tile at an address, decoded.
  ///
  /// It blocks as ``waitForTile(at:)`` does.
  @available(*, noasync, renamed: "image(at:)")
  public func waitForImage(at tile: TileCoordinate) -> TileAnswer<RGBAImage> {
    guard let derivation = derivation(of: tile) else { return .absent }
    guard case .immediate(let stored) = supply else {
      return waitForTask { await self.image(at: tile) }
    }
    let (known, epoch) = cached(tile)
    if let known { return .tile(known) }
    let answer: TileAnswer<RGBAImage>
    switch derivation {
    case .stored: answer = stored(tile).map { decode($0, tile) }
    case .magnified(let ancestor, let levels):
      answer = waitForImage(at: ancestor).map { .tile(magnify($0, tile, levels)) }
    case .reduced(let parts, let levels):
      answer = reduce(parts.map { waitForImage(at: $0) }, parts, levels)
    }
    keep(answer, tile, epoch)
    return answer
  }

  /// Does the work of ``clearTileCache()`` and blocks until it is done.
  @available(*, noasync, renamed: "clearTileCache()")
  public func waitToClearTileCache() {
    waitForTask { await self.clearTileCache() }
  }
}

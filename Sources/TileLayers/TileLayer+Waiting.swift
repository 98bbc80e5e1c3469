public import TileImaging
public import TileModel

extension TileLayer {
  /// The tile at an address as an image file, for code that cannot wait in any other way.
  ///
  /// Blocks the calling thread until ``tile(at:)`` has answered, for a layer that fetches as long as
  /// its ``RetryPolicy`` lasts. Call it from a thread of your own, as the threads of map frameworks
  /// are: not from the main thread, and not from code that a task runs, whose threads are few.
  @available(*, noasync, renamed: "tile(at:)")
  public func waitForTile(at tile: TileCoordinate) -> TileAnswer<EncodedTile> {
    switch (derivation(of: tile), supply) {
    case (.none, _): return .absent
    case (.stored, .immediate(let answer)): return answer(tile)
    case (_, .immediate): return waitForImage(at: tile).map { Self.encode($0, tile) }
    case (_, .fetched): return waitForTask { await self.tile(at: tile) }
    }
  }

  /// The tile at an address, decoded; blocks as ``waitForTile(at:)`` does.
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

  /// Does what ``clearTileCache()`` does; blocks until it is done.
  @available(*, noasync, renamed: "clearTileCache()")
  public func waitToClearTileCache() {
    waitForTask { await self.clearTileCache() }
  }
}

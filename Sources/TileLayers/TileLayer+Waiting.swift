public import TileImaging
public import TileModel

extension TileLayer {
  /// The tile at an address, decoded, for synchronous code.
  ///
  /// It blocks the calling thread until ``image(at:)`` has answered. Threads of map frameworks may call it. The
  /// main thread and code in tasks, whose threads are few, must not.
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

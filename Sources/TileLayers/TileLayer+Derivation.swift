import TileImaging
import TileModel

extension TileLayer {
  /// Origin of a tile.
  enum Derivation: Equatable {
    case stored
    /// From a part of an ancestor, below which the layer has no tiles.
    case magnified(from: TileCoordinate, levels: Int)
    /// From descendants of the shallowest level.
    case reduced(from: [TileCoordinate], levels: Int)
  }

  func derivation(of tile: TileCoordinate) -> Derivation? {
    let extent = information.extent
    guard let zooms = extent.zooms else { return nil }
    if extent.contains(tile) { return .stored }
    let above = zooms.lowerBound - tile.zoom
    if above > 0 {
      guard above <= options.underzoomLevels else { return nil }
      let parts = Array(
        TileRange(zoom: tile.zoom, x: tile.x..<(tile.x + 1), y: tile.y..<(tile.y + 1))
          .ancestor(levels: -above))
      guard parts.contains(where: extent.contains) else { return nil }
      return .reduced(from: parts, levels: above)
    }
    var ancestor = tile
    for levels in 0..<options.overzoom {
      guard let parent = ancestor.parent else { return nil }
      ancestor = parent
      if extent.contains(ancestor) {
        return extent.ends(at: ancestor) ? .magnified(from: ancestor, levels: levels + 1) : nil
      }
    }
    return nil
  }

  func decode(_ tile: EncodedTile, _ address: TileCoordinate) -> TileAnswer<RGBAImage> {
    do throws(ImageCodecError) {
      return .tile(try TileDecoder.decode(tile.bytes, limits: options.decodingLimits))
    } catch {
      return .unavailable(.image(error, address))
    }
  }

  static func encode(_ image: RGBAImage, _ address: TileCoordinate) -> TileAnswer<EncodedTile> {
    let result = image.samples.withUnsafeBufferPointer {
      samples -> Result<[UInt8], ImageCodecError> in
      guard let base = samples.baseAddress else { return .failure(.compressorFailed) }
      do throws(ImageCodecError) {
        let encoder = try PNGTileEncoder(effort: .fast)
        return .success(try encoder.encode(base, width: image.width, height: image.height))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let bytes): return .tile(EncodedTile(bytes))
    case .failure(let error): return .unavailable(.image(error, address))
    }
  }

  func magnify(_ image: RGBAImage, _ tile: TileCoordinate, _ levels: Int) -> RGBAImage {
    let isOfHeights = information.definition?.elevation != nil
    return TileScaling.magnify(
      image, for: tile, levels: levels, kernel: isOfHeights ? .nearest : options.overzoomKernel)
  }

  /// Absent when all parts are, unavailable when one is.
  func reduce(
    _ answers: [TileAnswer<RGBAImage>], _ parts: [TileCoordinate], _ levels: Int
  ) -> TileAnswer<RGBAImage> {
    let side = information.tileSize.rawValue
    var images: [RGBAImage?] = []
    for (answer, part) in zip(answers, parts) {
      switch answer {
      case .absent: images.append(nil)
      case .unavailable(let reason): return .unavailable(reason)
      case .tile(let image):
        guard let image = TileScaling.fit(image, side: side) else {
          return .unavailable(
            .image(
              .tooLarge(
                width: image.width, height: image.height,
                limit: "\(side) × \(side), or another square"), part))
        }
        images.append(image)
      }
    }
    guard images.contains(where: { $0 != nil }) else { return .absent }
    return .tile(TileScaling.reduce(images, levels: levels, side: side))
  }

  /// Another number whenever the cache was cleared.
  package var cacheEpoch: Int { images.withLock { $0.epoch } }

  func cached(_ tile: TileCoordinate) -> (image: RGBAImage?, epoch: Int) {
    images.withLock { ($0.cache.value(for: tile), $0.epoch) }
  }

  func keep(_ answer: TileAnswer<RGBAImage>, _ tile: TileCoordinate, _ epoch: Int) {
    guard let image = answer.content else { return }
    images.withLock { state in
      guard state.epoch == epoch else { return }
      state.cache.set(image, for: tile, cost: image.samples.count + TileFetcher.entryOverhead)
    }
  }

  func dropImages() {
    images.withLock { state in
      state.cache.removeAll()
      state.epoch += 1
    }
  }
}

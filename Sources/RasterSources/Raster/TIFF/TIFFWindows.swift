/// Windows of an image out of a bounded number of decoded blocks.
final class TIFFWindows: RasterWindows {
  private let decoders: TIFFDecoderPool
  private let image: TIFFImage
  private let cache: DecodedBlockCache

  init(decoders: TIFFDecoderPool) {
    self.decoders = decoders
    image = decoders.image
    let line = 2 * (image.blocksAcross + image.blocksDown)
    cache = DecodedBlockCache(
      blockBytes: image.pixelBytes, capacity: min(line, image.blocksAcross * image.blocksDown))
  }

  var size: PixelSize { image.size }

  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws {
    precondition(
      x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= size.width
        && y + height <= size.height && bytesPerRow >= 4 * width,
      "the window is inside the raster")
    let block = image.blockSize
    var top = y
    while top < y + height {
      let blockRow = top / block.height
      let bottom = min(y + height, (blockRow + 1) * block.height)
      var left = x
      while left < x + width {
        let blockColumn = left / block.width
        let right = min(x + width, (blockColumn + 1) * block.width)
        let part = target + (top - y) * bytesPerRow + 4 * (left - x)
        let offset = 4 * ((top - blockRow * block.height) * block.width + left % block.width)
        let count = 4 * (right - left)
        let rows = bottom - top
        try cache.withBlock(blockRow * image.blocksAcross + blockColumn) {
          samples throws(RasterError) in
          try decoders.withDecoder { decoder throws(RasterError) in
            try decoder.decode(
              column: blockColumn, row: blockRow, into: samples, bytesPerRow: 4 * block.width)
          }
        } body: { samples in
          for row in 0..<rows {
            (part + row * bytesPerRow).update(
              from: samples + offset + 4 * row * block.width, count: count)
          }
        }
        left = right
      }
      top = bottom
    }
  }
}

import TileImaging

/// Finds the range of an image's samples from some of them.
///
/// Which ones depends on the image alone: up to 64 blocks at equal distances, and of each every n-th
/// pixel, so that there are about a million in all.
enum TIFFStatistics {
  private static let blockCount = 64
  private static let sampleCount = 1 << 20
  /// The largest strip that is decoded whole.
  private static let blockLimit = 32 << 20

  /// The range from the 2nd to the 98th percentile, of all colours together.
  static func range(
    of picture: TIFFDirectories.Picture, path: String, noData: Double?, limits: DecodingLimits
  ) throws(RasterError) -> SampleRange {
    let image = picture.image
    let rule = TIFFSampleRule(range: .unstretched(image), noData: noData)
    var sample: [Double] = []
    if !image.canReadRows || image.pixelBytes <= blockLimit {
      let decoder = try TIFFBlockDecoder(path: path, image: image, rule: rule, limits: limits)
      let blocks = image.blocksAcross * image.blocksDown
      let count = min(blocks, blockCount)
      let pixels = count * image.blockSize.width * image.blockSize.height
      let step = max(1, pixels * image.colorBands / sampleCount)
      for index in 0..<count {
        let block = blocks / count * index + blocks % count * index / count
        try decoder.gatherNumbers(
          column: block % image.blocksAcross, row: block / image.blocksAcross, step: step,
          into: &sample)
      }
    } else {
      let rows = try TIFFScanlines(path: path, image: image, rule: rule, limits: limits)
      let pixels = image.size.width * image.size.height
      let step = max(1, pixels * image.colorBands / sampleCount)
      var row = 0
      while row < image.size.height {
        let missing = try rows.skipMissingStrip()
        if missing == 0 {
          try rows.gatherNumbers(start: row * 7919 % step, step: step, into: &sample)
        }
        row += max(missing, 1)
      }
    }
    return SampleRange.percentiles(of: &sample) ?? .unstretched(image)
  }
}

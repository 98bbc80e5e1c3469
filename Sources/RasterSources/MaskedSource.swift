import Georeferencing
import TileImaging

/// An image with a mask beside it or behind it, whose zeros are transparent.
struct MaskedSource: RasterSource {
  let base: any RasterSource
  let mask: any RasterSource
  let header: RasterHeader

  init(base: any RasterSource, mask: any RasterSource) {
    (self.base, self.mask) = (base, mask)
    var header = base.header
    header.isOpaque = false
    header.details.append(
      RasterDetail("mask", mask.path == base.path ? "in the file" : mask.path.fileName))
    // Capabilities of both; reductions of the image would need those of the mask.
    let (own, other) = (header.capabilities, mask.capabilities)
    header.capabilities.storesRowsInOrder = own.storesRowsInOrder && other.storesRowsInOrder
    header.capabilities.rowReadingBytes += other.rowReadingBytes + 4 * header.size.width
    header.capabilities.windowBytes = own.windowBytes.flatMap { bytes in
      other.windowBytes.map { bytes + $0 }
    }
    header.capabilities.reductions = []
    self.header = header
  }

  func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let (rows, first) = try base.openRows(from: row, scratch: scratch, isCancelled: isCancelled)
    let (maskRows, maskFirst) = try mask.openRows(
      from: first, scratch: scratch, isCancelled: isCancelled)
    let skipped = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * size.width)
    defer { skipped.deallocate() }
    for _ in maskFirst..<max(maskFirst, first) { try maskRows.readRow(into: skipped) }
    return (MaskedRows(base: rows, mask: maskRows, width: size.width), first)
  }

  func makeWindows() throws -> any RasterWindows {
    MaskedWindows(base: try base.makeWindows(), mask: try mask.makeWindows())
  }

  func decoded(byThreads threads: Int) -> any RasterSource {
    MaskedSource(base: base.decoded(byThreads: threads), mask: mask.decoded(byThreads: threads))
  }
}

/// The mask of an image in a TIFF of its own, `FILE.msk` (GDAL's `GDALDefaultOverviews`).
package enum ExternalMask {
  package static func path(ofImage path: String) -> String { path + ".msk" }

  /// Only the first page has an external mask.
  static func exists(forImage path: String, page: Int?) -> Bool {
    page ?? 1 == 1 && TextFile.exists(self.path(ofImage: path))
  }

  static func source(
    of image: any RasterSource, samples: SampleOptions, limits: DecodingLimits
  ) throws(RasterError) -> (any RasterSource)? {
    let path = path(ofImage: image.path)
    guard samples.hasMask else { return nil }
    let file = try SourceFile(path: path)
    let band = samples.bands?.colors.first ?? 1
    let flags = TIFFBandMetadata(try TIFFGeoTags(file, page: 1).metadata).maskFlags[band]
    // One mask holds for all bands, where the file does not say that each has its own.
    let isOfBand = flags.map { $0 & Flag.perDataset == 0 } ?? false
    if let flags, flags & Flag.allValid != 0 { return nil }
    let isAlpha = (flags ?? 0) & Flag.alpha != 0 && !samples.readsHeights
    var options = SampleOptions(
      bands: BandSelection(colors: [isOfBand ? band : 1]),
      stretch: isAlpha ? SampleStretch.none : .range(TIFFMask.valid.low, TIFFMask.valid.high))
    options.threads = samples.threads
    let mask = try TIFFSource(file, samples: options, limits: limits)
    guard mask.size == image.size else {
      throw .corrupt(
        path: path, detail: "a mask of \(mask.size) pixels beside an image of \(image.size)")
    }
    return mask
  }

  /// Bits of `INTERNAL_MASK_FLAGS_n`.
  private enum Flag {
    static let allValid = 1
    static let perDataset = 2
    static let alpha = 4
  }
}

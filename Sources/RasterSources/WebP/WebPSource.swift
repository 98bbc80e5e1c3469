import CLibWebP
import Georeferencing
package import TileImaging

/// A still WebP file.
///
/// The library decodes whole images. One of at most 64 MiB as RGBA is decoded at once, a larger one in
/// bands, each decoded from the file's start. The orientation in metadata, on which viewers differ, is not
/// applied.
package struct WebPSource: RasterFile {
  /// In bytes.
  static let bandLimit = 64 << 20

  /// Latest position of the image's header: only a profile precedes it.
  private static let headerLimit = 1 << 20

  /// Header of the image, opaque without alpha.
  ///
  /// Reading takes memory for the file, a band of rows and the decoder.
  package var header: RasterHeader
  package let remainingTransform: ColorTransform?
  package var layout: SampleLayout {
    SampleLayout(
      bitsPerSample: 8, samplesPerPixel: 3, format: .unsigned, color: .rgb, colorBands: [0, 1, 2])
  }
  private let file: SourceFile
  private let fileBytes: Int

  package init(
    _ source: SourceFile, samples: SampleOptions, limits: DecodingLimits
  ) throws(RasterError) {
    let path = source.path
    self.file = source
    let file = try InputFile(source)
    let start = try file.leadingBytes(Self.headerLimit)
    guard RasterFormat(leadingBytes: start) == .webp else { throw .notAnImage(path: path) }
    let stated = (4..<8).reduce(0) { $0 | Int(start[$1]) << (8 * ($1 - 4)) } + 8
    guard stated <= file.byteCount else { throw .truncated(path: path) }
    fileBytes = stated
    guard stated <= limits.maximumBytes else {
      throw .corrupt(path: path, detail: "\(stated) bytes, more than any image of the format takes")
    }
    var features = WebPBitstreamFeatures()
    try Self.check(WebPGetFeatures(start, start.count, &features), path: path)
    let size = PixelSize(width: Int(features.width), height: Int(features.height))
    let (isOpaque, isLossless) = (features.has_alpha == 0, features.format == 2)
    let colors = ImageColors(
      ColorProfile(Self.chunk("ICCP", of: file, end: stated)), .rgb, samples.colors)
    guard features.has_animation == 0 else {
      throw .samplesNotSupported(path: path, found: "an animation")
    }
    // The decoder holds all of a lossless image, and all of the alpha of another.
    let held = isLossless ? 4 : isOpaque ? 0 : 1
    if held > 0, size.width * size.height > limits.maximumBytes / held {
      throw .tooLarge(
        path: path, size: size,
        limit: "at most \(limits.maximumBytes / held) pixels in a WebP of this kind")
    }
    remainingTransform = colors.transform
    var header = RasterHeader(path: path, size: size, isOpaque: isOpaque)
    header.details =
      [
        RasterDetail("format", "WebP"),
        RasterDetail("bands", isOpaque ? "3 × 8-bit, RGB" : "4 × 8-bit, RGB, alpha"),
        RasterDetail("compression", isLossless ? "WebP, lossless" : "WebP"),
      ] + colors.details
    let exif = ExifTags(Self.chunk("EXIF", of: file, end: stated))
    (header.resolution, header.cameraPosition) = (exif.resolution, exif.position)
    header.isPhotograph = exif.isPhotograph
    let turn = exif.orientation == .upright ? nil : exif.orientation.rawValue
    if let turn { header.details.append(RasterDetail("orientation", "\(turn), not applied")) }
    header.notices = [colors.notice, turn.map { .orientationNotApplied($0) }].compactMap(\.self)
    let area = size.width * size.height
    header.capabilities.rowReadingBytes = stated + min(4 * area, Self.bandLimit) + held * area
    self.header = header
  }

  private static func chunk(_ type: String, of file: InputFile, end: Int) -> [UInt8] {
    var offset = 12
    for _ in 0..<4096 where offset + 8 <= end {
      let head = file.bytes(at: offset, count: 8)
      guard head.count == 8 else { break }
      let length = (4..<8).reduce(0) { $0 | Int(head[$1]) << (8 * ($1 - 4)) }
      if head.starts(with: type.utf8), length <= ColorProfile.byteLimit {
        let contents = file.bytes(at: offset + 8, count: length)
        return contents.count == length ? contents : []
      }
      // Chunks have an even number of bytes.
      offset += 8 + length + length % 2
    }
    return []
  }

  package func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let file = try InputFile(file)
    guard file.byteCount >= fileBytes else { throw RasterError.truncated(path: path) }
    let bytes = try file.leadingBytes(fileBytes)
    guard bytes.count == fileBytes else { throw RasterError.truncated(path: path) }
    var features = WebPBitstreamFeatures()
    try Self.check(WebPGetFeatures(bytes, bytes.count, &features), path: path)
    guard Int(features.width) == size.width, Int(features.height) == size.height else {
      throw RasterError.changed(path: path)
    }
    return (WebPRows(path: path, bytes: bytes, size: size, isOpaque: isOpaque), 0)
  }

  static func check(_ status: VP8StatusCode, path: String) throws(RasterError) {
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .truncated(path: path)
    case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory(path: path)
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      throw .samplesNotSupported(path: path, found: "a feature that the decoder does not have")
    default: throw .corrupt(path: path, detail: "a damaged bitstream")
    }
  }
}

/// Rows of a WebP, decoded in bands.
private final class WebPRows: RasterRowReader {
  private let path: String
  private let bytes: [UInt8]
  private let size: PixelSize
  private let isOpaque: Bool
  private let bandHeight: Int
  private let band: UnsafeMutablePointer<UInt8>
  private var held = 0..<0
  private var rowsRead = 0

  init(path: String, bytes: [UInt8], size: PixelSize, isOpaque: Bool) {
    self.path = path
    self.bytes = bytes
    self.size = size
    self.isOpaque = isOpaque
    // Even, because lossy rows are cut only there.
    let rows = WebPSource.bandLimit / (4 * size.width) / 2 * 2
    bandHeight = min(max(2, rows), size.height)
    band = .allocate(capacity: 4 * size.width * bandHeight)
  }

  deinit { band.deallocate() }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if rowsRead == size.height { throw RasterError.noMoreRows(path: path, rows: size.height) }
    if !held.contains(rowsRead) { try decodeBand() }
    row.update(from: band + 4 * size.width * (rowsRead - held.lowerBound), count: 4 * size.width)
    if !isOpaque { TransparentColor.clear(row, count: size.width) }
    rowsRead += 1
  }

  private func decodeBand() throws(RasterError) {
    let end = min(rowsRead + bandHeight, size.height)
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .outOfMemory(path: path) }
    if end - rowsRead < size.height {
      config.options.use_cropping = 1
      config.options.crop_top = Int32(rowsRead)
      config.options.crop_width = Int32(size.width)
      config.options.crop_height = Int32(end - rowsRead)
    }
    config.output.colorspace = MODE_RGBA
    config.output.is_external_memory = 1
    config.output.u.RGBA.stride = Int32(4 * size.width)
    config.output.u.RGBA.size = 4 * size.width * (end - rowsRead)
    config.output.u.RGBA.rgba = band
    let status = WebPDecode(bytes, bytes.count, &config)
    WebPFreeDecBuffer(&config.output)
    try WebPSource.check(status, path: path)
    held = rowsRead..<end
  }
}

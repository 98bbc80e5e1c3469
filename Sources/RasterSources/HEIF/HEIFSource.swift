import CLibHEIF
import Georeferencing
package import TileImaging

/// The primary image of a HEIC or AVIF file.
///
/// libheif decodes it as a whole and applies the properties `irot`, `imir` and `clap`. By the format, an
/// orientation in Exif data is ignored.
package struct HEIFSource: RasterFile {
  package var header: RasterHeader
  package let remainingTransform: ColorTransform?
  private let file: SourceFile
  package let layout: SampleLayout
  private let rule: SampleRule
  private let limits: DecodingLimits
  private let threads: Int

  /// Copies of a pixel in a decoder: in YCbCr, and before rotation.
  private static let planes = 3

  package init(
    _ file: SourceFile, samples: SampleOptions, limits: DecodingLimits
  ) throws(RasterError) {
    (self.file, self.limits, threads) = (file, limits, samples.threads)
    let handle = try HEIFHandle(file, limits: limits)
    let (depth, hasAlpha) = (handle.bitsPerSample, handle.hasAlpha)
    // Tables are for all numbers that 16 bits can hold, whatever a decoder delivers.
    layout = SampleLayout(
      bitsPerSample: depth > 8 ? 16 : 8, samplesPerPixel: hasAlpha ? 4 : 3, format: .unsigned,
      color: .rgb, colorBands: [0, 1, 2], alphaBand: hasAlpha ? 3 : nil,
      isPremultiplied: hasAlpha && handle.isPremultiplied)
    let range = SampleRange(low: 0, high: Double(1 << depth - 1))
    rule = SampleRule(range: range, alpha: depth > 8 ? range : nil)
    let pixelBytes = layout.samplesPerPixel * layout.bitsPerSample / 8
    let sizes = try handle.allSizes
    for size in sizes {
      let violation = limits.violation(
        width: size.width, height: size.height, bytesPerPixel: pixelBytes, isStreamed: false)
      if let violation { throw .tooLarge(path: file.path, size: size, limit: violation) }
    }
    let area = sizes.reduce(0) { max($0, $1.width * $1.height) }
    let colors = ImageColors(handle.profile, .rgb, samples.colors)
    remainingTransform = colors.transform
    var header = RasterHeader(path: file.path, size: handle.size, isOpaque: !hasAlpha)
    let alpha = hasAlpha ? layout.isPremultiplied ? ", associated alpha" : ", alpha" : ""
    header.details =
      [
        RasterDetail("format", try handle.format.rawValue),
        RasterDetail("bands", "\(layout.samplesPerPixel) × \(depth)-bit, RGB\(alpha)"),
      ] + (try handle.turns ? [RasterDetail("orientation", "irot and imir, applied")] : [])
      + colors.details
    header.notices = [colors.notice].compactMap(\.self)
    let exif = ExifTags(handle.exif)
    (header.cameraPosition, header.isPhotograph) = (exif.position, exif.isPhotograph)
    header.capabilities.rowReadingBytes =
      file.byteCount + area * pixelBytes * (1 + Self.planes)
    self.header = header
  }

  package func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let handle = try HEIFHandle(file, limits: limits)
    guard handle.size == size, handle.hasAlpha == (layout.alphaBand != nil),
      (handle.bitsPerSample > 8) == (layout.bitsPerSample > 8)
    else { throw RasterError.changed(path: path) }
    let picture = try handle.decode(layout, threads: threads)
    return (HEIFRows(picture, size: size, path: path, layout: layout, rule: rule), 0)
  }
}

/// An open HEIC or AVIF file with its image, not decoded; belongs to one task.
private final class HEIFHandle {
  private let file: InputFile
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let context: OpaquePointer
  private var image: OpaquePointer?

  init(_ source: SourceFile, limits: DecodingLimits) throws(RasterError) {
    file = try InputFile(source)
    let count = file.byteCount
    guard count <= limits.maximumBytes else {
      throw .corrupt(
        path: source.path, detail: "\(count) bytes, more than an image that is decoded whole takes")
    }
    guard let context = heif_context_alloc() else { throw .outOfMemory(path: source.path) }
    self.context = context
    bytes = .allocate(capacity: max(1, count))
    // A class whose members are all set is released in full, also when its initializer throws.
    image = nil
    if let base = bytes.baseAddress, file.read(at: 0, into: base, count: count) < count {
      throw file.failure == 0
        ? .truncated(path: file.path) : .cannotRead(path: file.path, code: file.failure)
    }
    try check(heif_context_read_from_memory_without_copy(context, bytes.baseAddress, count, nil))
    try check(heif_context_get_primary_image_handle(context, &image))
    guard size.width > 0, size.height > 0, (1...16).contains(bitsPerSample) else {
      throw .corrupt(path: file.path, detail: "an image of \(size) pixels")
    }
  }

  deinit {
    heif_image_handle_release(image)
    heif_context_free(context)
    bytes.deallocate()
  }

  var size: PixelSize {
    PixelSize(
      width: Int(heif_image_handle_get_width(image)),
      height: Int(heif_image_handle_get_height(image)))
  }

  var bitsPerSample: Int { Int(heif_image_handle_get_luma_bits_per_pixel(image)) }
  var hasAlpha: Bool { heif_image_handle_has_alpha_channel(image) != 0 }
  var isPremultiplied: Bool { heif_image_handle_is_premultiplied_alpha(image) != 0 }

  private var boxes: [ISOBox] {
    get throws(RasterError) {
      try ISOBox.list(in: 0..<file.byteCount, of: file) { $0.type == "meta" }
    }
  }

  /// `meta` begins with its version.
  private var meta: [ISOBox] {
    get throws(RasterError) { try boxes.inside("meta", of: file, skipping: 4) }
  }

  var format: RasterFormat {
    get throws(RasterError) {
      let brands = try boxes.first { $0.type == "ftyp" }?.content.prefix(256) ?? 0..<0
      let text = String(
        decoding: file.bytes(at: brands.lowerBound, count: brands.count), as: UTF8.self)
      return text.contains("avif") ? .avif : .heic
    }
  }

  var turns: Bool {
    get throws(RasterError) {
      try meta.inside("iprp", of: file).inside("ipco", of: file).contains {
        ["irot", "imir"].contains($0.type)
      }
    }
  }

  var allSizes: [PixelSize] {
    get throws(RasterError) {
      let stated = PixelSize(
        width: Int(heif_image_handle_get_ispe_width(image)),
        height: Int(heif_image_handle_get_ispe_height(image)))
      return [size, stated] + (try HEIFCodedSizes(file, meta: meta)).sizes
    }
  }

  /// ICC, or code points of `nclx`, whose matrix and range the decoder applies.
  var profile: ColorProfile? {
    switch heif_image_handle_get_color_profile_type(image) {
    case heif_color_profile_type_prof, heif_color_profile_type_rICC:
      let count = heif_image_handle_get_raw_color_profile_size(image)
      guard count <= ColorProfile.byteLimit else { return nil }
      var profile = [UInt8](repeating: 0, count: count)
      let error = heif_image_handle_get_raw_color_profile(image, &profile)
      return error.code == heif_error_Ok ? ColorProfile(profile) : nil
    case heif_color_profile_type_nclx:
      var found: UnsafeMutablePointer<heif_color_profile_nclx>?
      let error = heif_image_handle_get_nclx_color_profile(image, &found)
      defer { heif_nclx_color_profile_free(found) }
      guard error.code == heif_error_Ok, let points = found?.pointee else { return nil }
      let (primaries, transfer) = (
        points.color_primaries.rawValue, points.transfer_characteristics.rawValue
      )
      // Those that are not specified are sRGB's (MIAF, 7.3.6.4).
      let unspecified: UInt32 = 2
      return ColorProfile(codePoints: [
        UInt8(truncatingIfNeeded: primaries == unspecified ? 1 : primaries),
        UInt8(truncatingIfNeeded: transfer == unspecified ? 13 : transfer), 0, 1,
      ])
    default: return nil
    }
  }

  /// Without the offset that it begins with; empty where there is none.
  var exif: [UInt8] {
    var id: heif_item_id = 0
    guard heif_image_handle_get_list_of_metadata_block_IDs(image, "Exif", &id, 1) == 1 else {
      return []
    }
    let count = heif_image_handle_get_metadata_size(image, id)
    guard (4...ColorProfile.byteLimit).contains(count) else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let error = heif_image_handle_get_metadata(image, id, &bytes)
    return error.code == heif_error_Ok ? Array(bytes.dropFirst(4)) : []
  }

  func decode(_ layout: SampleLayout, threads: Int) throws(RasterError) -> HEIFPicture {
    let (isDeep, hasAlpha) = (layout.bitsPerSample > 8, layout.alphaBand != nil)
    let chroma =
      switch (isDeep, hasAlpha) {
      case (false, false): heif_chroma_interleaved_RGB
      case (false, true): heif_chroma_interleaved_RGBA
      case (true, false): heif_chroma_interleaved_RRGGBB_LE
      case (true, true): heif_chroma_interleaved_RRGGBBAA_LE
      }
    heif_context_set_max_decoding_threads(context, Int32(clamping: threads))
    var decoded: OpaquePointer?
    try check(heif_decode_image(image, &decoded, heif_colorspace_RGB, chroma, nil))
    guard let decoded else { throw .outOfMemory(path: file.path) }
    let picture = HEIFPicture(decoded)
    guard picture.size == size else {
      throw .corrupt(path: file.path, detail: "\(picture.size) pixels where \(size) are stated")
    }
    return picture
  }

  private func check(_ error: heif_error) throws(RasterError) {
    let message = String(cString: error.message)
    switch (error.code, error.subcode) {
    case (heif_error_Ok, _): return
    case (_, heif_suberror_End_of_data): throw .truncated(path: file.path)
    case (_, heif_suberror_Security_limit_exceeded):
      throw .corrupt(path: file.path, detail: message)
    case (heif_error_Memory_allocation_error, _): throw .outOfMemory(path: file.path)
    case (heif_error_Unsupported_filetype, _), (heif_error_Unsupported_feature, _):
      throw .samplesNotSupported(path: file.path, found: message)
    default: throw .corrupt(path: file.path, detail: message)
    }
  }
}

/// A decoded picture, its samples interleaved.
private final class HEIFPicture {
  private let image: OpaquePointer

  init(_ image: OpaquePointer) { self.image = image }

  deinit { heif_image_release(image) }

  var size: PixelSize {
    PixelSize(
      width: Int(heif_image_get_width(image, heif_channel_interleaved)),
      height: Int(heif_image_get_height(image, heif_channel_interleaved)))
  }

  var samples: (start: UnsafePointer<UInt8>, bytesPerRow: Int)? {
    var bytesPerRow: Int32 = 0
    let start = heif_image_get_plane_readonly(image, heif_channel_interleaved, &bytesPerRow)
    return start.map { ($0, Int(bytesPerRow)) }
  }
}

/// Rows of a decoded picture.
private final class HEIFRows: RasterRowReader {
  private let picture: HEIFPicture
  private let size: PixelSize
  private let path: String
  private let converter: SampleConverter
  private var rowsRead = 0

  init(
    _ picture: HEIFPicture, size: PixelSize, path: String, layout: SampleLayout, rule: SampleRule
  ) {
    (self.picture, self.size, self.path) = (picture, size, path)
    converter = SampleConverter(layout: layout, rule: rule, capacity: size.width)
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    guard rowsRead < size.height, let samples = picture.samples else {
      throw RasterError.noMoreRows(path: path, rows: size.height)
    }
    converter.convert(
      StoredRow(start: samples.start + rowsRead * samples.bytesPerRow), count: size.width, into: row
    )
    rowsRead += 1
  }
}

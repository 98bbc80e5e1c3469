import CTIFFShim
import Georeferencing
import TileImaging

/// Checked properties of one directory of a TIFF.
struct TIFFImage: Hashable, Sendable {
  /// File offset of the directory.
  let offset: UInt64
  let size: PixelSize
  let layout: SampleLayout
  let selection: BandSelection?
  let isTiled: Bool
  let compression: Int
  let predictor: Int
  let photometric: Int
  let blockSize: PixelSize
  /// Decoded bytes of a block, per plane where planar.
  let blockBytes: Int
  /// Bytes of an image row, per plane where planar.
  let rowBytes: Int

  var grid: BlockGrid { BlockGrid(size: size, blockSize: blockSize) }
  var blocksAcross: Int { grid.blocksAcross }
  var blocksDown: Int { grid.blocksDown }
  var planeCount: Int {
    layout.isPlanar ? (layout.colorBands + [layout.alphaBand ?? 0]).reduce(0, max) + 1 : 1
  }
  /// In RGBA8.
  var pixelBytes: Int { grid.pixelBytes }

  var colorBandCount: Int { layout.color.bandCount }

  init(
    _ handle: TIFFHandle, bands: BandSelection? = nil, limits: DecodingLimits
  ) throws(RasterError) {
    let path = handle.path
    let raw = handle.image
    func corrupt(_ detail: String) -> RasterError { .corrupt(path: path, detail: detail) }
    func unsupported(_ what: String) -> RasterError {
      .samplesNotSupported(path: path, found: what)
    }
    size = PixelSize(width: Int(raw.width), height: Int(raw.height))
    guard size.width > 0, size.height > 0 else { throw corrupt("an image of \(size) pixels") }
    if let violation = limits.violation(
      width: size.width, height: size.height, bytesPerPixel: 28, isStreamed: true)
    {
      throw .tooLarge(path: path, size: size, limit: violation)
    }
    offset = tp_tiff_directory_offset(handle.pointer)
    compression = Int(raw.compression)
    predictor = Int(raw.predictor)
    guard raw.has_codec != 0 else {
      throw unsupported("the compression \(TIFFNames.compression(compression))")
    }
    let bitsPerSample = Int(raw.bits_per_sample)
    let samplesPerPixel = Int(raw.samples_per_pixel)
    guard bitsPerSample > 0, samplesPerPixel > 0 else { throw corrupt("no samples") }
    photometric =
      raw.has_photometric != 0
      ? Int(raw.photometric)
      : samplesPerPixel >= 3 ? TIFFNames.Photometric.rgb : TIFFNames.Photometric.minIsBlack
    let isPlanar = raw.is_planar != 0
    if TIFFNames.fax.contains(compression), samplesPerPixel > 1, !isPlanar {
      throw corrupt("a fax of \(samplesPerPixel) bands")
    }
    isTiled = raw.is_tiled != 0
    blockSize = PixelSize(width: Int(raw.block_width), height: Int(raw.block_height))
    guard blockSize.width > 0, blockSize.height > 0 else { throw corrupt("blocks without pixels") }
    guard raw.block_bytes > 0, raw.block_bytes <= UInt64(Int.max / 4),
      raw.row_bytes > 0, raw.row_bytes <= UInt64(limits.maximumBytes)
    else { throw corrupt("blocks of \(blockSize) pixels") }
    blockBytes = Int(raw.block_bytes)
    rowBytes = Int(raw.row_bytes)

    let format: SampleLayout.Format
    switch raw.sample_format {
    case 1, 4: format = .unsigned
    case 2: format = .signed
    case 3: format = .floating
    default: throw unsupported("complex samples")
    }
    let (color, alphaBand, isPremultiplied) = try Self.color(
      of: raw, photometric: photometric, handle: handle)
    var layout = SampleLayout(
      bitsPerSample: bitsPerSample, samplesPerPixel: samplesPerPixel, format: format, color: color,
      colorBands: Array(0..<color.bandCount), alphaBand: alphaBand,
      isPremultiplied: isPremultiplied, isPlanar: isPlanar)
    if let bands { try layout.select(bands, path: path) }
    selection = bands
    self.layout = layout
    if color != .converted {
      let depths: Set<Int> = format == .floating ? [16, 24, 32, 64] : Set(1...16).union([32, 64])
      guard depths.contains(bitsPerSample) else {
        throw unsupported("\(bitsPerSample)-bit samples")
      }
    }
    let (count, overflow) = blocksAcross.multipliedReportingOverflow(by: blocksDown * planeCount)
    guard !overflow, count <= Int(raw.block_count) else {
      throw corrupt("\(raw.block_count) blocks of \(blockSize) pixels for \(size)")
    }
    let (pixels, pixelOverflow) = blockSize.width.multipliedReportingOverflow(by: blockSize.height)
    guard !pixelOverflow, pixels <= Int.max / 64 else { throw corrupt("blocks of \(blockSize)") }
    let held = canReadRows ? rowBytes : max(blockBytes, 4 * pixels / planeCount)
    if held > limits.maximumBytes / 2 / planeCount {
      throw .tooLarge(
        path: path, size: blockSize,
        limit: "blocks of at most \(limits.maximumBytes / 2) bytes when decoded")
    }
  }

  /// Clears a buffer before decoding: a decompressor may leave parts of a damaged block unwritten, and old
  /// memory must not reach tiles.
  func clear(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) {
    if compression != TIFFNames.noCompression { bytes.update(repeating: 0, count: count) }
  }

  var canReadRows: Bool { !isTiled && layout.color != .converted }

  private static func color(
    of raw: tp_tiff_image, photometric: Int, handle: TIFFHandle
  ) throws(RasterError) -> (SampleLayout.Color, alphaBand: Int?, isPremultiplied: Bool) {
    let samples = Int(raw.samples_per_pixel)
    func alpha(after base: Int) -> (Int?, Bool) {
      let band = base + Int(raw.alpha_sample) - 1
      if raw.alpha_sample > 0, band < samples { return (band, raw.alpha_kind == 1) }
      // Four samples of red, green, blue and one that nobody explains are RGBA everywhere.
      if raw.extra_samples == 0, base == 3, samples == 4 { return (3, false) }
      return (nil, false)
    }
    func require(_ count: Int) throws(RasterError) {
      if samples < count {
        throw .corrupt(path: handle.path, detail: "\(samples) samples for \(count) colours")
      }
    }
    // Old JPEG blocks cannot be decoded without the conversion.
    if raw.compression == TIFFNames.oldJPEG { return (try converted(handle), nil, false) }
    switch photometric {
    case TIFFNames.Photometric.minIsWhite, TIFFNames.Photometric.minIsBlack,
      TIFFNames.Photometric.mask:
      let (band, isAssociated) = alpha(after: 1)
      let isInverted = photometric == TIFFNames.Photometric.minIsWhite
      return (.grey(isInverted: isInverted), band, isAssociated)
    case TIFFNames.Photometric.rgb:
      try require(3)
      let (band, isAssociated) = alpha(after: 3)
      return (.rgb, band, isAssociated)
    case TIFFNames.Photometric.palette:
      let (band, isAssociated) = alpha(after: 1)
      return (.palette(try palette(handle, bits: Int(raw.bits_per_sample))), band, isAssociated)
    case TIFFNames.Photometric.separated:
      guard raw.ink_set == 1 else {
        throw .samplesNotSupported(path: handle.path, found: "inks other than CMYK")
      }
      try require(4)
      let (band, isAssociated) = alpha(after: 4)
      return (.inks, band, isAssociated)
    case TIFFNames.Photometric.ycbcr where raw.compression == TIFFNames.jpeg && raw.is_planar == 0:
      try require(3)
      // libtiff converts the first three bands and none beside them.
      return (.rgb, nil, false)
    case TIFFNames.Photometric.lab:
      // libtiff takes the white of D50 for that of sRGB, so that paper would be cream.
      throw .samplesNotSupported(path: handle.path, found: TIFFNames.photometric(photometric))
    default: return (try converted(handle), nil, false)
    }
  }

  private static func converted(_ handle: TIFFHandle) throws(RasterError) -> SampleLayout.Color {
    tp_tiff_clear(handle.pointer)
    if tp_tiff_can_convert(handle.pointer) != 0 { return .converted }
    throw .samplesNotSupported(
      path: handle.path, found: String(cString: tp_tiff_message(handle.pointer)))
  }

  /// The colour map beside grey samples of the current directory; `nil` for other samples, and without one.
  ///
  /// GDAL takes such samples for entries of it, and writes them where the map follows the first samples.
  func mapBesideGrey(_ handle: TIFFHandle) -> [UInt32]? {
    guard case .grey = layout.color, layout.format == .unsigned,
      layout.samplesPerPixel == (layout.alphaBand == nil ? 1 : 2)
    else { return nil }
    return Self.colorMap(handle, bits: layout.bitsPerSample)
  }

  private static func palette(_ handle: TIFFHandle, bits: Int) throws(RasterError) -> [UInt32] {
    guard let colors = colorMap(handle, bits: bits) else {
      throw .corrupt(path: handle.path, detail: "a palette is missing")
    }
    return colors
  }

  private static func colorMap(_ handle: TIFFHandle, bits: Int) -> [UInt32]? {
    var red: UnsafePointer<UInt16>?
    var green: UnsafePointer<UInt16>?
    var blue: UnsafePointer<UInt16>?
    guard bits <= 16, tp_tiff_palette(handle.pointer, &red, &green, &blue) != 0, let red,
      let green, let blue
    else { return nil }
    let count = 1 << bits
    // Some writers store 8 bits where the format has 16.
    let isShort = (0..<count).allSatisfy { red[$0] < 256 && green[$0] < 256 && blue[$0] < 256 }
    let shift = isShort ? 0 : 8
    return (0..<count).map { index in
      UInt32(red[index] >> shift) | UInt32(green[index] >> shift) << 8
        | UInt32(blue[index] >> shift) << 16 | 0xFF00_0000
    }
  }
}

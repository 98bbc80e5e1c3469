import TileImaging
import TileModel
import TileStorage

struct CompressedTile: Sendable {
  var file: TileFile
  /// True when the background replaced transparency.
  let isFlattened: Bool
}

/// Compresses the tiles of a pyramid, each in its own format; belongs to one thread.
final class TileCompressor {
  private let encoding: PyramidEncoding
  private let opaque: any TileEncoder
  private let other: any TileEncoder
  /// The conversion of heights before encoding; `nil` for none.
  private let form: LayerDefinition.Elevation?
  private var converted: [UInt32] = []

  init(
    _ encoding: PyramidEncoding, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImageCodecError) {
    self.encoding = encoding
    form = encoding.elevation.flatMap { $0.isIdentity ? nil : $0 }
    let encoder = try encoding.opaque.makeEncoder(effort: encoding.effort, isCancelled: isCancelled)
    opaque = encoder
    other =
      encoding.other == encoding.opaque
      ? encoder
      : try encoding.other.makeEncoder(effort: encoding.effort, isCancelled: isCancelled)
  }

  func compress(
    _ samples: UnsafePointer<UInt8>, side: Int
  ) throws(ImageCodecError) -> CompressedTile {
    guard let form else { return try compressFile(samples, side: side) }
    let rendered = UnsafeRawPointer(samples)
    converted.removeAll(keepingCapacity: true)
    for index in 0..<side * side {
      let sample = rendered.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
      converted.append(form.fileSample(of: UInt32(littleEndian: sample)).littleEndian)
    }
    let result = converted.withUnsafeBytes { bytes in
      Result { () throws(ImageCodecError) -> CompressedTile in
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else {
          throw .compressorFailed
        }
        return try compressFile(base, side: side)
      }
    }
    return try result.get()
  }

  private func compressFile(
    _ samples: UnsafePointer<UInt8>, side: Int
  ) throws(ImageCodecError) -> CompressedTile {
    // Opacity decides nothing when all tiles are encoded alike and hold alpha.
    let isOpaque =
      encoding.opaque == encoding.other && encoding.other.holdsAlpha
      || SampleOpacity.isOpaque(samples, count: side * side)
    let encoder = isOpaque ? opaque : other
    return CompressedTile(
      file: TileFile(
        try encoder.encode(samples, width: side, height: side),
        format: isOpaque ? encoding.opaque.format : encoding.other.format),
      isFlattened: !isOpaque && !encoding.other.holdsAlpha)
  }

  /// `value` has red in the low byte.
  func compressUniform(_ rendered: UInt32, side: Int) throws(ImageCodecError) -> CompressedTile {
    let value = form?.fileSample(of: rendered) ?? rendered
    let isOpaque = value >> 24 == 255
    let encoder = isOpaque ? opaque : other
    return CompressedTile(
      file: TileFile(
        try encoder.encodeUniform(
          red: UInt8(truncatingIfNeeded: value), green: UInt8(truncatingIfNeeded: value >> 8),
          blue: UInt8(truncatingIfNeeded: value >> 16),
          alpha: UInt8(truncatingIfNeeded: value >> 24), width: side, height: side),
        format: isOpaque ? encoding.opaque.format : encoding.other.format),
      isFlattened: !isOpaque && !encoding.other.holdsAlpha)
  }
}

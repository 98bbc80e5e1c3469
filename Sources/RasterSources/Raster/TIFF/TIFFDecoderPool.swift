import TileModel
import TileImaging

/// Decoders of one directory, each lent to one thread at a time and used again.
///
/// SAFETY: a decoder is reached only by the thread that took it out of the lock.
final class TIFFDecoderPool: @unchecked Sendable {
  private struct Loan: @unchecked Sendable {
    let decoder: TIFFBlockDecoder
  }

  let file: SourceFile
  let image: TIFFImage
  private let rule: SampleRule
  private let limits: DecodingLimits
  private let idle = Guarded<[Loan]>([])

  init(file: SourceFile, image: TIFFImage, rule: SampleRule, limits: DecodingLimits) {
    self.file = file
    self.image = image
    self.rule = rule
    self.limits = limits
  }

  /// Lends a decoder to `body`.
  func withDecoder(
    _ body: (TIFFBlockDecoder) throws(RasterError) -> Void
  ) throws(RasterError) {
    let decoder: TIFFBlockDecoder
    if let loan = idle.withLock({ $0.popLast() }) {
      decoder = loan.decoder
    } else {
      decoder = try TIFFBlockDecoder(file: file, image: image, rule: rule, limits: limits)
    }
    try body(decoder)
    // One that failed may be in any state and is not used again.
    let loan = Loan(decoder: decoder)
    idle.withLock { $0.append(loan) }
  }
}

import TileModel

/// Decoder of an image's blocks; belongs to one thread at a time.
protocol BlockDecoder: AnyObject {
  func decode(
    column: Int, row: Int, into target: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) throws(RasterError)
}

/// Decoders of one image, each lent to one thread at a time and reused.
///
/// SAFETY: a decoder is reached only by the thread that took it out of the lock.
final class BlockDecoderPool: @unchecked Sendable {
  private struct Loan: @unchecked Sendable {
    let decoder: any BlockDecoder
  }

  let path: String
  let grid: BlockGrid
  private let make: @Sendable () throws(RasterError) -> any BlockDecoder
  private let idle = Guarded<[Loan]>([])

  init(
    path: String, grid: BlockGrid,
    make: @escaping @Sendable () throws(RasterError) -> any BlockDecoder
  ) {
    self.path = path
    self.grid = grid
    self.make = make
  }

  func withDecoder(_ body: (any BlockDecoder) throws(RasterError) -> Void) throws(RasterError) {
    let decoder = if let loan = idle.withLock({ $0.popLast() }) { loan.decoder } else { try make() }
    try body(decoder)
    // One that failed may be in any state and is not used again.
    let loan = Loan(decoder: decoder)
    idle.withLock { $0.append(loan) }
  }
}

import Synchronization
import Testing
import TileImaging

@Suite("Cancelled encoding")
struct CancelledEncodingTests {
  /// Says that work is cancelled from one question on, and counts the questions.
  private final class Cancellation: Sendable {
    private let state: Mutex<(questions: Int, limit: Int)>

    init(after limit: Int) { state = Mutex((0, limit)) }

    var questions: Int { state.withLock { $0.questions } }

    func isCancelled() -> Bool {
      state.withLock {
        $0.questions += 1
        return $0.questions > $0.limit
      }
    }

    func withdraw() { state.withLock { $0.limit = .max } }
  }

  /// Noise, for which the highest effort tries every filter.
  private let image = TestTile.noise.image(width: 64, height: 64)

  @Test(
    "An encoder that is cancelled between two trials throws, and encodes the next tile as a new one does",
    arguments: [TileEncoding.png, .losslessWebP, .webp(quality: 80)])
  func cancelledAnywhere(_ encoding: TileEncoding) throws {
    let uncancelled = Cancellation(after: .max)
    let expected = try encoding.makeEncoder(effort: .smallest, isCancelled: uncancelled.isCancelled)
      .encode(image)
    #expect(uncancelled.questions > 2)
    for limit in 0..<uncancelled.questions {
      let cancellation = Cancellation(after: limit)
      let encoder = try encoding.makeEncoder(
        effort: .smallest, isCancelled: cancellation.isCancelled)
      #expect(throws: ImageCodecError.cancelled) { try encoder.encode(image) }
      // The encoder asks nothing more once it was told.
      #expect(cancellation.questions == limit + 1)
      cancellation.withdraw()
      #expect(try encoder.encode(image) == expected, "cancelled at question \(limit)")
    }
  }
}

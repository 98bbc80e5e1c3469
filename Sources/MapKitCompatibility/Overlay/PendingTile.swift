#if !canImport(MapKit)
  import Foundation
  import TileModel

  /// One tile that is being loaded: its first result counts, later ones are ignored.
  final class PendingTile: Sendable {
    typealias Continuation = CheckedContinuation<Data, any Error>

    private enum State {
      case idle
      case waiting(Continuation)
      case concluded(Result<Data, any Error>)
    }

    private let state = Guarded(State.idle)

    func wait(_ continuation: Continuation) {
      let early: Result<Data, any Error>? = state.withLock { state in
        if case .concluded(let result) = state { return result }
        state = .waiting(continuation)
        return nil
      }
      if let early { continuation.resume(with: early) }
    }

    /// Takes what a loading hands over; neither data nor an error says that there is no tile.
    func conclude(_ data: Data?, _ error: (any Error)?) {
      let result: Result<Data, any Error> =
        if let error { .failure(error) } else if let data { .success(data) } else {
          .failure(TileOverlayError.noTile(place: nil))
        }
      let waiting: Continuation? = state.withLock { state in
        switch state {
        case .concluded: return nil
        case .idle:
          state = .concluded(result)
          return nil
        case .waiting(let continuation):
          state = .concluded(result)
          return continuation
        }
      }
      waiting?.resume(with: result)
    }
  }
#endif

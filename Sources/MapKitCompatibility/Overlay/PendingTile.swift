#if !canImport(Darwin)
  import Foundation
  import TileModel

  /// A tile that is being loaded; only its first result counts.
  final class PendingTile: Sendable {
    typealias Loading = Result<Data, any Error>

    private enum State {
      case idle
      case waiting(Handover<Loading>)
      case concluded(Loading)
    }

    private let state = Guarded(State.idle)

    func wait(_ handover: Handover<Loading>) {
      let early: Loading? = state.withLock { state in
        if case .concluded(let result) = state { return result }
        state = .waiting(handover)
        return nil
      }
      if let early { handover.resume(returning: early) }
    }

    /// Neither data nor an error means that there is no tile.
    func conclude(_ data: Data?, _ error: (any Error)?) {
      let result: Loading =
        if let error { .failure(error) } else if let data { .success(data) } else {
          .failure(TileOverlayError.noTile(location: nil))
        }
      let waiting: Handover<Loading>? = state.withLock { state in
        switch state {
        case .concluded: return nil
        case .idle:
          state = .concluded(result)
          return nil
        case .waiting(let handover):
          state = .concluded(result)
          return handover
        }
      }
      waiting?.resume(returning: result)
    }
  }
#endif

package import TileLayers

/// HTTP through the system's URL loading, whose server may be silent for an hour: other tests may keep all
/// processors for longer than an app waits, after which it would ask again.
package struct PatientTransport: TileTransport {
  private let system = URLSessionTransport()

  /// Creates a transport.
  package init() {}

  /// Sends one request and returns the whole answer.
  package func response(to request: TileRequest) async throws(TileTransportError) -> TileResponse {
    var request = request
    request.timeout = .seconds(3600)
    return try await system.response(to: request)
  }
}

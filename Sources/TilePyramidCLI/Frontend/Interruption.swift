/// The user or the system asked the program to stop.
struct Interruption: Error, Hashable {
  /// `SIGINT` or `SIGTERM`.
  var signal: Int32
}

/// What lies on a map and knows on which.
@MainActor
protocol MapLayer: AnyObject {
  /// The drawing order; larger is above.
  var zIndex: Int32 { get }
  /// Takes the layer off its map.
  func leaveMap()
}

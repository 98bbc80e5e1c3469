/// What is on a map and knows on which.
protocol MapLayer: AnyObject {
  /// The drawing order; larger is above.
  var zIndex: Int32 { get }
  /// Takes the layer off its map.
  func leaveMap()
}

/// A layer as its map holds it.
///
/// SAFETY: layers guard their own state, since their maps and those who ask for tiles use them on
/// threads of their own.
struct MapMember: @unchecked Sendable {
  let layer: any MapLayer
}

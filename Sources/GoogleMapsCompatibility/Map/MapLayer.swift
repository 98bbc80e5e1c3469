/// A member of a map that knows its map.
protocol MapLayer: AnyObject {
  var zIndex: Int32 { get }
  func leaveMap()
}

/// A layer as its map holds it.
///
/// SAFETY: layers guard their own state, since maps and renderers use them on several threads.
struct MapMember: @unchecked Sendable {
  let layer: any MapLayer
}

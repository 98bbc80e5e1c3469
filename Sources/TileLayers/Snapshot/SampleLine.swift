/// A straight line over the samples of a level, from the left edge of a picture pixel by pixel.
struct SampleLine {
  /// Samples east of the edge of the world.
  var x: Double
  /// Samples south of the edge of the world.
  var y: Double
  /// The way from one pixel to the next.
  var stepX: Double
  /// The way from one pixel to the next.
  var stepY: Double
}

/// Composites tiles.
package enum TileComposite {
  /// Mixes in premultiplied alpha, and rounds once.
  package static func samples(of layers: [[UInt8]]) -> [UInt8] {
    var result = layers[0]
    guard layers.count > 1 else { return result }
    for offset in stride(from: 0, to: result.count, by: 4) where result[offset + 3] != 255 {
      var rest = 1.0
      var (red, green, blue, alpha) = (0.0, 0.0, 0.0, 0.0)
      for layer in layers where rest > 0 {
        let weight = rest * Double(layer[offset + 3]) / 255
        red += weight * Double(layer[offset])
        green += weight * Double(layer[offset + 1])
        blue += weight * Double(layer[offset + 2])
        alpha += weight
        rest -= weight
      }
      let rounded = (255 * alpha).rounded()
      func channel(_ sum: Double) -> UInt8 {
        rounded == 0 ? 0 : UInt8(min(255, (sum / alpha).rounded()))
      }
      (result[offset], result[offset + 1]) = (channel(red), channel(green))
      (result[offset + 2], result[offset + 3]) = (channel(blue), UInt8(rounded))
    }
    return result
  }
}

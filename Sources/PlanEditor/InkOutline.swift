package import Georeferencing
import RasterSources
package import TileImaging
import TileModel
import TileStorage

/// The outer edge of the drawing on a plan.
package struct InkOutline: Hashable, Sendable {
  /// Positions on the edge, in pixels of the plan.
  ///
  /// They are on the centre line of a border line; without one, they are the middles of sides
  /// between ink and exterior.
  package let points: [PixelPoint]

  /// Greatest colour distance of ground from the ground colour, of 255.
  private static let groundDistance = 24
  /// Least alpha of a visible sample.
  private static let visibleAlpha = 128

  /// Greatest width of a border line, in samples.
  private static let lineWidth = 12
  /// Greatest colour distance within a border line, of 255.
  private static let lineDistance = 64

  /// Finds the outer edge of the ink of an image.
  ///
  /// Ink is opaque and unlike the most frequent colour of the image's border; enclosed areas count
  /// as ink. Only the largest drawing counts, which leaves out a title block.
  package init(of image: RGBAImage, scale: (x: Double, y: Double)) {
    let outside = Self.outside(of: image)
    let drawing = Self.largestDrawing(outside, width: image.width, height: image.height)
    // A border line exists where most of the interior soon has another colour.
    var edges: [(side: PixelPoint, middle: PixelPoint?)] = []
    for y in 0..<image.height {
      for x in 0..<image.width where drawing[y * image.width + x] {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
          let (column, row) = (x + dx, y + dy)
          let isInside = (0..<image.width).contains(column) && (0..<image.height).contains(row)
          if isInside, drawing[row * image.width + column] { continue }
          func position(_ depth: Double) -> PixelPoint {
            PixelPoint(
              x: (Double(x) + 0.5 + (0.5 - depth) * Double(dx)) * scale.x,
              y: (Double(y) + 0.5 + (0.5 - depth) * Double(dy)) * scale.y)
          }
          let width = Self.widthOfLine(in: image, atX: x, y: y, step: (-dx, -dy))
          edges.append((position(0), width.map { position(Double($0) / 2) }))
        }
      }
    }
    let isLine = 2 * edges.count { $0.middle != nil } > edges.count
    points = isLine ? edges.compactMap(\.middle) : edges.map(\.side)
  }

  /// Width inwards in samples of one colour; `nil` for more than a line has.
  private static func widthOfLine(
    in image: RGBAImage, atX x: Int, y: Int, step: (x: Int, y: Int)
  ) -> Int? {
    func sample(_ depth: Int) -> ArraySlice<UInt8>? {
      let (column, row) = (x + depth * step.x, y + depth * step.y)
      guard (0..<image.width).contains(column), (0..<image.height).contains(row) else { return nil }
      let start = 4 * (row * image.width + column)
      return image.samples[start..<(start + 4)]
    }
    // The first sample is mixed with the ground.
    guard let first = sample(1) ?? sample(0) else { return nil }
    return (1...lineWidth).first { depth in
      guard let next = sample(depth) else { return true }
      return zip(first, next).contains { Int($0).distance(to: Int($1)).magnitude > lineDistance }
    }
  }

  /// Ground that is connected to the border.
  private static func outside(of image: RGBAImage) -> [Bool] {
    let (width, height) = (image.width, image.height)
    var border: [Int] = []
    for x in 0..<width { border += [x, (height - 1) * width + x] }
    for y in 0..<height { border += [y * width, y * width + width - 1] }
    let ground = commonColor(of: border, in: image)
    func isGround(_ index: Int) -> Bool {
      let sample = image.samples[(4 * index)..<(4 * index + 4)]
      let (red, green, blue) = (
        Int(sample[sample.startIndex]), Int(sample[sample.startIndex + 1]),
        Int(sample[sample.startIndex + 2])
      )
      if Int(sample[sample.startIndex + 3]) < visibleAlpha { return true }
      guard let ground else { return false }
      return max(
        (red - ground.0).magnitude, (green - ground.1).magnitude, (blue - ground.2).magnitude)
        <= groundDistance
    }
    var outside = [Bool](repeating: false, count: width * height)
    var front = border.filter(isGround)
    for index in front { outside[index] = true }
    while let index = front.popLast() {
      let (x, y) = (index % width, index / width)
      for (column, row) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
      where (0..<width).contains(column) && (0..<height).contains(row) {
        let next = row * width + column
        if !outside[next], isGround(next) {
          outside[next] = true
          front.append(next)
        }
      }
    }
    return outside
  }

  /// The most frequent opaque colour; `nil` for a transparent border.
  private static func commonColor(of border: [Int], in image: RGBAImage) -> (Int, Int, Int)? {
    var counts: [Int: Int] = [:]
    var transparent = 0
    for index in border {
      let start = 4 * index
      if Int(image.samples[start + 3]) < visibleAlpha {
        transparent += 1
        continue
      }
      let color =
        Int(image.samples[start]) << 16 | Int(image.samples[start + 1]) << 8
        | Int(image.samples[start + 2])
      counts[color, default: 0] += 1
    }
    guard let (color, count) = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }),
      count > transparent
    else { return nil }
    return (color >> 16, color >> 8 & 0xFF, color & 0xFF)
  }

  /// Pixels of the largest connected interior component.
  private static func largestDrawing(_ outside: [Bool], width: Int, height: Int) -> [Bool] {
    var part = [Int32](repeating: 0, count: outside.count)
    var largest: (number: Int32, count: Int) = (0, 0)
    var number: Int32 = 0
    for start in outside.indices where !outside[start] && part[start] == 0 {
      number += 1
      part[start] = number
      var front = [start]
      var count = 0
      while let index = front.popLast() {
        count += 1
        let (x, y) = (index % width, index / width)
        for row in max(0, y - 1)...min(height - 1, y + 1) {
          for column in max(0, x - 1)...min(width - 1, x + 1) {
            let next = row * width + column
            if !outside[next], part[next] == 0 {
              part[next] = number
              front.append(next)
            }
          }
        }
      }
      if count > largest.count { largest = (number, count) }
    }
    return part.map { $0 == largest.number && $0 > 0 }
  }
}

extension InkOutline {
  /// Largest side in pixels of the picture that is searched for ink.
  private static let pictureSide = 2048

  package init(of plan: EditedPlan) throws {
    let store = try openTileStore(plan.tiles().path)
    let size = plan.raster.size
    let side = TileSize.standard.rawValue
    let grid = LayerDefinition.ImageGrid(width: size.width, height: size.height)
    let deepest = grid.zoom(ofPixels: .standard)
    var zoom = deepest
    func pixels(_ count: Int) -> Int { (count - 1) >> (deepest - zoom) + 1 }
    while zoom > 0, max(pixels(size.width), pixels(size.height)) > Self.pictureSide { zoom -= 1 }
    let (width, height) = (pixels(size.width), pixels(size.height))
    var picture = RGBAImage(
      width: width, height: height, samples: [UInt8](repeating: 0, count: 4 * width * height))
    for row in 0...((height - 1) / side) {
      for column in 0...((width - 1) / side) {
        guard let tile = TileCoordinate(zoom: zoom, x: column, y: row),
          let bytes = try store.tile(at: tile)
        else { continue }
        picture.paste(
          try PNGDecoder.decode(bytes, limits: .tile), atX: column * side, y: row * side)
      }
    }
    let scale = Double(1 << (deepest - zoom))
    self.init(of: picture, scale: (scale, scale))
  }
}

extension RGBAImage {
  fileprivate mutating func paste(_ other: RGBAImage, atX left: Int, y top: Int) {
    let columns = min(other.width, width - left)
    for y in 0..<min(other.height, height - top) {
      let (from, to) = (4 * y * other.width, 4 * ((top + y) * width + left))
      samples.replaceSubrange(
        to..<(to + 4 * columns), with: other.samples[from..<(from + 4 * columns)])
    }
  }
}

import Foundation
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting

@Suite("Perspective of snapshots")
struct SnapshotPerspectiveTests {
  /// A mark's position, in half worlds.
  private struct Mark {
    let mapPoint: MapPoint
    /// The place by the independent projection, in pixels.
    let pixel: ScreenPoint
  }

  @Test("Twenty marks are where matrices put them", arguments: [1.0, 2])
  func marks(scale: Double) throws {
    var draws = CameraDraws(seed: 77)
    for (bearing, angle) in [(0.0, 0.0), (33, 30), (215, 50), (90, 65)] {
      let viewport = Viewport(
        size: ScreenSize(width: 480, height: 360),
        padding: ViewInsets(top: 40, left: 10, bottom: 0, right: 30))
      let camera = CameraPosition(
        latitude: 47.3657, longitude: 8.5459, zoom: 17.3, bearing: bearing, viewingAngle: angle)
      let marks = marks(&draws, camera, viewport, scale)
      #expect(marks.count == 20)
      let image = try MapSnapshotter([SnapshotLayer(layer(of: marks, camera))]).waitForImage(
        MapSnapshotter.Options(camera: camera, viewport: viewport, scale: scale))
      for mark in marks {
        let center = try #require(Self.center(of: image, around: mark.pixel))
        // Half a pixel; a mark is a few pixels wide, and its mean is far finer than that.
        #expect(
          hypot(center.x - mark.pixel.x, center.y - mark.pixel.y) < 0.5,
          "bearing \(bearing), angle \(angle): \(center) for \(mark.pixel)")
      }
    }
  }

  @Test("A tilted map of fine checks is grey in the distance, not a pattern of its own")
  func minified() throws {
    let layer = try DrawnLayers.checks(zooms: 17...17)
    let camera = CameraPosition(
      latitude: 47, longitude: 8, zoom: 16, bearing: 20, viewingAngle: 60)
    let image = try MapSnapshotter([SnapshotLayer(layer)]).waitForImage(
      MapSnapshotter.Options(
        camera: camera, viewport: Viewport(size: ScreenSize(width: 200, height: 150))))
    for y in 0..<40 {
      for x in 0..<200 {
        // A few samples of either colour more than of the other in a pixel of six or more by twenty.
        #expect(abs(Int(image.pixel(x, y)[0]) - 128) < 40, "\(x), \(y)")
      }
    }
  }

  @Test("Any view of an opaque layer is opaque and of its colour")
  func seamless() throws {
    var draws = CameraDraws(seed: 5)
    let layer = SnapshotLayer(try DrawnLayers.flat([12, 34, 56, 255], zooms: 0...18))
    for _ in 0..<12 {
      let camera = draws.position(zoom: 6...19)
      let image = try MapSnapshotter([layer]).waitForImage(
        MapSnapshotter.Options(
          camera: CameraPosition(
            latitude: camera.target.latitude / 2, longitude: camera.target.longitude,
            zoom: camera.zoom, bearing: camera.bearing, viewingAngle: camera.viewingAngle),
          viewport: Viewport(size: ScreenSize(width: 90, height: 70)), scale: 1.5))
      var wrong = 0
      for y in 0..<image.height {
        for x in 0..<image.width where image.pixel(x, y) != [12, 34, 56, 255] { wrong += 1 }
      }
      #expect(wrong == 0, "\(camera)")
    }
  }

  /// Marks all over the view, apart from each other.
  private func marks(
    _ draws: inout CameraDraws, _ camera: CameraPosition, _ viewport: Viewport, _ scale: Double
  ) -> [Mark] {
    let matrix = MatrixProjection(position: camera, viewport: viewport)
    let target = MapPoint(camera.target)
    var marks: [Mark] = []
    // Enough draws for every camera; the caller counts what they gave.
    for _ in 0..<20_000 where marks.count < 20 {
      let reach = 1400 / (128 * exp2(camera.zoom))
      let mapPoint = MapPoint(
        x: target.x + draws.value(-reach...reach), y: target.y + draws.value(-reach...reach))
      guard let point = matrix.point(for: mapPoint.coordinate),
        (16...464).contains(point.x), (16...344).contains(point.y)
      else { continue }
      let pixel = ScreenPoint(x: point.x * scale, y: point.y * scale)
      guard
        marks.allSatisfy({ hypot($0.pixel.x - pixel.x, $0.pixel.y - pixel.y) > 26 * scale })
      else { continue }
      marks.append(Mark(mapPoint: mapPoint, pixel: pixel))
    }
    return marks
  }

  /// Round marks of equal size on the ground, some three points wide at the target.
  private func layer(of marks: [Mark], _ camera: CameraPosition) -> TileLayer {
    let radius = 3 / (128 * exp2(camera.zoom))
    let mapPoints = marks.map(\.mapPoint)
    let information = LayerInformation(
      name: "Marks", extent: .within(zooms: 14...19, bounds: nil))
    return TileLayer(information) { tile in
      let world = Double(128 << tile.zoom)
      let reach = Int(radius * 1.5 * world) + 2
      var image = RGBAImage(
        width: 256, height: 256, samples: [UInt8](repeating: 0, count: 4 * 256 * 256))
      var isEmpty = true
      for mapPoint in mapPoints {
        // The mark in samples from the corner of the tile.
        let x = (mapPoint.x + 1) * world - Double(tile.x * 256)
        let y = (1 - mapPoint.y) * world - Double(tile.y * 256)
        guard (-300...600).contains(x), (-300...600).contains(y) else { continue }
        let top = max(Int(y) - reach, 0)
        for row in top..<max(min(Int(y) + reach, 256), top) {
          let left = max(Int(x) - reach, 0)
          for column in left..<max(min(Int(x) + reach, 256), left) {
            let distance = hypot(Double(column) + 0.5 - x, Double(row) + 0.5 - y) / world
            // A soft edge lets the mean position of the mark be found at any resolution.
            let fraction = min(max(1.5 - distance / radius, 0), 1)
            guard fraction > 0 else { continue }
            image.samples.replaceSubrange(
              (4 * (256 * row + column))..<(4 * (256 * row + column) + 4),
              with: [255, 0, 0, UInt8(255 * fraction)])
            isEmpty = false
          }
        }
      }
      if isEmpty { return .absent }
      do { return .tile(EncodedTile(try SamplePyramid.png(image))) } catch {
        return .unavailable(.other("\(error)"))
      }
    }
  }

  /// The mean position of what is drawn around a pixel, weighted by alpha.
  private static func center(of image: RGBAImage, around pixel: ScreenPoint) -> ScreenPoint? {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in Int(pixel.y - 12)...Int(pixel.y + 12) {
      for column in Int(pixel.x - 12)...Int(pixel.x + 12)
      where (0..<image.width).contains(column) && (0..<image.height).contains(row) {
        let alpha = Double(image.pixel(column, row)[3])
        sum += alpha
        x += alpha * (Double(column) + 0.5)
        y += alpha * (Double(row) + 0.5)
      }
    }
    return sum > 0 ? ScreenPoint(x: x / sum, y: y / sum) : nil
  }
}

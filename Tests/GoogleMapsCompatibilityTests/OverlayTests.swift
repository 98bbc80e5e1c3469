import Foundation
import GoogleMapsCompatibility
import Testing
import TileImaging
import TileLayers
import TileModel

/// Paints every tile.
private final class Painted: GMSSyncTileLayer {
  private let picture: UIImage

  init(_ color: [UInt8]) {
    picture = UIImage(
      samples: RGBAImage(
        width: 256, height: 256, samples: (0..<(256 * 256)).flatMap { _ in color }))
  }

  override func tileFor(x: UInt, y: UInt, zoom: UInt) -> UIImage? { picture }
}

private let red: [UInt8] = [255, 0, 0, 255]
private let green: [UInt8] = [0, 255, 0, 255]
private let blue: [UInt8] = [0, 0, 255, 255]
private let clear: [UInt8] = [0, 0, 0, 0]

@MainActor
@Suite("Overlays of maps")
struct OverlayTests {
  /// A map on which a point is a 1024th of the world, with (0, 0) at (256, 256).
  private func map(_ camera: GMSCameraPosition? = nil) -> GMSMapView {
    GMSMapView(
      frame: CGRect(x: 0, y: 0, width: 512, height: 512),
      camera: camera ?? GMSCameraPosition(latitude: 0, longitude: 0, zoom: 2))
  }

  /// The position at a point of that map, by the formulas of Web Mercator.
  private func coordinate(_ x: Double, _ y: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(
      latitude: atan(sinh((256 - y) / 1024 * 2 * .pi)) * 180 / .pi,
      longitude: (x - 256) / 1024 * 360)
  }

  private func path(_ points: [(Double, Double)]) -> GMSPath {
    let path = GMSMutablePath()
    for point in points { path.add(coordinate(point.0, point.1)) }
    return path
  }

  private func square(_ low: Double, _ high: Double) -> GMSPath {
    path([(low, low), (high, low), (high, high), (low, high)])
  }

  private func icon(_ width: Int, _ height: Int, _ pixels: [[UInt8]]) -> UIImage {
    UIImage(samples: RGBAImage(width: width, height: height, samples: pixels.flatMap { $0 }))
  }

  @Test("A polygon fills its inside, and neither its outside nor its hole")
  func polygon() async throws {
    let map = map()
    let polygon = GMSPolygon(path: square(100, 200))
    polygon.fillColor = .red
    polygon.holes = [square(140, 160)]
    polygon.map = map
    var image = try await map.snapshot(background: .white)
    for (x, y) in [(100, 100), (199, 100), (199, 199), (100, 199), (139, 150), (160, 150)] {
      #expect(color(image, x, y) == red)
    }
    for (x, y) in [(99, 150), (200, 150), (150, 99), (150, 200), (140, 140), (159, 159)] {
      #expect(color(image, x, y) == [255, 255, 255, 255])
    }
    polygon.fillColor = UIColor.red.withAlphaComponent(0.5)
    polygon.strokeColor = .blue
    polygon.strokeWidth = 4
    image = try await map.snapshot(background: .white)
    #expect(color(image, 120, 120) == [255, 127, 127, 255])
    for x in [98, 101, 198, 201, 138, 141] { #expect(color(image, x, 150) == blue) }
    #expect(color(image, 97, 150) == [255, 255, 255, 255])
    #expect(color(image, 102, 150) == [255, 127, 127, 255])
    // Joins are round: the outermost pixel of a corner is left out, the next is not.
    #expect(color(image, 98, 98) != blue && color(image, 99, 99) == blue)
    // An edge in the middle of a pixel covers half of it.
    polygon.strokeColor = nil
    polygon.fillColor = .red
    polygon.path = square(100.5, 200)
    image = try await map.snapshot()
    #expect((127...128).contains(color(image, 100, 150)[3]))
    #expect((63...64).contains(color(image, 100, 100)[3]))
  }

  @Test("A line is as wide as its points say at every scale, and ends at its positions")
  func polyline() async throws {
    let map = map()
    let line = GMSPolyline(path: path([(50, 100), (150, 100)]))
    line.strokeWidth = 4
    line.map = map
    let image = try await map.snapshot()
    for y in 98...101 {
      #expect(color(image, 50, y) == blue && color(image, 149, y) == blue)
      #expect(color(image, 49, y) == clear && color(image, 150, y) == clear)
    }
    #expect(color(image, 100, 97) == clear && color(image, 100, 102) == clear)
    let fine = try await map.snapshot(scale: 2)
    let covered = (0..<1024).filter { color(fine, 200, $0) == blue }
    #expect(covered == Array(196...203))
  }

  @Test("Spans colour parts of a line, the last one the rest, and gradients change along theirs")
  func spans() async throws {
    let map = map()
    let line = GMSPolyline(path: path([(50, 100), (150, 100), (250, 100), (350, 100)]))
    line.strokeWidth = 2
    line.spans = [
      GMSStyleSpan(color: .red, segments: 0.5), GMSStyleSpan(color: .green),
      GMSStyleSpan(style: .solidColor(.blue)),
    ]
    line.map = map
    var image = try await map.snapshot()
    #expect(color(image, 99, 100) == red && color(image, 100, 100) == green)
    #expect(color(image, 199, 100) == green && color(image, 200, 100) == blue)
    #expect(color(image, 349, 100) == blue && color(image, 350, 100) == clear)
    // The outer side of a bend between two styles is filled.
    line.path = path([(50, 300), (150, 300), (150, 400)])
    line.strokeWidth = 20
    line.spans = [GMSStyleSpan(color: .red), GMSStyleSpan(color: .green)]
    image = try await map.snapshot()
    #expect(color(image, 155, 295) == green && color(image, 159, 291) == clear)
    line.path = path([(50, 100), (150, 100), (250, 100), (350, 100)])
    line.strokeWidth = 2
    line.spans = [GMSStyleSpan(style: .gradient(from: .red, to: .blue), segments: 2)]
    image = try await map.snapshot()
    // The last span reaches to the end, three hundred points away.
    let middle = color(image, 200, 100)
    #expect((126...129).contains(middle[0]) && middle[1] == 0 && middle[3] == 255)
    #expect(color(image, 50, 100)[0] >= 254 && color(image, 349, 100)[2] >= 254)
  }

  @Test("Styles alternate along a path by lengths on the ground or on the map")
  func dashes() async throws {
    let map = map()
    // Half a world is 512 points: dashes of 20 points and gaps of 10, round a corner.
    let corner = path([(50, 256), (100, 256), (100, 306)])
    let dash = GMSStrokeStyle.solidColor(.red)
    let gap = GMSStrokeStyle.solidColor(.clear)
    let line = GMSPolyline(path: corner)
    line.spans = GMSStyleSpans(
      corner, [dash, gap], [20, 10].map { $0 / 512.0 as NSNumber }, .projected)
    line.strokeWidth = 2
    line.map = map
    let image = try await map.snapshot()
    let along = (0..<50).filter { color(image, 50 + $0, 256) == red }
    #expect(along == Array(0..<20) + Array(30..<50))
    let down = (2..<50).filter { color(image, 100, 256 + $0) == red }
    #expect(down == Array(10..<30) + Array(40..<50))

    let equator = GMSMutablePath()
    equator.addLatitude(0, longitude: 0)
    equator.addLatitude(0, longitude: 90)
    let quarter = kGMSEarthRadius * .pi / 2
    for kind in [GMSLengthKind.geodesic, .rhumb] {
      let spans = GMSStyleSpans(equator, [dash, gap], [quarter / 4 as NSNumber], kind)
      #expect(spans.count == 4 || spans.count == 5)
      #expect(spans.prefix(4).allSatisfy { abs($0.segments - 0.25) < 1e-9 })
    }
    // At 60° north a parallel is half as long as the equator, and longer than the great circle.
    let north = GMSMutablePath()
    north.addLatitude(60, longitude: 0)
    north.addLatitude(60, longitude: 90)
    let half = [quarter / 4 as NSNumber]
    #expect(abs(GMSStyleSpans(north, [dash], half, .rhumb)[0].segments - 0.5) < 1e-9)
    #expect(GMSStyleSpans(north, [dash], half, .geodesic)[0].segments > 0.5)
    #expect(GMSStyleSpans(north, [dash], [0], .rhumb).isEmpty)
    #expect(GMSStyleSpans(north, [], half, .rhumb).isEmpty)
    #expect(GMSStyleSpans(GMSPath(), [dash], half, .rhumb).isEmpty)
  }

  @Test("Lines take the short way round the world, and great circles reach nearer to the pole")
  func ways() async throws {
    let map = map(GMSCameraPosition(latitude: 0, longitude: 180, zoom: 2))
    let way = GMSMutablePath()
    way.addLatitude(0, longitude: 170)
    way.addLatitude(0, longitude: -170)
    let line = GMSPolyline(path: way)
    line.strokeWidth = 2
    line.map = map
    let image = try await map.snapshot()
    #expect(color(image, 230, 256) == blue && color(image, 282, 256) == blue)
    #expect(color(image, 220, 256) == clear && color(image, 290, 256) == clear)

    // From (40° N, 60° W) to (40° N, 60° E) the great circle's vertex is at atan(tan 40° / cos 60°).
    let arc = GMSMutablePath()
    arc.addLatitude(40, longitude: -60)
    arc.addLatitude(40, longitude: 60)
    let north = self.map()
    let geodesic = GMSPolyline(path: arc)
    geodesic.geodesic = true
    geodesic.strokeWidth = 4
    geodesic.map = north
    let vertex = atan(tan(40 * Double.pi / 180) / cos(60 * Double.pi / 180))
    let y = Int(256 - atanh(sin(vertex)) / .pi * 512)
    let drawn = try await north.snapshot()
    #expect(color(drawn, 256, y) == blue)
    #expect(color(drawn, 256, Int(256 - atanh(sin(40 * Double.pi / 180)) / .pi * 512)) == clear)
  }

  @Test("A circle has its radius in metres at its latitude")
  func circle() async throws {
    let map = map(GMSCameraPosition(latitude: 60, longitude: 20, zoom: 20))
    let circle = GMSCircle(position: map.camera.target, radius: 10)
    circle.fillColor = .green
    circle.strokeColor = nil
    circle.map = map
    let image = try await map.snapshot()
    // 10 m of a parallel of 2π × 6 371 009 m × cos 60° on a world of 2^28 points are 134.1 points.
    #expect(color(image, 389, 256) == green && color(image, 391, 256) == clear)
    #expect(color(image, 122, 256) == green && color(image, 120, 256) == clear)
    #expect(color(image, 256, 122) == green && color(image, 256, 120) == clear)
    let covered = stride(from: 3, to: image.samples.count, by: 4)
      .reduce(0) { $0 + Double(image.samples[$1]) / 255 }
    #expect(abs(covered - .pi * 134.116 * 134.116) < 60)
  }

  @Test("A marker's anchor is at its position, and rotation is clockwise about it")
  func marker() async throws {
    let map = map()
    let marker = GMSMarker(position: coordinate(256, 256))
    // Four by two, the upper left red.
    marker.icon = icon(4, 2, [red, blue, blue, blue, blue, blue, blue, green])
    marker.map = map
    var image = try await map.snapshot()
    #expect(color(image, 254, 254) == red && color(image, 257, 255) == green)
    #expect(color(image, 253, 254) == clear && color(image, 258, 255) == clear)
    #expect(color(image, 256, 253) == clear && color(image, 256, 256) == clear)
    marker.groundAnchor = CGPoint(x: 0, y: 0)
    image = try await map.snapshot()
    #expect(color(image, 256, 256) == red && color(image, 259, 257) == green)
    marker.rotation = 90
    for flat in [false, true] {
      marker.isFlat = flat
      image = try await map.snapshot()
      #expect(color(image, 255, 256) == red && color(image, 254, 259) == green)
      #expect(color(image, 256, 256) == clear && color(image, 255, 260) == clear)
    }
    // A flat marker rotates with the map.
    map.moveCamera(
      .setCamera(
        GMSCameraPosition(latitude: 0, longitude: 0, zoom: 2, bearing: 90, viewingAngle: 0)))
    image = try await map.snapshot()
    #expect(color(image, 256, 256) == red && color(image, 259, 257) == green)
    marker.opacity = 0.5
    #expect((127...128).contains(color(try await map.snapshot(), 256, 256)[3]))
  }

  @Test("Without an image a marker is a pin of its colour whose tip is at the position")
  func pin() async throws {
    let map = map()
    let marker = GMSMarker(position: coordinate(256, 256))
    marker.map = map
    var image = try await map.snapshot()
    #expect(color(image, 256, 220) == red)
    #expect(color(image, 256, 252)[3] > 128 && color(image, 256, 256) == clear)
    marker.icon = GMSMarker.markerImage(with: .green)
    #expect(marker.icon?.size == CGSize(width: 26, height: 41))
    image = try await map.snapshot()
    #expect(color(image, 256, 220) == green)
  }

  @Test(
    "Overlays and tile layers have one order; markers are above, southern above northern ones")
  func order() async throws {
    let map = map()
    let polygon = GMSPolygon(path: square(100, 400))
    polygon.fillColor = .red
    polygon.map = map
    let layer = Painted(green)
    layer.zIndex = 1
    layer.map = map
    func seen() async throws -> [UInt8] { color(try await map.snapshot(), 255, 255) }
    #expect(try await seen() == green)
    layer.opacity = 0
    #expect(try await seen() == red)
    layer.opacity = 1
    polygon.zIndex = 2
    #expect(try await seen() == red)
    (polygon.zIndex, layer.zIndex) = (0, 0)
    #expect(try await seen() == green)
    polygon.map = nil
    polygon.map = map
    #expect(try await seen() == red)

    let dot = GMSMarker(position: coordinate(256, 256))
    dot.icon = icon(4, 4, Array(repeating: blue, count: 16))
    dot.groundAnchor = CGPoint(x: 0.5, y: 0.5)
    dot.map = map
    layer.zIndex = 9
    #expect(try await seen() == blue)
    let northern = GMSMarker(position: coordinate(256, 255))
    northern.icon = icon(4, 4, Array(repeating: red, count: 16))
    northern.groundAnchor = CGPoint(x: 0.5, y: 0.5)
    northern.map = map
    #expect(try await seen() == blue)
    northern.zIndex = 1
    #expect(try await seen() == red)
    #expect(map.overlays.last === northern && map.tileLayers.count == 1)
    map.clear()
    #expect(try await seen() == clear)
    #expect(northern.map == nil && map.overlays.isEmpty)
  }

  @Test("A ground overlay covers its bounds, and rotates about its anchor")
  func groundOverlay() async throws {
    let map = map()
    let overlay = GMSGroundOverlay(
      bounds: GMSCoordinateBounds(
        coordinate: coordinate(100, 200), coordinate: coordinate(300, 100)),
      icon: icon(2, 1, [red, blue]))
    overlay.map = map
    var image = try await map.snapshot()
    #expect(color(image, 100, 100) == red && color(image, 149, 199) == red)
    #expect(color(image, 251, 100) == blue && color(image, 299, 199) == blue)
    #expect(color(image, 99, 150) == clear && color(image, 300, 150) == clear)
    #expect(color(image, 200, 99) == clear && color(image, 200, 200) == clear)
    let middle = coordinate(200, 150)
    #expect(abs(overlay.position.latitude - middle.latitude) < 1e-9)
    overlay.bearing = 90
    image = try await map.snapshot()
    // The left half is above now.
    #expect(color(image, 150, 50) == red && color(image, 249, 50) == red)
    #expect(color(image, 200, 249) == blue && color(image, 149, 150) == clear)
    overlay.opacity = 0.5
    #expect((127...128).contains(color(try await map.snapshot(), 200, 60)[3]))
    overlay.bearing = 0
    overlay.opacity = 1
    overlay.position = coordinate(256, 256)
    image = try await map.snapshot()
    #expect(color(image, 156, 206) == red && color(image, 155, 206) == clear)

    overlay.map = nil
    let plan = GMSGroundOverlay(
      position: coordinate(256, 256), icon: icon(2, 2, [red, green, blue, red]), zoomLevel: 2)
    plan.map = map
    image = try await map.snapshot()
    #expect(color(image, 255, 255) == red && color(image, 256, 255) == green)
    #expect(color(image, 255, 256) == blue && color(image, 257, 255) == clear)
  }

  @Test("What is behind a tilted camera is cut off, and nothing is drawn above the horizon")
  func tilted() async throws {
    let camera = GMSCameraPosition(
      target: coordinate(256, 256), zoom: 17, bearing: 30, viewingAngle: 65)
    let map = map(camera)
    let polygon = GMSPolygon(path: square(200, 300))
    polygon.fillColor = .red
    polygon.map = map
    let image = try await map.snapshot()
    for (x, y) in [(0, 511), (511, 511), (256, 256), (0, 200)] {
      #expect(color(image, x, y) == red)
    }
    // The horizon is 358 points above the middle of what the padding leaves.
    map.padding = UIEdgeInsets(top: 400, left: 0, bottom: 0, right: 0)
    let high = try await map.snapshot()
    #expect(color(high, 256, 90) == clear && color(high, 256, 120) == red)
    map.padding = .zero
    polygon.map = nil
    let line = GMSPolyline(path: path([(200, 256), (256, 256)]))
    line.strokeWidth = 6
    line.map = map
    let drawn = try await map.snapshot()
    #expect(color(drawn, 254, 256)[3] > 0)
    // West is to the left and below, up to the edge of the view.
    #expect((0..<512).contains { color(drawn, 0, $0) == blue })
    #expect(color(drawn, 300, 256) == clear)
  }

  @Test("An overlay with invalid numbers or no position is not drawn")
  func nowhere() async throws {
    let map = map()
    for width in [CGFloat.nan, .infinity, -1, 0] {
      let line = GMSPolyline(path: path([(50, 100), (150, 100), (150, 200)]))
      line.strokeWidth = width
      line.map = map
    }
    for radius in [Double.nan, .infinity, -1] {
      GMSCircle(position: coordinate(256, 256), radius: radius).map = map
    }
    let nowhere = GMSMarker(position: CLLocationCoordinate2D(latitude: .nan, longitude: 0))
    let odd = GMSMarker(position: coordinate(256, 256))
    odd.rotation = .nan
    let faint = GMSMarker(position: coordinate(256, 256))
    faint.opacity = .nan
    let empty = GMSMarker(position: coordinate(256, 256))
    empty.icon = UIImage()
    let ground = GMSGroundOverlay(bounds: GMSCoordinateBounds(), icon: icon(1, 1, [red]))
    for overlay in [nowhere, odd, faint, empty, ground, GMSPolygon(), GMSPolyline()] {
      overlay.map = map
    }
    #expect(try await map.snapshot().samples.allSatisfy { $0 == 0 })
  }

  @Test("A tap reaches the topmost overlay that can be tapped, or else the position")
  func taps() {
    final class Listener: GMSMapViewDelegate {
      var handles = true
      var lines: [String] = []

      func mapView(_ mapView: GMSMapView, didTap marker: GMSMarker) -> Bool {
        lines.append("marker \(marker.title ?? "")")
        return handles
      }

      func mapView(_ mapView: GMSMapView, didTap overlay: GMSOverlay) {
        lines.append("overlay \(overlay.title ?? "")")
      }

      func mapView(_ mapView: GMSMapView, didTapAt coordinate: CLLocationCoordinate2D) {
        lines.append("place")
      }

      func mapView(_ mapView: GMSMapView, didCloseInfoWindowOf marker: GMSMarker) {
        lines.append("close \(marker.title ?? "")")
      }
    }
    let (map, listener) = (map(), Listener())
    map.delegate = listener
    let room = GMSPolygon(path: square(200, 300))
    room.holes = [square(210, 220)]
    room.title = "room"
    let desk = GMSCircle(position: coordinate(230, 230), radius: 100_000)
    desk.title = "desk"
    desk.fillColor = .red
    desk.zIndex = 1
    let pin = GMSMarker(position: coordinate(256, 256))
    pin.title = "pin"
    for overlay in [room, desk, pin] { overlay.map = map }
    map.tap(at: CGPoint(x: 230, y: 230))
    room.isTappable = true
    map.tap(at: CGPoint(x: 230, y: 230))
    desk.isTappable = true
    map.tap(at: CGPoint(x: 230, y: 230))
    map.tap(at: CGPoint(x: 215, y: 215))
    map.tap(at: CGPoint(x: 256, y: 250))
    #expect(listener.lines == ["place", "overlay room", "overlay desk", "place", "marker pin"])
    #expect(map.selectedMarker == nil)
    listener.lines = []
    listener.handles = false
    map.tap(at: CGPoint(x: 256, y: 250))
    map.finishAnimation()
    #expect(map.selectedMarker === pin)
    map.tap(at: CGPoint(x: 10, y: 10))
    #expect(listener.lines == ["marker pin", "close pin", "place"] && map.selectedMarker == nil)
  }

  @Test("Overlays begin with the SDK's defaults, and are on one map at most")
  func defaults() {
    let line = GMSPolyline()
    #expect(line.strokeWidth == 1 && line.strokeColor == .blue && !line.geodesic)
    #expect(line.spans == nil && !line.isTappable && line.zIndex == 0 && line.title == nil)
    let polygon = GMSPolygon()
    #expect(polygon.strokeWidth == 1 && polygon.strokeColor == nil && polygon.fillColor == .blue)
    let circle = GMSCircle()
    #expect(circle.strokeWidth == 1 && circle.strokeColor == .black && circle.fillColor == nil)
    let ground = GMSGroundOverlay()
    #expect(ground.anchor == CGPoint(x: 0.5, y: 0.5) && ground.opacity == 1 && ground.bearing == 0)
    let marker = GMSMarker()
    #expect(marker.isTappable && marker.groundAnchor == CGPoint(x: 0.5, y: 1))
    #expect(marker.infoWindowAnchor == CGPoint(x: 0.5, y: 0) && !marker.isFlat)
    #expect(!marker.isDraggable && marker.opacity == 1 && marker.rotation == 0)
    #expect(marker.tracksViewChanges && !marker.tracksInfoWindowChanges)
    let (first, second) = (map(), map())
    marker.map = first
    marker.map = second
    #expect(first.overlays.isEmpty && second.overlays.count == 1 && marker.map === second)
    let mutable = GMSMutablePath()
    mutable.add(coordinate(0, 0))
    line.path = mutable
    mutable.add(coordinate(1, 1))
    #expect(line.path?.count() == 1)
  }
}

import Foundation
import GoogleMapsCompatibility
import Testing
import TileImaging
import TileLayers

/// Calls everything that takes numbers with such as no map has; a trap would end the tests.
@MainActor
@Suite("Numbers that no map has")
struct NumberTests {
  nonisolated private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 1e308, -1e308, 1e18, -1e18, 0, -0.0, .leastNonzeroMagnitude, 90,
    -180, 1,
  ]
  nonisolated private static let pairs = numbers.flatMap { one in numbers.map { (one, $0) } }
  /// Fewer, for what takes long.
  nonisolated private static let somePairs =
    Array(zip(numbers, numbers.reversed())) + numbers.map { ($0, 1) } + numbers.map { (1, $0) }
  nonisolated private static let coordinates = pairs.map {
    CLLocationCoordinate2D(latitude: $0, longitude: $1)
  }
  private let sound = CLLocationCoordinate2D(latitude: 49, longitude: -123)

  private func map(zoom: Float = 4, viewingAngle: Double = 0) -> GMSMapView {
    GMSMapView(
      frame: CGRect(x: 0, y: 0, width: 64, height: 48),
      camera: GMSCameraPosition(
        target: sound, zoom: zoom, bearing: 20, viewingAngle: viewingAngle))
  }

  private func expectInRange(_ position: GMSCameraPosition) {
    #expect((-85...85).contains(position.target.latitude))
    #expect((-180..<180).contains(position.target.longitude))
    #expect((kGMSMinZoomLevel...kGMSMaxZoomLevel).contains(position.zoom))
    #expect((0..<360).contains(position.bearing) && (0...65).contains(position.viewingAngle))
  }

  @Test("Geometry of invalid arguments returns invalid values")
  func geometry() {
    for coordinate in Self.coordinates {
      for (one, other) in [(coordinate, sound), (sound, coordinate), (coordinate, coordinate)] {
        _ = GMSGeometryDistance(one, other)
        _ = GMSGeometryHeading(one, other)
        for number in Self.numbers {
          let offset = GMSGeometryOffset(one, number, 30)
          if !number.isFinite { #expect(!CLLocationCoordinate2DIsValid(offset)) }
          _ = GMSGeometryOffset(one, 30, number)
          _ = GMSGeometryInterpolate(one, other, number)
        }
        let path = GMSMutablePath()
        for point in [one, other, sound] { path.add(point) }
        _ = (GMSGeometryLength(path), GMSGeometryArea(path), path.encodedPath())
        for geodesic in [false, true] {
          _ = GMSGeometryContainsLocation(one, path, geodesic)
          _ = GMSGeometryIsLocationOnPath(one, path, geodesic)
          _ = GMSGeometryIsLocationOnPathTolerance(sound, path, geodesic, coordinate.longitude)
        }
        _ = path.pathOffset(byLatitude: coordinate.latitude, longitude: coordinate.longitude)
        let bounds = GMSCoordinateBounds(coordinate: one, coordinate: other)
        _ = (bounds.contains(coordinate), bounds.northEast, bounds.southWest)
        _ = bounds.includingCoordinate(coordinate).intersects(bounds.includingPath(path))
        _ = GMSCoordinateBounds(path: path).includingBounds(bounds)
        _ = GMSCoordinateBounds(
          region: GMSVisibleRegion(
            nearLeft: one, nearRight: other, farLeft: sound, farRight: coordinate))
        for kind in [GMSLengthKind.geodesic, .rhumb, .projected] {
          _ = GMSStyleSpans(path, [.solidColor(.red)], [100_000, 0], kind)
          #expect(path.length(of: kind).isFinite)
          #expect((0...2).contains(path.segments(forLength: coordinate.latitude, kind: kind)))
        }
      }
      _ = GMSMapPointDistance(GMSProject(coordinate), GMSProject(sound))
      _ = GMSCameraPosition.zoom(at: coordinate, forMeters: 1, perPoints: 1)
    }
    for (one, other) in Self.pairs {
      let point = GMSMapPoint(x: one, y: other)
      _ = (GMSUnproject(point), GMSMapPointDistance(point, GMSMapPoint()))
      for number in Self.numbers { _ = GMSMapPointInterpolate(point, GMSMapPoint(), number) }
      _ = GMSCameraPosition.zoom(at: sound, forMeters: one, perPoints: CGFloat(other))
      let path = GMSMutablePath()
      path.add(sound)
      path.add(CLLocationCoordinate2D(latitude: 49.001, longitude: -123))
      _ = GMSStyleSpans(
        path, [.solidColor(.red)], [NSNumber(value: one), NSNumber(value: other)], .geodesic)
      _ = GMSStyleSpansOffset(
        path, [.solidColor(.red), .solidColor(.blue)], [NSNumber(value: one)], .rhumb, other)
    }
    #expect(!CLLocationCoordinate2DIsValid(GMSGeometryOffset(sound, .nan, 0)))
    #expect(!CLLocationCoordinate2DIsValid(GMSGeometryOffset(sound, 1, .infinity)))
  }

  @Test("Paths without positions have no length, area, inside or bounds")
  func emptyPaths() {
    let path = GMSPath()
    #expect(GMSGeometryLength(path) == 0 && GMSGeometryArea(path) == 0)
    #expect(!GMSGeometryContainsLocation(sound, path, true))
    #expect(!GMSCoordinateBounds(path: path).isValid)
    #expect(path.encodedPath() == "" && path.count() == 0)
    #expect(!CLLocationCoordinate2DIsValid(path.coordinate(at: .max)))
    #expect(GMSStyleSpans(path, [.solidColor(.red)], [1], .geodesic).isEmpty)
    let growing = GMSMutablePath()
    growing.removeLastCoordinate()
    growing.removeAllCoordinates()
    #expect(GMSPath(fromEncodedPath: "")?.count() == 0)
    #expect(GMSPath(fromEncodedPath: String(repeating: "~", count: 99)) == nil)
  }

  @Test("Cameras are in range whatever they are made of, and NaN changes none")
  func cameras() {
    for (one, other) in Self.pairs {
      let coordinate = CLLocationCoordinate2D(latitude: one, longitude: other)
      expectInRange(GMSCameraPosition(target: coordinate, zoom: 5))
      expectInRange(
        GMSCameraPosition(target: sound, zoom: Float(one), bearing: other, viewingAngle: one))
      let mutable = GMSMutableCameraPosition(target: sound, zoom: 5, bearing: 6, viewingAngle: 7)
      let before = mutable.copy() as? GMSCameraPosition
      mutable.target = coordinate
      mutable.zoom = Float(one)
      mutable.bearing = one
      mutable.viewingAngle = one
      expectInRange(mutable)
      if one.isNaN { #expect(mutable == before) }
    }
  }

  @Test("Maps, projections and gestures accept every number")
  func maps() {
    let bounds = GMSCoordinateBounds(
      coordinate: sound, coordinate: CLLocationCoordinate2D(latitude: 51, longitude: -114))
    for map in [map(), map(zoom: 17, viewingAngle: 60)] {
      for (one, other) in Self.somePairs {
        let (x, y) = (CGFloat(one), CGFloat(other))
        let coordinate = CLLocationCoordinate2D(latitude: one, longitude: other)
        let before = map.camera
        for update in [
          .zoom(by: Float(one)), .zoom(to: Float(one)),
          .zoom(by: Float(one), at: CGPoint(x: x, y: y)),
          .zoom(by: 1, at: CGPoint(x: x, y: y)), .setTarget(coordinate),
          .setTarget(coordinate, zoom: Float(one)), .scrollBy(x: x, y: y),
          .fit(GMSCoordinateBounds(coordinate: coordinate, coordinate: sound), withPadding: x),
          .fit(bounds, withPadding: x),
          .fit(bounds, with: UIEdgeInsets(top: x, left: y, bottom: 0, right: x)),
        ] as [GMSCameraUpdate] {
          map.moveCamera(update)
          expectInRange(map.camera)
          map.animate(with: update)
          map.finishAnimation()
          map.beginGesture()
          map.continueGesture(update)
          map.endGesture()
          expectInRange(map.camera)
        }
        map.camera = before
        for change in [
          { map.animate(toLocation: coordinate) }, { map.animate(toZoom: Float(one)) },
          { map.animate(toBearing: one) }, { map.animate(toViewingAngle: one) },
        ] as [() -> Void] {
          change()
          map.finishAnimation()
          expectInRange(map.camera)
          if one.isNaN { #expect(map.camera == before) }
        }
        map.camera = before
        let projection = map.projection
        _ = (projection.point(for: coordinate), projection.coordinate(for: CGPoint(x: x, y: y)))
        _ = (projection.points(forMeters: one, at: coordinate), projection.contains(coordinate))
        map.tap(at: CGPoint(x: x, y: y))
        map.finishAnimation()
        map.camera = before
      }
    }
    let map = map()
    map.setMinZoom(.nan, maxZoom: 5)
    map.setMinZoom(5, maxZoom: .nan)
    #expect(map.minZoom == kGMSMinZoomLevel && map.maxZoom == kGMSMaxZoomLevel)
    map.setMinZoom(-.infinity, maxZoom: .infinity)
    #expect(map.minZoom == kGMSMinZoomLevel && map.maxZoom == kGMSMaxZoomLevel)
  }

  @Test("Views of every size, padding and scale have a projection, and a picture or an error")
  func views() async {
    for (one, other) in Self.somePairs {
      let map = map(zoom: 12, viewingAngle: 30)
      map.frame = CGRect(x: one, y: other, width: one, height: other)
      _ = (map.projection.visibleRegion(), map.projection.contains(sound))
      map.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
      map.padding = UIEdgeInsets(top: one, left: other, bottom: one, right: 0)
      _ = (map.projection.visibleRegion(), map.projection.contains(sound))
      let bounds = GMSCoordinateBounds(coordinate: sound, coordinate: sound)
      if let camera = map.camera(for: bounds, insets: map.padding) { expectInRange(camera) }
      map.contentScaleFactor = CGFloat(one)
      map.advance(by: .zero)
      do { _ = try await map.snapshot(scale: one) } catch {
        guard case .size = error else {
          Issue.record(error)
          continue
        }
      }
    }
  }

  @Test("Times of every length end", arguments: numbers)
  func times(number: Double) {
    let map = map()
    CATransaction.begin()
    CATransaction.setAnimationDuration(number)
    CATransaction.setValue(number, forKey: kCATransactionAnimationDuration)
    map.animate(toZoom: 7)
    CATransaction.commit()
    map.finishAnimation()
    #expect(map.camera.zoom == 7)
    let animation = CABasicAnimation(keyPath: kGMSLayerCameraZoomLevelKey)
    animation.duration = number
    animation.toValue = number
    let part = Float(number)
    animation.timingFunction = CAMediaTimingFunction(controlPoints: part, part, part, part)
    map.layer.add(animation, forKey: nil)
    map.finishAnimation()
    expectInRange(map.camera)
    map.animationDuration = .seconds(-1)
    #expect(map.animationDuration == .zero)
    for _ in 0..<3 { map.advance(by: .seconds(Int64.max)) }
  }

  @Test("Overlays accept every number, in pictures and under taps")
  func overlays() async throws {
    let icon = UIImage(samples: Picture.samples)
    for (one, other) in Self.somePairs {
      let map = map()
      let coordinate = CLLocationCoordinate2D(latitude: one, longitude: other)
      let path = GMSMutablePath()
      for point in [sound, coordinate, CLLocationCoordinate2D(latitude: 50, longitude: -120)] {
        path.add(point)
      }
      let line = GMSPolyline(path: path)
      line.strokeWidth = CGFloat(one)
      line.geodesic = true
      line.spans = [
        GMSStyleSpan(style: .gradient(from: .red, to: .blue), segments: one),
        GMSStyleSpan(color: UIColor(red: one, green: other, blue: one, alpha: other)),
      ]
      let area = GMSPolygon(path: path)
      area.holes = [path, GMSPath()]
      area.strokeWidth = CGFloat(other)
      area.strokeColor = UIColor(white: one, alpha: other)
      let circles = [
        GMSCircle(position: coordinate, radius: 1000), GMSCircle(position: sound, radius: one),
      ]
      circles[1].strokeWidth = CGFloat(other)
      let image = GMSGroundOverlay(position: sound, icon: icon, zoomLevel: CGFloat(one))
      image.bearing = other
      image.anchor = CGPoint(x: one, y: other)
      image.opacity = Float(one)
      image.position = coordinate
      let covering = GMSGroundOverlay(
        bounds: GMSCoordinateBounds(coordinate: coordinate, coordinate: sound), icon: icon)
      covering.bearing = one
      let markers = [GMSMarker(position: coordinate), GMSMarker(position: sound)]
      for (marker, isFlat) in zip(markers, [false, true]) {
        marker.rotation = one
        marker.groundAnchor = CGPoint(x: other, y: one)
        marker.opacity = Float(other)
        marker.isFlat = isFlat
      }
      for overlay in [line, area, image, covering] + circles + markers { overlay.map = map }
      for overlay in map.overlays { overlay.isTappable = true }
      let layer = GMSURLTileLayer { _, _, _ in nil }
      layer.opacity = Float(one)
      layer.map = map
      _ = try await map.snapshot(scale: 1)
      map.tap(at: CGPoint(x: 32, y: 24))
    }
  }

  @Test("Images accept every scale and quality", arguments: numbers)
  func images(number: Double) throws {
    let image = UIImage(samples: Picture.samples)
    #expect(image.jpegData(compressionQuality: CGFloat(number)) != nil)
    let scaled = try #require(
      UIImage(data: Data(try Picture.file()), scale: CGFloat(number)))
    _ = scaled.size
    _ = GMSMarker.markerImage(with: UIColor(white: number, alpha: number)).pngData()
  }
}

import CoreLocationCompatibility
import Foundation
import TileLayers
import TileModel
import UIKitCompatibility

extension CLLocationCoordinate2D {
  init(_ coordinate: GeographicCoordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  var geographic: GeographicCoordinate {
    GeographicCoordinate(latitude: latitude, longitude: longitude)
  }
}

extension UIEdgeInsets {
  var viewInsets: ViewInsets {
    ViewInsets(top: top, left: left, bottom: bottom, right: right)
  }
}

extension CGPoint {
  var screenPoint: ScreenPoint { ScreenPoint(x: x, y: y) }
}

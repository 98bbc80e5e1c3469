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

extension UIColor {
  /// In sRGB with 8 bits; NaN counts as 0.
  var pixelColor: PixelColor {
    var parts = (red: CGFloat(0), green: CGFloat(0), blue: CGFloat(0), alpha: CGFloat(0))
    getRed(&parts.red, green: &parts.green, blue: &parts.blue, alpha: &parts.alpha)
    func byte(_ part: CGFloat) -> UInt8 {
      part.isNaN ? 0 : UInt8((min(max(part, 0), 1) * 255).rounded())
    }
    return PixelColor(
      byte(parts.red), byte(parts.green), byte(parts.blue), alpha: byte(parts.alpha))
  }
}

public import Foundation
public import UIKitCompatibility

/// Initial values of a map.
open class GMSMapViewOptions: NSObject {
  /// The view's frame, zero by default.
  public var frame = CGRect.zero
  /// The first position of the camera.
  ///
  /// `nil` is the middle of the map at the lowest zoom.
  public var camera: GMSCameraPosition?
  /// The map's configuration in the Google Cloud console, `nil` by default, without effect.
  public var mapID: GMSMapID?
  /// Colour behind missing tiles, `nil` by default.
  public var backgroundColor: UIColor?

  /// Creates the default options.
  public override init() {}
}

/// The map below the layers, which only ``none`` describes here.
public enum GMSMapViewType: UInt, Sendable {
  /// Streets.
  case normal = 1
  /// Aerial imagery.
  case satellite = 2
  /// Terrain.
  case terrain = 3
  /// Aerial imagery with streets.
  case hybrid = 4
  /// No map, for layers that take its place.
  case none = 5
}

/// Frame rate of a map on a screen, which is missing here.
public enum GMSFrameRate: UInt, Sendable {
  /// Lowest rate.
  case powerSave = 0
  /// Between the two.
  case conservative = 1
  /// Highest rate of the device.
  case maximum = 2
}

/// Rule for adding the safe area to a view's padding, without effect.
public enum GMSMapViewPaddingAdjustmentBehavior: UInt, Sendable {
  /// Always.
  case always = 0
  /// Adds it when the padding is smaller.
  case automatic = 1
  /// Never.
  case never = 2
}

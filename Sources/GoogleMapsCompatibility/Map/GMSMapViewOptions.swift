public import Foundation
public import UIKitCompatibility

/// What a map begins with.
open class GMSMapViewOptions: NSObject {
  /// The view's frame; zero at first.
  public var frame = CGRect.zero
  /// The first position of the camera; `nil` is the middle of the map at the lowest zoom.
  public var camera: GMSCameraPosition?
  /// The map's configuration in the Google Cloud console; `nil` at first, without effect.
  public var mapID: GMSMapID?
  /// What is behind the tiles until they are there; `nil` at first.
  public var backgroundColor: UIColor?

  /// Creates the default options.
  public override init() {}
}

/// The map drawn below the layers, of which only ``none`` can be drawn here.
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

/// How often a map is drawn on a screen; there is none here.
public enum GMSFrameRate: UInt, Sendable {
  /// As seldom as possible.
  case powerSave = 0
  /// Between the two.
  case conservative = 1
  /// As often as the device can.
  case maximum = 2
}

/// When a view adds its safe area to its padding; there is none here.
public enum GMSMapViewPaddingAdjustmentBehavior: UInt, Sendable {
  /// Always.
  case always = 0
  /// When the padding is smaller.
  case automatic = 1
  /// Never.
  case never = 2
}

#if canImport(Darwin)
  @_exported public import MapKit
#else
  // MapKit brings these with it.
  @_exported public import CoreLocationCompatibility
  @_exported public import Foundation
  @_exported public import UIKitCompatibility
#endif

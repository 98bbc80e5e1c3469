// UIKit's module brings these with it.
#if os(iOS) || os(tvOS) || os(visionOS)
  @_exported public import UIKit
#else
  @_exported public import Foundation
  #if canImport(QuartzCore)
    @_exported public import QuartzCore
  #endif
#endif

// UIKit's module brings these with it.
#if os(iOS) || os(tvOS) || os(visionOS)
  @_exported public import UIKit
#else
  @_exported public import Foundation
#endif

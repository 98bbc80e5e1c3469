@_exported public import UIKitCompatibility

// Apple's Foundation holds what other platforms have in this module.
#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif

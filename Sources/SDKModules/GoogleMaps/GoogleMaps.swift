@_exported public import GoogleMapsCompatibility

// Apple's Foundation holds what other platforms have in this module.
#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif

@_exported public import MapKitCompatibility

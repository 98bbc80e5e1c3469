import GoogleMaps

/// None: a receiver handed to another thread does not compile in Swift 6, with the SDK neither.
func makeDownloadLayers(server: String) -> [GMSTileLayer] { [] }

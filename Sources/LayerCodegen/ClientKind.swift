/// A language and map SDK that client code is generated for.
public enum ClientKind: String, Hashable, Sendable, CaseIterable {
  /// Swift for the Google Maps SDK for iOS.
  case swift
  /// Objective-C for the Google Maps SDK for iOS.
  case objc
  /// Swift for MapKit.
  case swiftMapKit = "swift-mapkit"
  /// Kotlin for the Maps SDK for Android.
  case kotlin
  /// Java for the Maps SDK for Android.
  case java
  /// JavaScript for the Google Maps JavaScript API.
  case javaScript = "javascript"
  /// JavaScript for Leaflet 1 or 2.
  case leaflet
  /// A style for MapLibre, and JavaScript for MapLibre GL JS 4 or later.
  case mapLibre = "maplibre"
  /// JavaScript for OpenLayers 6 or later.
  case openLayers = "openlayers"
  /// TypeScript for React Native, with react-native-maps or MapLibre.
  case reactNative = "react-native"
  /// JavaScript for OpenSeadragon 2.4 or later.
  case openSeadragon = "openseadragon"
  /// Dart for Flutter, with google_maps_flutter 2.
  case googleMapsFlutter = "google-maps-flutter"
  /// Dart for Flutter, with flutter_map 8.2 or later.
  case flutterMap = "flutter-map"
  /// TileJSON 3.0.0.
  case tileJSON = "tilejson"

  /// Whether the code is Swift.
  public var isSwift: Bool { self == .swift || self == .swiftMapKit }

  /// Whether the code belongs to a package that is named in it.
  public var hasPackages: Bool { self == .kotlin || self == .java }

  /// Whether the code belongs to an app and can read an MBTiles file that is packed with it.
  public var readsFiles: Bool { [.swift, .objc, .swiftMapKit, .kotlin, .java].contains(self) }

  var showsImageGrids: Bool { [.leaflet, .openLayers, .openSeadragon, .flutterMap].contains(self) }

  /// Whether the code can read a PMTiles archive at a URL.
  public var readsArchives: Bool { [.leaflet, .mapLibre, .openLayers].contains(self) }

  /// Whether the code is a script for the web, which is written in either module format.
  public var hasModules: Bool {
    [.javaScript, .leaflet, .mapLibre, .openLayers, .openSeadragon].contains(self)
  }

  var moduleFormat: ModuleFormat { self == .mapLibre ? .esm : .script }

  /// Whether the code belongs to an app.
  public var belongsToApp: Bool {
    readsFiles || [.reactNative, .googleMapsFlutter, .flutterMap].contains(self)
  }

  var readsFolders: Bool { belongsToApp || self == .mapLibre }

  /// Whether the SDK has floors of its own, a picker for them, and code that follows it.
  public var hasIndoorMaps: Bool { [.swift, .objc, .kotlin, .java].contains(self) }
}

/// The module format of scripts for the web.
public enum ModuleFormat: String, Hashable, Sendable, CaseIterable {
  /// An ES module with types for TypeScript, which is handed the library.
  case esm
  /// A script that a page loads and that finds the library as a global; a CommonJS module too.
  case script
}

/// The treatment of floors that a map of Google's shows for some buildings, below those of the code.
public enum IndoorMaps: String, Hashable, Sendable, CaseIterable {
  /// The map's own picker of floors chooses, and the code shows the floor of that level.
  case follow
  /// They are switched off.
  case off
}

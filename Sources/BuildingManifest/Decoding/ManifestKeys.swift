import TilePyramid

/// The keys of a manifest.
enum ManifestKeys {
  /// A floor takes one of them.
  static let ways = [
    "world-file", "bounds", "corners", "gcps", "gcp-file", "kml", "anchor", "fit-outline", "align",
  ]

  static let companions = [
    "crs", "transform", "anchor-pixel", "metres-per-pixel", "scale", "bearing", "feature",
  ]

  /// Without a way, a sidecar's system can be given.
  static func companions(of way: String?) -> [String] {
    switch way {
    case nil, "world-file", "bounds": ["crs"]
    case "gcps", "align": ["transform"]
    case "gcp-file": ["crs", "transform"]
    case "fit-outline": ["feature", "bearing"]
    case "anchor": ["anchor-pixel", "metres-per-pixel", "scale", "bearing"]
    default: []
    }
  }

  static let settings = Setting.all.filter { setting in
    !setting.scope.isEmpty && !ways.contains(setting.name) && !companions.contains(setting.name)
  }

  /// The building states it for all floors, and a floor for itself.
  static let shared = ways + companions + names { $0.isSuperset(of: .shared) }

  /// It changes samples, and neither where an image is nor which tiles there may be.
  static let variant = names { $0.contains(.variant) }

  static let building =
    [
      "name", "description", "floors", "variants", "store", "hard-links", "alignment-limit",
      "backgrounds",
    ] + names { $0 == .building } + shared

  static let floorOnly = ["id", "level", "image", "images", "points"] + names { $0 == .floor }

  private static func names(_ isIncluded: (Setting.Scope) -> Bool) -> [String] {
    settings.filter { isIncluded($0.scope) }.map(\.name)
  }

  /// No image of several is aligned with another floor.
  static let part = ["image"] + ways.filter { $0 != "align" } + companions

  static let floor = floorOnly + shared
}

extension ManifestKeys {
  static func naming(_ text: String) -> String {
    Setting.naming(text) { parameter in
      parameter == "controlPoints" ? "gcps" : Setting.names(of: parameter) ?? hyphenated(parameter)
    }
  }

  private static func hyphenated(_ name: String) -> String {
    name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}

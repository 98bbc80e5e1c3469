import TilePyramid

/// The keys of a manifest.
enum ManifestKeys {
  /// The ways to say where an image is, of which a floor takes one.
  static let ways = [
    "world-file", "bounds", "corners", "gcps", "gcp-file", "kml", "anchor", "align",
  ]

  /// What goes with a way.
  static let companions = [
    "crs", "transform", "anchor-pixel", "metres-per-pixel", "scale", "bearing",
  ]

  /// Which companions have an effect with a way; without one, a sidecar's system can be given.
  static func companions(of way: String?) -> [String] {
    switch way {
    case nil, "world-file", "bounds": ["crs"]
    case "gcps", "align": ["transform"]
    case "gcp-file": ["crs", "transform"]
    case "anchor": ["anchor-pixel", "metres-per-pixel", "scale", "bearing"]
    default: []
    }
  }

  /// What a manifest may state besides where images are.
  static let settings = Setting.all.filter { setting in
    !setting.scope.isEmpty && !ways.contains(setting.name) && !companions.contains(setting.name)
  }

  /// What a building may state for all floors, and a floor for itself.
  static let shared = ways + companions + names { $0.isSuperset(of: .shared) }

  /// What a variant may state for all floors: what changes samples, and neither where an image is nor which
  /// tiles there may be.
  static let variant = names { $0.contains(.variant) }

  static let building =
    [
      "name", "description", "floors", "variants", "store", "hard-links", "alignment-limit",
    ] + names { $0 == .building } + shared

  static let floorOnly = ["id", "level", "image", "images", "points"] + names { $0 == .floor }

  private static func names(_ isIncluded: (Setting.Scope) -> Bool) -> [String] {
    settings.filter { isIncluded($0.scope) }.map(\.name)
  }

  /// What one of several images of a floor may state: no image of them is aligned with another floor.
  static let part = ["image"] + ways.filter { $0 != "align" } + companions

  static let floor = floorOnly + shared
}

extension ManifestKeys {
  /// A library's text with a manifest's keys in place of the parameters that it names in backticks.
  static func naming(_ text: String) -> String {
    Setting.naming(text) { parameter in
      parameter == "controlPoints" ? "gcps" : Setting.names(of: parameter) ?? hyphenated(parameter)
    }
  }

  /// `anchorPixel` as `anchor-pixel`.
  private static func hyphenated(_ name: String) -> String {
    name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}

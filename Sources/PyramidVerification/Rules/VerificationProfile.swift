/// The demands of a consumer of tiles beyond those on a sound pyramid.
public enum VerificationProfile: String, Hashable, Sendable, CaseIterable {
  /// Uploads to Mapbox: limits on the bytes of a tile and of the store, and on the number of tiles.
  case mapbox
  /// The Google Maps SDK: zooms to 21, and tiles of 256 or 512 samples.
  case google
  /// MBTiles 1.3 to the letter: every MUST of the specification is an error.
  case strictMBTiles = "mbtiles-strict"

  var tileByteLimit: Int? { self == .mapbox ? 500_000 : nil }
  var storeByteLimit: Int? { self == .mapbox ? 25 << 30 : nil }
  var tileLimit: Int? { self == .mapbox ? 30_000_000 : nil }
  var zoomLimit: Int? { self == .google ? 21 : nil }
  var tileSides: Set<Int>? { self == .google ? [256, 512] : nil }
  /// `nil` for any.
  var storeFormat: String? { self == .strictMBTiles ? "mbtiles" : nil }

  var rules: [VerificationRule] {
    switch self {
    case .mapbox: [.profileTileBytes, .profileTileCount, .profileStoreBytes]
    case .google: [.profileZoom, .profileTileSize]
    case .strictMBTiles: [.profileStore]
    }
  }

  private var raised: Set<VerificationRule> {
    self == .strictMBTiles
      ? [.metadataImplied, .metadataSpelling, .metadataUnique, .metadataValues] : []
  }

  func weighed(_ rule: VerificationRule) -> VerificationRule {
    raised.contains(rule)
      ? VerificationRule(rule.id, .error, rule.summary, fault: rule.fault) : rule
  }
}

extension VerificationRule {
  static let profileTileBytes = VerificationRule(
    "profile.tile-bytes", .error, "no tile has more bytes than the consumer takes",
    fault: "a tile has more bytes than the consumer takes")
  static let profileTileCount = VerificationRule(
    "profile.tile-count", .error, "there are no more tiles than the consumer takes",
    fault: "there are more tiles than the consumer takes")
  static let profileStoreBytes = VerificationRule(
    "profile.store-bytes", .error, "the store has no more bytes than the consumer takes",
    fault: "the store has more bytes than the consumer takes")
  static let profileZoom = VerificationRule(
    "profile.zoom", .error, "no zoom is deeper than the consumer shows",
    fault: "a zoom is deeper than the consumer shows")
  static let profileTileSize = VerificationRule(
    "profile.tile-size", .error, "tiles are of a size that the consumer takes",
    fault: "tiles are of a size that the consumer does not take")
  static let profileStore = VerificationRule(
    "profile.store", .error, "the store is an MBTiles file", fault: "the store is no MBTiles file")
}

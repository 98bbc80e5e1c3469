/// What code for Android takes to find tiles that are not at absolute URLs.
struct AndroidBase {
  /// The name of the parameter.
  let name: String
  /// Its type.
  let type: String
  /// What a comment says of it at the end of a sentence; empty where it speaks for itself.
  let comment: String

  init?(_ base: ClientBase?) {
    switch base {
    case .layerDefinition:
      name = "base"
      type = "URL"
      comment = "; base is the URL of the building's folder with a slash at the end"
    case .app, .module:
      name = "context"
      type = "Context"
      comment = ""
    case nil: return nil
    }
  }

  /// What the code says of the enumeration of variants.
  static let variantComment = """
    /**
     * The looks in which floors can be shown. In a dark interface, `uiMode and Configuration.UI_MODE_NIGHT_MASK` of
     * the configuration is `Configuration.UI_MODE_NIGHT_YES`; Android creates the activity again where that changes.
     */
    """

  /// What the comment of a switch that follows the map's own floor picker says.
  static let followComment = ", that of the level which the map's own floor picker chooses"

  /// The type of the tile providers of all floors.
  static func providerType(_ building: ClientBuilding) -> String {
    building.base == .app ? "TileProvider" : "UrlTileProvider"
  }
}

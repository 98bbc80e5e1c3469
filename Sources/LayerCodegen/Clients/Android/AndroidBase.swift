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

  /// The type of the tile providers of all floors.
  static func providerType(_ building: ClientBuilding) -> String {
    building.base == .app ? "TileProvider" : "UrlTileProvider"
  }
}

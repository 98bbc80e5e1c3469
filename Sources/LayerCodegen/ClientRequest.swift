/// What code is generated for.
struct ClientRequest {
  /// The layers, at least one.
  let layers: [ClientLayer]
  /// The building of which the layers are the floors, when there are several.
  let building: ClientBuilding?
  /// The package of the code, where the language has packages.
  let package: String?
}

/// Generates the code of one client.
protocol ClientGenerator {
  static func files(for request: ClientRequest) -> [GeneratedFile]
}

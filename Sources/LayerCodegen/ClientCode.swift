public import TileModel

/// A language and map SDK that client code is generated for.
public enum ClientKind: String, Hashable, Sendable, CaseIterable {
  /// Swift for the Google Maps SDK for iOS.
  case swift
  /// Objective-C for the Google Maps SDK for iOS.
  case objc
}

/// Source code with which an app shows layers.
public enum ClientCode {
  /// Generates the code for one layer, or for several floors of a building.
  ///
  /// Equal layers give equal text. The URL constructor in the code answers with a URL for exactly the
  /// tiles of the layer's coverage.
  ///
  /// - Parameters:
  ///   - kind: The language and SDK.
  ///   - layers: One layer, or floors in the order of the building.
  ///   - name: What to call the layer or building in code; by default a layer's own name.
  /// - Returns: Files to place in one folder of an app; per layer its code, and for several layers one
  ///   more that lists the floors.
  /// - Throws: ``CodegenError`` when a layer has no usable URL template, no tiles or broken values, or
  ///   when several layers are not different floors.
  public static func generate(
    _ kind: ClientKind, for layers: [LayerDefinition], named name: String? = nil
  ) throws(CodegenError) -> [GeneratedFile] {
    let clients = try ClientLayer.resolve(layers, named: name)
    let building = layers.count > 1 ? ClientBuilding(clients, named: name) : nil
    return switch kind {
    case .swift: SwiftClient.files(clients, building)
    case .objc: ObjectiveCClient.files(clients, building)
    }
  }
}

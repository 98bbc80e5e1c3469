import Foundation
import PyramidVerification
import TileModel
import TilePyramidTesting
import TileStorage

/// A building of three floors in a folder of its own that tests make and break.
final class SampleBuilding {
  enum Kind: Hashable, Sendable, CaseIterable {
    case folders, flatNames, nested, databases

    fileprivate func template(_ id: String) throws -> TileTemplate {
      switch self {
      case .folders, .databases: try TileTemplate("\(id)/{z}/{x}/{y}.png")
      case .flatNames: try TileTemplate("all/\(id)_{z}_{x}_{y}.png")
      case .nested: try TileTemplate("tiles/of/\(id)/{z}/{x}-{y}.png")
      }
    }
  }

  static let floors: [LayerDefinition.Floor] = [
    .init(id: "B1", level: -1, name: "Cellar"), .init(id: "L0", level: 0),
    .init(id: "L1", level: 1),
  ]

  let folder: TemporaryDirectory
  let path: String
  var definition: BuildingDefinition

  /// Writes a building of which the highest floor shows another picture.
  init(_ kind: Kind = .folders, name: String = "House", highest: SampleTiles? = nil) throws {
    folder = try TemporaryDirectory()
    path = folder.path(name)
    let tree = try OutputTree(path: path)
    let samples = [
      try SampleTiles.opaque.get(), try SampleTiles.moved.get(),
      try highest ?? SampleTiles.other.get(),
    ]
    definition = BuildingDefinition(name: name, floors: [])
    for (floor, sample) in zip(Self.floors, samples) {
      let layer = "\(floor.id).layer.json"
      var described = sample.definition
      described.floor = floor
      let template = try kind.template(floor.id)
      described.urlTemplate = kind == .databases ? nil : template.relativeURL
      let writer: any TileWriter
      if kind == .databases {
        writer = try SingleFileWriter(in: tree, named: "\(floor.id).mbtiles")
      } else {
        writer = try DirectoryTileWriter(
          in: tree, layout: .init(template: template, layerFile: layer), name: floor.id)
      }
      for (tile, bytes) in sample.tiles { try writer.write(bytes, at: tile) }
      _ = try writer.finish(described)
      definition.floors.append(.init(floor, layer: layer, digest: described.digest))
    }
    try tree.place(try BuildingDocument(definition).encoded(), named: BuildingDocument.fileName)
    _ = try tree.publish()
  }

  func redefine(_ change: (inout BuildingDefinition) -> Void) throws {
    change(&definition)
    try place(try BuildingDocument(definition).encoded(), at: BuildingDocument.fileName)
  }

  func redefine(floor id: String, _ change: (inout LayerDefinition) -> Void) throws {
    let name = "\(id).layer.json"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    var document = try LayerDefinitionDocument(decoding: bytes)
    change(&document.definition)
    try place(try document.encoded(), at: name)
  }

  func place(_ bytes: some Sequence<UInt8>, at name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }

  /// Moves a file or a folder of another building into this one, in place of what is there.
  func take(_ name: String, from other: SampleBuilding) throws {
    try remove(name)
    try FileManager.default.moveItem(atPath: other.path + "/" + name, toPath: path + "/" + name)
  }

  func verify(against sources: [FloorSource]? = nil) throws -> BuildingVerificationReport {
    var options = VerificationOptions()
    options.threads = 2
    options.floors = sources
    return try PyramidVerifier.verifyBuilding(path, options: options)
  }
}

extension BuildingVerificationReport {
  var broken: Set<String> {
    floors.reduce(into: Set(results.filter { $0.count > 0 }.map(\.rule.id))) {
      $0.formUnion($1.report.broken)
    }
  }

  func findings(_ id: String) -> [Finding] {
    (results.first { $0.rule.id == id }?.findings ?? [])
      + floors.flatMap { $0.report.findings(id) }
  }
}

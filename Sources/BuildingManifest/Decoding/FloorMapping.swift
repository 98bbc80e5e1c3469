import RasterSources
import TileModel

/// The keys of one floor of a manifest, and those that the building states for all of them.
struct FloorMapping {
  let map: ManifestMapping
  let building: ManifestMapping
  let path: String
  let id: String
  /// The variant in which the floor is read, if the building states some.
  private(set) var variant: LayerDefinition.Floor.Variant?

  /// The identifier of the floor in its variant.
  var layerID: String {
    guard let variant, !isFirstVariant else { return id }
    return "\(id)-\(variant.name)"
  }

  private var isFirstVariant = true

  init(
    _ node: ManifestNode, number: Int, building: ManifestMapping, path: String
  ) throws(ManifestError) {
    var map = try ManifestMapping(
      node, of: "floor \(number) of the list", keys: ManifestKeys.floor,
      expected: "a mapping with id and image")
    let idNode = try map.required("id", example: "id: L1")
    id = try idNode.text("id")
    map.owner = "floor \(id.manifestExcerpt)"
    (self.map, self.building, self.path) = (map, building, path)
  }

  private init(_ map: ManifestMapping, _ building: ManifestMapping, path: String, id: String) {
    (self.map, self.building, self.path, self.id) = (map, building, path, id)
  }

  /// The floor in each variant of the building; as it is without any.
  func inVariants(_ variants: [ManifestMapping]) -> [FloorMapping] {
    if variants.isEmpty { return [self] }
    return variants.enumerated().map { index, stated in
      var floor = FloorMapping(map.overlaid(by: stated, without: []), building, path: path, id: id)
      floor.variant = LayerDefinition.Floor.Variant(name: stated.owner, floor: id)
      floor.isFirstVariant = index == 0
      return floor
    }
  }

  /// The keys of one of several images, with those that it inherits.
  func part(_ own: ManifestMapping, inheriting inherited: ManifestMapping) -> FloorMapping {
    FloorMapping(own, inherited, path: path, id: id)
  }

  /// A value of the floor, else of the building.
  func shared(_ key: String) -> ManifestNode? { map[key] ?? building[key] }

  /// The resolution of a plan or a scan.
  func dotsPerInch() throws(ManifestError) -> Double? {
    try shared("dpi")?.number("dpi", in: 1...9600, expected: "1 to 9600")
  }

  /// The path of a file: relative ones start in the manifest's folder.
  func file(_ node: ManifestNode, _ key: String) throws(ManifestError) -> String {
    let text = try node.text(key, expected: "the path of a file")
    guard !text.isEmpty else { throw node.wrong(key, "the path of a file") }
    return ManifestKeys.file(text, besides: path)
  }

  /// Reads what says where something of the floor is.
  func located<Value>(
    _ node: ManifestNode, _ body: () throws(GeoreferenceError) -> Value
  ) throws(ManifestError) -> Value {
    do throws(GeoreferenceError) {
      return try body()
    } catch {
      throw .badGeoreference(floor: id, at: node.location, error)
    }
  }
}

import TileModel
import TilePyramid
import TileStorage

extension BuildingManifest {
  init(_ root: ManifestNode) throws(ManifestError) {
    let map = try ManifestMapping(
      root, of: "the building", keys: ManifestKeys.building,
      expected: "a mapping with name and floors")
    path = root.location.path
    name = try map.required("name", example: "name: Museum").text("name")
    description = try map["description"]?.text("description")
    attribution = try map["attribution"]?.text("attribution")
    store = try map["store"]?.choice("store", among: StoreFormat.written) ?? .directory
    hardLinks = try map["hard-links"]?.boolean("hard-links") ?? false
    var settings = PyramidSettings()
    for setting in ManifestKeys.settings where setting.scope == .building {
      try map[setting.name]?.state(setting, in: &settings, of: "the building")
    }
    (scheme, version) = (settings.scheme, settings.layer.version)
    alignmentLimit =
      try map["alignment-limit"]?.number(
        "alignment-limit", in: 0...10_000, expected: "metres, 0 to 10000")
      ?? Self.standardAlignmentLimit
    alignmentLimitLocation = map["alignment-limit"]?.location ?? map.location
    backgrounds = try Self.backgrounds(map["backgrounds"])
    if store.isFile {
      for key in ["path", "hard-links", "scheme"] {
        guard let entry = map.entry(key) else { continue }
        throw .noEffect(
          key, at: entry.location,
          reason: "store is \(store.rawValue), which has names and rows of its own")
      }
    }
    let list = try map.required("floors", example: "floors: with a list of floors")
    guard case .list(let nodes) = list.content, !nodes.isEmpty else {
      throw list.wrong("floors", "a list of floors, each beginning with `- id:`")
    }
    guard nodes.count <= Self.maximumFloorCount else {
      throw .wrongValue(
        "floors", at: list.location, found: list.found,
        expected: "at most \(Self.maximumFloorCount) floors")
    }
    var mappings: [FloorMapping] = []
    for (index, node) in nodes.enumerated() {
      mappings.append(try FloorMapping(node, number: index + 1, building: map))
    }
    let variants = try Self.variants(map["variants"])
    floors = []
    for (mapping, level) in zip(mappings, FloorNames.levels(of: mappings.map(\.id))) {
      for mapping in mapping.inVariants(variants) {
        floors.append(try FloorReader(keys: mapping, levelOfName: level, manifest: self).floor())
      }
    }
    try Self.checkIdentifiers(floors)
    let storeys = floors.filter { !$0.layerFloor.isAlternative }
    try Self.checkLevels(storeys)
    try Self.checkAlignment(storeys)
    floors = floors.enumerated()
      .sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }.map(\.element)
  }

  /// Paths from the manifest's folder, or URLs.
  private static func backgrounds(_ node: ManifestNode?) throws(ManifestError) -> [String] {
    guard let node else { return [] }
    var items = [node]
    if case .list(let nodes) = node.content { items = nodes }
    let expected = "paths of maps or outlines, or URLs of tiles"
    var backgrounds: [String] = []
    for item in items {
      let text = try item.text("backgrounds", expected: expected)
      guard !text.isEmpty else { throw item.wrong("backgrounds", expected) }
      let isURL = text.hasPrefix("https://") || text.hasPrefix("http://")
      backgrounds.append(isURL ? text : try item.file("backgrounds"))
    }
    return backgrounds
  }

  /// Each owner is the name of its variant.
  private static func variants(_ node: ManifestNode?) throws(ManifestError) -> [ManifestMapping] {
    guard let node else { return [] }
    let expected = "a mapping of names to keys, as in {light: {}, dark: {ink: invert}}"
    guard case .mapping(let entries) = node.content,
      (2...maximumVariantCount).contains(entries.count)
    else { throw node.wrong("variants", "\(expected), 2 to \(maximumVariantCount) of them") }
    var variants: [ManifestMapping] = []
    for entry in entries {
      guard LayerDefinition.Floor.Variant.isName(entry.key) else {
        throw .wrongValue(
          "variants", at: entry.location, found: entry.key.manifestExcerpt,
          expected: "names of up to 32 small letters and digits, such as dark")
      }
      var variant = try ManifestMapping(
        entry.value, of: "variant \(entry.key)", keys: ManifestKeys.variant, expected: expected)
      variant.owner = entry.key
      variants.append(variant)
    }
    return variants
  }

  private static let maximumVariantCount = 8

  /// One of each level.
  private static let maximumFloorCount = FloorLevel.halves.count

  /// Confirms that no two floors could meet in one file on any disk.
  private static func checkIdentifiers(_ floors: [Floor]) throws(ManifestError) {
    var seen: [String: Floor] = [:]
    for floor in floors {
      // Texts that are canonically equivalent are equal, as they are on disks that normalise names.
      if let first = seen.updateValue(floor, forKey: floor.id.lowercased()) {
        let isSame = floor.id == first.id
        throw ManifestError(
          isSame
            ? "two floors have the same id"
            : "the ids of two floors differ only in case or accents",
          at: floor.location, found: isSame ? floor.id : "\(floor.id) and \(first.id)",
          expected: "an id of its own; \(first.id) is in line \(first.location.line)",
          nextStep: "give one of them another id")
      }
    }
  }

  private static func checkLevels(_ floors: [Floor]) throws(ManifestError) {
    var seen: [FloorLevel: Floor] = [:]
    for floor in floors {
      if let first = seen.updateValue(floor, forKey: floor.level) {
        throw ManifestError(
          "two floors have the same level", at: floor.location,
          found: "level \(floor.level) for \(floor.id.manifestExcerpt), and for"
            + " \(first.id.manifestExcerpt) in line \(first.location.line)",
          expected: "a level of its own for each floor, such as 0.5 for a mezzanine",
          nextStep: "state another level for one of them")
      }
    }
  }

  /// Confirms that every chain of alignments ends at a floor with a placement of its own.
  private static func checkAlignment(_ floors: [Floor]) throws(ManifestError) {
    let ids = floors.map(\.id)
    let known = Set(ids)
    var references: [String: String] = [:]
    for floor in floors {
      guard case .aligned(let reference, _) = floor.placement.way else { continue }
      guard known.contains(reference) else {
        throw .unknownFloor(
          reference, at: floor.placement.location, nearest: NearestName.of(reference, among: ids),
          known: ids)
      }
      references[floor.id] = reference
    }
    // The floors whose chains are known to end.
    var followed: Set<String> = []
    for floor in floors {
      var chain = [floor.id]
      var seen: Set<String> = [floor.id]
      while let last = chain.last, !followed.contains(last), let next = references[last] {
        guard seen.insert(next).inserted else {
          let start = chain.firstIndex(of: next) ?? 0
          throw .alignmentCycle(Array(chain[start...]), at: floor.placement.location)
        }
        chain.append(next)
      }
      followed.formUnion(chain)
    }
  }
}

import TileModel

/// Kotlin 1.3 or later for the Maps SDK for Android; see ``JavaClient`` for how the SDK counts.
enum KotlinClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let head = notice + (request.package.map { "package \($0)\n\n" } ?? "")
    var files = request.layers.map { layer in
      GeneratedFile(
        path: "\(layer.typeName).kt",
        contents: head + (layer.base == .app ? appText(layer) : urlText(layer)))
    }
    if let building = request.building {
      files.append(
        GeneratedFile(
          path: "\(building.typeName).kt", contents: head + text(building, request.indoor)))
    }
    return files
  }

  private static let notice =
    "// Generated from a layer definition by tilepyramid; do not edit.\n\n"

  private static func urlText(_ layer: ClientLayer) -> String {
    let isRelative = layer.isRelative
    let address = layer.address(
      zoom: "${zoom}", column: "${x}", row: layer.isFlipped ? "${row}" : "${y}",
      format: "${" + layer.fileExtension { "if (is\($0.word)(x, y, zoom)) \($1) else " } + "}",
      text: StringLiteral.kotlinContent
    ).joined()
    let flip = "\n  // The server counts rows from the south.\n  val row = (1 shl zoom) - 1 - y"
    var code = CodeWriter()
    code.write(
      """
      import com.google.android.gms.maps.model.LatLng
      import com.google.android.gms.maps.model.LatLngBounds
      import com.google.android.gms.maps.model.TileOverlayOptions
      import com.google.android.gms.maps.model.UrlTileProvider
      import java.net.URL

      \(IdentifierNotes.comment([layer.identifierEntry]))// The tiles of \(StringLiteral.comment(layer.definition.name)).
      """)
    if isRelative {
      code.write(
        """
        // base is the URL of the layer definition, or of its folder with a slash at the end.
        class \(layer.typeName)(private val base: URL) : UrlTileProvider(TILE_SIZE, TILE_SIZE) {
        """)
    } else {
      code.write("class \(layer.typeName) : UrlTileProvider(TILE_SIZE, TILE_SIZE) {")
    }
    code.write(
      """
      /**
       * The URL of a tile, or null when there is no such tile. Columns count from the west and rows from
       * the north.
       */
      override fun getTileUrl(x: Int, y: Int, zoom: Int): URL? {
        if (!hasTile(x, y, zoom)) return null\(layer.isFlipped ? flip : "")
        return URL(\(isRelative ? "base, " : "")"\(address)$VERSION_TOKEN")
      }

      \(createOptions(layer))

      companion object {
      """, indent: 1)
    code.write(constants(layer), indent: 2)
    code.write(KotlinCoverage.source(layer), indent: 2)
    code.write("  }\n}")
    return code.text
  }

  static func createOptions(_ layer: ClientLayer) -> String {
    """
    /** What to pass to GoogleMap.addTileOverlay. */
    fun createOptions(): TileOverlayOptions =
      TileOverlayOptions()
        .tileProvider(this)
        .zIndex(\(layer.definition.zIndex)f)
        .transparency(\(Float(1 - layer.definition.opacity))f)
    """
  }

  static func constants(_ layer: ClientLayer) -> String {
    let definition = layer.definition
    let bounds = definition.bounds
    return """
      /** The side of tile images in pixels. */
      const val TILE_SIZE = \(definition.tileSize.rawValue)
      /** The shallowest zoom with tiles. */
      const val MINIMUM_ZOOM = \(definition.minimumZoom)
      /** The deepest zoom with tiles. */
      const val MAXIMUM_ZOOM = \(definition.maximumZoom)
      /** Who must be credited, as HTML. */
      val ATTRIBUTION: String? = \(definition.attribution.map(StringLiteral.kotlin) ?? "null")
      /** Changes whenever a tile does; URLs carry it so that caches notice. */
      const val VERSION_TOKEN = \(StringLiteral.kotlin(definition.versionToken))
      /** The area covered. */
      val BOUNDS = LatLngBounds(
        LatLng(\(bounds.south), \(bounds.west)), LatLng(\(bounds.north), \(bounds.east))
      )

      """
  }

  private static func text(_ building: ClientBuilding, _ indoor: IndoorMaps?) -> String {
    let number = building.hasHalfLevels ? "Double" : "Long"
    let base = AndroidBase(building.base)
    let parameter = [base.map { "\($0.name): \($0.type)" }, variantParameter(building)]
      .compactMap(\.self).joined(separator: ", ")
    var code = CodeWriter()
    code.write(
      """
      \(building.base == .app ? "import android.content.Context\n" : "")import com.google.android.gms.maps.GoogleMap
      \(indoor == .follow ? "import com.google.android.gms.maps.model.IndoorBuilding\n" : "")import com.google.android.gms.maps.model.TileOverlay
      import com.google.android.gms.maps.model.TileOverlayOptions
      import com.google.android.gms.maps.model.\(AndroidBase.providerType(building))
      \(building.base == .layerDefinition ? "import java.net.URL\n" : "")
      \(IdentifierNotes.comment(building.identifierEntries(\.constantName)))// The floors of \(StringLiteral.comment(building.name)), in the order of the building: the
      // identifier used in paths and URLs, the number of the storey, 0 at the ground, when known, and the
      // name shown to people.
      enum class \(building.typeName)(val id: String, val level: \(number)?, val title: String) {
      """)
    for floor in building.floors {
      let level =
        floor.definition.level.map { building.hasHalfLevels ? "\($0.storeys)" : "\($0)L" } ?? "null"
      let end = floor.definition.id == building.floors.last?.definition.id ? ";" : ","
      code.write(
        "\(floor.constantName)(\(StringLiteral.kotlin(floor.definition.id)), \(level), "
          + "\(StringLiteral.kotlin(floor.definition.name)))\(end)", indent: 1)
    }
    code.write(
      """

      /** The tiles of the floor\(base?.comment ?? ""). */
      fun createTileProvider(\(parameter)): \(AndroidBase.providerType(building)) = when (this) {
      """, indent: 1)
    func provider(_ layer: ClientLayer) -> String {
      "\(layer.typeName)(\(AndroidBase(layer.base)?.name ?? ""))"
    }
    for floor in building.floors {
      let value = building.choice(of: floor, provider) { "if (variant == \($0)) \($1) else " }
      code.write("\(floor.constantName) -> \(value)", indent: 2)
    }
    code.write(
      """
      }

      /** What to pass to GoogleMap.addTileOverlay to show the floor. */
      fun createOptions(\(parameter)): TileOverlayOptions = when (this) {
      """, indent: 1)
    for floor in building.floors {
      let value = building.choice(of: floor, { "\(provider($0)).createOptions()" }) {
        "if (variant == \($0)) \($1) else "
      }
      code.write("\(floor.constantName) -> \(value)", indent: 2)
    }
    code.write("  }\n}\n")
    if !building.variants.isEmpty {
      let names = building.variants.map(\.constantName).joined(separator: ", ")
      code.write(
        AndroidBase.variantComment + "\nenum class \(building.variantType) { \(names) }\n")
    }
    code.write(floorSwitch(building, indoor))
    return code.text
  }

  /// The parameter that names a variant, the first unless it is given; `nil` without variants.
  private static func variantParameter(_ building: ClientBuilding) -> String? {
    building.variants.first.map {
      "variant: \(building.variantType) = \(building.variantType).\($0.constantName)"
    }
  }

  private static func variantProperty(_ building: ClientBuilding) -> String {
    let first = building.variants.first?.constantName ?? ""
    return """

        /** The variant in which floors are shown unless another is named. */
        var variant = \(building.variantType).\(first)
          private set

      """
  }

  /// The members of the switch that follow the map's own floor picker.
  private static func following(_ building: ClientBuilding) -> String {
    """

      init {
        map.setIndoorEnabled(true)
        map.setOnIndoorStateChangeListener(this)
        onIndoorBuildingFocused()
      }

      /** Shows the floor of the level that a building in the middle of the map has. */
      override fun onIndoorBuildingFocused() {
        map.focusedBuilding?.let { onIndoorLevelActivated(it) }
      }

      /**
       * Shows the floor of the level, and none for a level that is no floor.
       *
       * It is the floor whose identifier or name is the level's short name or name, in capitals or not; else
       * the one in the same place from the top, where the map's building has as many levels as there are floors.
       */
      override fun onIndoorLevelActivated(building: IndoorBuilding) {
        val place = building.activeLevelIndex
        val level = building.levels.getOrNull(place) ?: return
        val floors = \(building.typeName).values()
        val named = floors.firstOrNull { floor ->
          listOf(level.shortName, level.name).any {
            it.equals(floor.id, ignoreCase = true) || it.equals(floor.title, ignoreCase = true)
          }
        }
        val isAlike = building.levels.size == floors.size
        show(named ?: if (isAlike) floors[floors.size - 1 - place] else null)
      }
    """
  }

  private static let switchingOff = """

      init {
        // Floors of the map's own would lie under these.
        map.setIndoorEnabled(false)
      }

    """

  private static func floorSwitch(_ building: ClientBuilding, _ indoor: IndoorMaps?) -> String {
    let base = AndroidBase(building.base)
    let variant = variantParameter(building)
    let arguments = [base?.name, variant == nil ? nil : "variant"].compactMap(\.self)
      .joined(separator: ", ")
    return """
      /** Shows one floor at a time on a map\(indoor == .follow ? AndroidBase.followComment : ""); to be used on the main thread. */
      class \(building.switchName)(private val map: GoogleMap\(base.map { ", private val \($0.name): \($0.type)" } ?? ""))\(indoor == .follow ? " :\n  GoogleMap.OnIndoorStateChangeListener" : "") {
        private var overlay: TileOverlay? = null

        /** The floor on the map. */
        var floor: \(building.typeName)? = null
          private set
      \(building.variants.isEmpty ? "" : variantProperty(building))\(indoor == .follow ? following(building) + "\n" : "")\(indoor == .off ? Self.switchingOff : "")
        /** Shows a floor in place of the one before, or none. */
        fun show(floor: \(building.typeName)?\(variant == nil ? "" : ", variant: \(building.variantType) = this.variant")) {
          overlay?.remove()
          overlay = floor?.let { map.addTileOverlay(it.createOptions(\(arguments))) }
          this.floor = floor\(variant == nil ? "" : "\n    this.variant = variant")
        }
      }
      """
  }
}

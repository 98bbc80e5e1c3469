import TileModel

/// Java 8 for the Maps SDK for Android.
///
/// `UrlTileProvider` takes the size of the images in pixels, all of which must have it, and draws each
/// on the cell of its address whatever its size; it takes no URL for no tile, and a failure for a tile
/// to ask for again. The SDK enlarges no tiles beyond the deepest zoom.
enum JavaClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let head = notice + (request.package.map { "package \($0);\n\n" } ?? "")
    var files = request.layers.map { layer in
      GeneratedFile(
        path: "\(layer.typeName).java",
        contents: head + (layer.base == .app ? appText(layer) : urlText(layer)))
    }
    if let building = request.building {
      files += [
        GeneratedFile(path: "\(building.typeName).java", contents: head + text(building)),
        GeneratedFile(
          path: "\(building.switchName).java",
          contents: head + floorSwitch(building, request.indoor)),
      ]
      if !building.variants.isEmpty {
        let names = building.variants.map(\.constantName).joined(separator: ", ")
        files.append(
          GeneratedFile(
            path: "\(building.variantType).java",
            contents: head + AndroidBase.variantComment
              + "\npublic enum \(building.variantType) { \(names) }\n"))
      }
    }
    return files
  }

  private static let notice =
    "// Generated from a layer definition by tilepyramid; do not edit.\n\n"

  private static func urlText(_ layer: ClientLayer) -> String {
    var code = CodeWriter()
    code.write(
      """
      import com.google.android.gms.maps.model.LatLng;
      import com.google.android.gms.maps.model.LatLngBounds;
      import com.google.android.gms.maps.model.TileOverlayOptions;
      import com.google.android.gms.maps.model.UrlTileProvider;
      import java.net.MalformedURLException;
      import java.net.URL;

      \(IdentifierNotes.comment([layer.identifierEntry]))// The tiles of \(StringLiteral.comment(layer.definition.name)).
      public final class \(layer.typeName) extends UrlTileProvider {
      """)
    code.write(constants(layer), indent: 1)
    code.write(provider(layer), indent: 1)
    code.write(JavaCoverage.source(layer), indent: 1)
    code.write("}")
    return code.text
  }

  static func constants(_ layer: ClientLayer) -> String {
    let definition = layer.definition
    let bounds = definition.bounds
    return """
      /** The side of tile images in pixels. */
      public static final int TILE_SIZE = \(definition.tileSize.rawValue);
      /** The shallowest zoom with tiles. */
      public static final int MINIMUM_ZOOM = \(definition.minimumZoom);
      /** The deepest zoom with tiles. */
      public static final int MAXIMUM_ZOOM = \(definition.maximumZoom);
      /** Who must be credited, as HTML; may be null. */
      public static final String ATTRIBUTION = \(definition.attribution.map(StringLiteral.java) ?? "null");
      /** Changes whenever a tile does; URLs carry it so that caches notice. */
      public static final String VERSION_TOKEN = \(StringLiteral.java(definition.versionToken));
      /** The area covered. */
      public static final LatLngBounds BOUNDS =
          new LatLngBounds(
              new LatLng(\(bounds.south), \(bounds.west)), new LatLng(\(bounds.north), \(bounds.east)));

      """
  }

  private static func provider(_ layer: ClientLayer) -> String {
    let isRelative = layer.isRelative
    let address = layer.address(
      zoom: "zoom", column: "x", row: layer.isFlipped ? "row" : "y",
      format: "(" + layer.fileExtension { "is\($0.word)(x, y, zoom) ? \($1) : " } + ")",
      text: StringLiteral.java
    ).joined(separator: " + ")
    let flip = "\n  // The server counts rows from the south.\n  int row = (1 << zoom) - 1 - y;"
    // A first part that is a number would be added to the next.
    let start = layer.beginsWithText ? "" : "\"\" + "
    return """
      \(isRelative ? "private final URL base;\n" : "")
      /** Creates a provider\(isRelative ? "; base is the URL of the layer definition, or of its folder with a slash at the end" : ""). */
      public \(layer.typeName)(\(isRelative ? "URL base" : "")) {
        super(TILE_SIZE, TILE_SIZE);\(isRelative ? "\n  this.base = base;" : "")
      }

      /**
       * The URL of a tile, or null when there is no such tile. Columns count from the west and rows from
       * the north.
       */
      @Override
      public URL getTileUrl(int x, int y, int zoom) {
        if (!hasTile(x, y, zoom)) {
          return null;
        }\(layer.isFlipped ? flip : "")
        try {
          return new URL(\(isRelative ? "base, " : "")\(start)\(address) + VERSION_TOKEN);
        } catch (MalformedURLException error) {
          throw new IllegalStateException(error);
        }
      }

      \(createOptions(layer))
      """
  }

  static func createOptions(_ layer: ClientLayer) -> String {
    """
    /** What to pass to GoogleMap.addTileOverlay. */
    public TileOverlayOptions createOptions() {
      return new TileOverlayOptions()
          .tileProvider(this)
          .zIndex(\(layer.definition.zIndex)f)
          .transparency(\(Float(1 - layer.definition.opacity))f);
    }

    """
  }

  private static func text(_ building: ClientBuilding) -> String {
    let base = AndroidBase(building.base)
    let variant = building.variants.isEmpty ? nil : "\(building.variantType) variant"
    let parameter = [base.map { "\($0.type) \($0.name)" }, variant].compactMap(\.self)
      .joined(separator: ", ")
    let number = building.hasHalfLevels ? "Double" : "Long"
    var code = CodeWriter()
    code.write(
      """
      \(building.base == .app ? "import android.content.Context;\n" : "")import com.google.android.gms.maps.model.TileOverlayOptions;
      import com.google.android.gms.maps.model.\(AndroidBase.providerType(building));
      \(building.base == .layerDefinition ? "import java.net.URL;\n" : "")
      \(IdentifierNotes.comment(building.identifierEntries(\.constantName)))// The floors of \(StringLiteral.comment(building.name)), in the order of the building.
      public enum \(building.typeName) {
      """)
    for floor in building.floors {
      let level =
        floor.definition.level.map { building.hasHalfLevels ? "\($0.storeys)" : "\($0)L" } ?? "null"
      let end = floor.definition.id == building.floors.last?.definition.id ? ";" : ","
      code.write(
        "\(floor.constantName)(\(StringLiteral.java(floor.definition.id)), \(level), "
          + "\(StringLiteral.java(floor.definition.name)))\(end)", indent: 1)
    }
    code.write(
      """

      /** The identifier used in paths and URLs. */
      public final String id;
      /** The number of the storey, 0 at the ground; null when unknown. */
      public final \(number) level;
      /** The name shown to people. */
      public final String title;

      \(building.typeName)(String id, \(number) level, String title) {
        this.id = id;
        this.level = level;
        this.title = title;
      }

      /** The tiles of the floor\(base?.comment ?? ""). */
      public \(AndroidBase.providerType(building)) createTileProvider(\(parameter)) {
        switch (this) {
      """, indent: 1)
    func provider(_ layer: ClientLayer) -> String {
      "new \(layer.typeName)(\(AndroidBase(layer.base)?.name ?? ""))"
    }
    for floor in building.floors {
      code.write("case \(floor.constantName):", indent: 3)
      let value = building.choice(of: floor, provider) { "variant == \($0) ? \($1) : " }
      code.write("return \(value);", indent: 4)
    }
    code.write(throwing, indent: 1)
    code.write(
      """
      /** What to pass to GoogleMap.addTileOverlay to show the floor. */
      public TileOverlayOptions createOptions(\(parameter)) {
        switch (this) {
      """, indent: 1)
    for floor in building.floors {
      code.write("case \(floor.constantName):", indent: 3)
      let value = building.choice(of: floor, { "\(provider($0)).createOptions()" }) {
        "variant == \($0) ? \($1) : "
      }
      code.write("return \(value);", indent: 4)
    }
    code.write(String(throwing.dropLast()), indent: 1)
    code.write("}")
    return code.text
  }

  private static let throwing = """
        default:
          throw new IllegalStateException(name());
      }
    }

    """

  /// The method that shows a floor in the variant of the one before.
  private static func overload(_ building: ClientBuilding) -> String {
    """
    /** Shows a floor in the variant of the one before, at first that named first; null shows none. */
      public void show(\(building.typeName) floor) {
        show(floor, variant);
      }


    """ + "  "
  }

  private static let indoorImports = """
    import com.google.android.gms.maps.model.IndoorBuilding;
    import com.google.android.gms.maps.model.IndoorLevel;

    """

  private static let switchingOff = """

        // Floors of the map's own would lie under these.
        map.setIndoorEnabled(false);
    """

  private static let followingMap = """

        map.setIndoorEnabled(true);
        map.setOnIndoorStateChangeListener(this);
        onIndoorBuildingFocused();
    """

  /// The methods of the switch that follow the map's own floor picker.
  private static func following(_ building: ClientBuilding) -> String {
    """

      /** Shows the floor of the level that a building in the middle of the map has. */
      @Override
      public void onIndoorBuildingFocused() {
        IndoorBuilding building = map.getFocusedBuilding();
        if (building != null) {
          onIndoorLevelActivated(building);
        }
      }

      /**
       * Shows the floor of the level, and none for a level that is no floor.
       *
       * <p>It is the floor whose identifier or name is the level's short name or name, in capitals or not; else
       * the one in the same place from the top, where the map's building has as many levels as there are floors.
       */
      @Override
      public void onIndoorLevelActivated(IndoorBuilding building) {
        int place = building.getActiveLevelIndex();
        if (place < 0 || place >= building.getLevels().size()) {
          return;
        }
        IndoorLevel level = building.getLevels().get(place);
        \(building.typeName)[] floors = \(building.typeName).values();
        \(building.typeName) found =
            building.getLevels().size() == floors.length ? floors[floors.length - 1 - place] : null;
        for (\(building.typeName) floor : floors) {
          for (String text : new String[] {level.getShortName(), level.getName()}) {
            if (floor.id.equalsIgnoreCase(text) || floor.title.equalsIgnoreCase(text)) {
              show(floor);
              return;
            }
          }
        }
        show(found);
      }
    """
  }

  private static func floorSwitch(_ building: ClientBuilding, _ indoor: IndoorMaps?) -> String {
    let base = AndroidBase(building.base)
    let variant = building.variants.isEmpty ? nil : building.variantType
    let arguments = [base?.name, variant == nil ? nil : "variant"].compactMap(\.self)
      .joined(separator: ", ")
    let settings =
      switch indoor {
      case nil: ""
      case .off: switchingOff
      case .follow: followingMap
      }
    return """
      \(building.base == .app ? "import android.content.Context;\n" : "")\
      import com.google.android.gms.maps.GoogleMap;
      \(indoor == .follow ? indoorImports : "")import com.google.android.gms.maps.model.TileOverlay;
      \(building.base == .layerDefinition ? "import java.net.URL;\n" : "")
      // Shows one floor at a time on a map\(indoor == .follow ? AndroidBase.followComment : ""); to be used on the main thread.
      public final class \(building.switchName)\(indoor == .follow ? "\n    implements GoogleMap.OnIndoorStateChangeListener" : "") {
        private final GoogleMap map;
        \(base.map { "private final \($0.type) \($0.name);\n  " } ?? "")private TileOverlay overlay;
        private \(building.typeName) floor;\(variant.map { "\n  private \($0) variant = \($0).\(building.variants.first?.constantName ?? "");" } ?? "")

        /** Creates a switch that shows no floor. */
        public \(building.switchName)(GoogleMap map\(base.map { ", \($0.type) \($0.name)" } ?? "")) {
          this.map = map;\(base.map { "\n    this.\($0.name) = \($0.name);" } ?? "")\(settings)
        }

        /** The floor on the map; null when there is none. */
        public \(building.typeName) getFloor() {
          return floor;
        }

        \(variant == nil ? "" : overload(building))/** Shows a floor in place of the one before; null shows none. */
        public void show(\(building.typeName) floor\(variant.map { ", \($0) variant" } ?? "")) {
          if (overlay != null) {
            overlay.remove();
          }
          overlay = floor == null ? null : map.addTileOverlay(floor.createOptions(\(arguments)));
          this.floor = floor;\(variant == nil ? "" : "\n    this.variant = variant;")
        }\(indoor == .follow ? "\n" + following(building) : "")
      }

      """
  }
}

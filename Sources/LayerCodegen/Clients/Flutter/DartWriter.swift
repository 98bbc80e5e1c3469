import TileModel

/// Writes one Dart file with the layers of a request and a class that describes them, for Flutter.
///
/// What is of one map package alone is given: imports, members of the class and types.
struct DartWriter {
  /// The package in words, for the comment at the top.
  let library: String
  /// The `import` lines.
  let imports: String
  /// How a layer, `LAYER`, is shown, for the comment at the top.
  let usage: String
  /// Members of the class of layers; `PROVIDER` is the type of tile providers.
  let members: String
  /// What follows the class; `LAYER` and `PROVIDER` are the types of layers and tile providers.
  let types: String

  func file(for request: ClientRequest) -> GeneratedFile {
    let type = request.building?.typeName ?? request.layers.first?.typeName ?? "Tiles"
    let value = Identifier.lowercasedFirst(type) + (request.building == nil ? "" : "s")
    func filled(_ text: String) -> String {
      text.replacing("LAYER", with: type + "Layer").replacing("PROVIDER", with: type + "Provider")
    }
    let subject =
      request.building.map { "The floors of \(StringLiteral.comment($0.name))" }
      ?? "The tiles of \(StringLiteral.comment(request.layers.first?.definition.name ?? ""))"
    let entries =
      request.layers.map(\.identifierEntry)
      + [request.building?.identifierEntry].compactMap(\.self)
    let notes = IdentifierNotes.lines(entries).map { "// \($0)\n" }.joined()
    let shown = usage.replacing(
      "LAYER", with: value + (request.building == nil ? "" : "[0]"))
    var code = CodeWriter()
    code.write(
      """
      // Generated from a layer definition by tilepyramid; do not edit.
      //
      // \(subject) for \(library):
      //
      //   \(shown)
      \(notes.isEmpty ? "" : "//\n" + notes)
      \(imports)

      """)
    if let building = request.building {
      let entrance = building.entrance.map { StringLiteral.dart($0.definition.id) } ?? "null"
      code.write(
        """
        /// The identifier of the floor to show first; null when there is none.
        const String? \(Identifier.lowercasedFirst(type))Entrance = \(entrance);

        /// The floors in the order of the building.
        final List<\(type)Layer> \(value) = [
        """)
      for (layer, alternatives) in request.listed {
        code.write(object(layer, type, alternatives) + ",", indent: 1)
      }
      code.write("];\n")
    } else {
      for layer in request.layers {
        code.write("/// The layer.\nfinal \(value) = \(object(layer, type));\n")
      }
    }
    code.write(
      Self.layerType(
        type, isOfImages: request.isOfImages,
        hasVariants: request.building?.variants.isEmpty == false, members: filled(members)))
    code.write(filled(types))
    code.write(DartCoverage.source)
    let name = (request.building == nil ? type : type + "s")
    return GeneratedFile(path: Identifier.snakeCased(name) + ".dart", contents: code.text)
  }

  private func object(
    _ layer: ClientLayer, _ type: String,
    _ alternatives: [(name: String, layer: ClientLayer)] = []
  ) -> String {
    let definition = layer.definition
    let bounds = definition.bounds
    let address = layer.address(
      zoom: "${zoom}", column: "${x}", row: "${row}", format: "${extension}",
      text: StringLiteral.dartContent
    ).joined()
    let place =
      layer.imageGrid.map {
        ["width: \($0.width)", "height: \($0.height)", "pixelsAcross: \($0.pixelsAcross)"]
      } ?? [
        "west: \(bounds.west)", "south: \(bounds.south)", "east: \(bounds.east)",
        "north: \(bounds.north)",
      ]
    let floor = definition.floor
    let formats = layer.otherFormats.map {
      "\n    '\($0.fileExtension)': \(indented($0.table).replacing("\n", with: "\n  ")),"
    }
    let others = formats.isEmpty ? "" : "\n  formats: {\(formats.joined())\n  },"
    let variants = alternatives.map { name, layer in
      "\n    '\(name)': \(object(layer, type).replacing("\n", with: "\n    ")),"
    }
    let looks = variants.isEmpty ? "" : "\n  variants: {\(variants.joined())\n  },"
    return """
      \(type)Layer(
        id: '\(layer.typeName)',
        name: \(StringLiteral.dart(definition.name)),
        floorId: \(floor.map { StringLiteral.dart($0.id) } ?? "null"),
        floorName: \(floor.map { StringLiteral.dart($0.name) } ?? "null"),
        level: \(floor?.level?.description ?? "null"),
        isRelative: \(layer.isRelative),
        countsFromSouth: \(layer.isFlipped),
        tileSize: \(definition.tileSize.rawValue),
        minimumZoom: \(definition.minimumZoom),
        maximumZoom: \(definition.maximumZoom),
        attribution: \(StringLiteral.dart(definition.attribution ?? "")),
        \(place.joined(separator: ",\n  ")),
        zIndex: \(definition.zIndex),
        opacity: \(definition.opacity),
        address: (zoom, x, row, extension) => "\(address)\(StringLiteral.dartContent(definition.versionToken))",
        coverage: \(indented(layer.coverage)),\(others)\(looks)
      )
      """
  }

  private static let worldMembers = """
    /// The edges of the area covered in degrees; west is greater than east across the antimeridian.
      final double west, south, east, north;
    """

  private static let imageMembers = """
    /// The size of the image in pixels, which are nowhere on the globe.
      final int width, height;

      /// How many pixels of the image are along a side of the grid, whose zoom 0 is one tile.
      final int pixelsAcross;
    """

  private static func variantMembers(_ type: String) -> String {
    """
    /// The layers of the floor in other looks, such as `dark`, by their names.
      final Map<String, \(type)Layer> variants;

      /// The layer of the floor in another look; this one where there is no such.
      ///
      /// `Theme.of(context).brightness.name` is the name for the theme of the app, `dark` or `light`.
      \(type)Layer inVariant(String name) => variants[name] ?? this;


    """ + "  "
  }

  private func indented(_ table: CoverageTable) -> String {
    DartCoverage.literal(table).replacing("\n", with: "\n  ")
  }

  private static func layerType(
    _ type: String, isOfImages: Bool, hasVariants: Bool, members: String
  ) -> String {
    let place =
      isOfImages
      ? ["width", "height", "pixelsAcross"] : ["west", "south", "east", "north"]
    return """
      /// A layer of tiles.
      class \(type)Layer {
        \(type)Layer({
          required this.id,
          required this.name,
          required this.floorId,
          required this.floorName,
          required this.level,
          required this.isRelative,
          required this.countsFromSouth,
          required this.tileSize,
          required this.minimumZoom,
          required this.maximumZoom,
          required this.attribution,
          \(place.map { "required this.\($0)," }.joined(separator: "\n    "))
          required this.zIndex,
          required this.opacity,
          required String Function(int zoom, int x, int row, String extension) address,
          required _Coverage coverage,
          Map<String, _Coverage> formats = const {},\(hasVariants ? "\n    this.variants = const {}," : "")
        })  : _address = address,
              _coverage = coverage,
              _formats = formats;

        /// Unlike those of all other layers of the building.
        final String id;

        /// The name shown to people.
        final String name;

        /// The identifier of the storey used in URLs, for floors of a building.
        final String? floorId;

        /// The name of the storey, for floors of a building.
        final String? floorName;

        /// The number of the storey, 0 at the ground; null when unknown.
        final double? level;

        /// Whether URLs are relative to the layer definition, or to the building's folder.
        final bool isRelative;

        /// Whether the server counts rows from the south, which [tileUrl] makes up for.
        final bool countsFromSouth;

        /// The side of tile images in pixels.
        final int tileSize;

        /// The shallowest zoom with tiles.
        final int minimumZoom;

        /// The deepest zoom with tiles.
        final int maximumZoom;

        /// Who must be credited, as HTML; may be empty.
        final String attribution;

        \(isOfImages ? imageMembers : worldMembers)

        /// The drawing order; larger is above.
        final int zIndex;

        /// The opacity, from 0 to 1.
        final double opacity;

        \(hasVariants ? variantMembers(type) : "")final String Function(int zoom, int x, int row, String extension) _address;
        final _Coverage _coverage;

        /// The tiles of other formats than PNG by the extension of their files.
        final Map<String, _Coverage> _formats;

        /// The URL of a tile, or null when there is no such tile.
        ///
        /// Columns count from the west and rows from the north. [base] is the URL of the layer definition, or
        /// of its folder with a slash at the end, and is needed where [isRelative].
        String? tileUrl(int x, int y, int zoom, {Uri? base}) {
          if (!_coverage.hasTile(x, y, zoom)) return null;
          final row = countsFromSouth ? (1 << zoom) - 1 - y : y;
          var extension = 'png';
          _formats.forEach((name, tiles) {
            if (tiles.hasTile(x, y, zoom)) extension = name;
          });
          final address = _address(zoom, x, row, extension);
          if (!isRelative) return address;
          if (base == null) throw ArgumentError('The tiles of $id need a base URL.');
          return base.resolve(address).toString();
        }

      \(members.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n"))
      }

      """
  }
}

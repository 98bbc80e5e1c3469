import TileModel

extension VerificationRule {
  /// Every rule of a pyramid, in the order in which reports list them.
  public static let all: [VerificationRule] =
    mbtilesRules + pmtilesRules + geopackageRules + metadataRules + addressRules + definitionRules
    + setRules + tileRules + overviewRules + [.retinaPixels] + ofSources

  private static let metadataRules: [VerificationRule] = [
    .metadataRequired, .metadataImplied, .metadataUnique, .metadataSpelling, .metadataValues,
    .metadataFormat, .metadataBounds, .metadataCenter, .metadataZooms, .metadataMinzoom,
  ]
  private static let addressRules: [VerificationRule] = [
    .addressRange, .addressUnique, .directoryLink, .directoryStray,
  ]
  private static let definitionRules: [VerificationRule] = [
    .definitionReadable, .definitionRestated, .definitionMetadata, .definitionBounds,
    .definitionDigest, .definitionRetina,
  ]
  private static let setRules: [VerificationRule] = [
    .tilesNone, .tilesMissing, .tilesExtra, .tilesOutside, .tilesGap, .tilesFlipped,
    .tilesTransposed,
  ]
  private static let tileRules: [VerificationRule] = [
    .tileReadable, .tileDecodes, .tileFormat, .tileSize, .tileOrientation, .tileTrailing,
    .tileBlank, .tileRepeated, .tileQuality,
  ]
  private static let overviewRules: [VerificationRule] = [
    .overviewHole, .overviewExact, .overviewStale, .overviewShift, .overviewOutlier, .overviewDrift,
    .overviewCompared,
  ]
  static let ofSources: [VerificationRule] = [
    .sourceShift, .sourceTolerated, .sourcePixels, .sourceMissing, .sourceBounds, .sourceCompared,
  ]

  private static let mbtilesRules = [
    VerificationRule(
      "mbtiles.integrity", .error, "SQLite's integrity_check finds the file sound",
      fault: "SQLite's integrity_check finds faults in the file"),
    VerificationRule(
      "mbtiles.schema", .error,
      "metadata (name, value) and tiles (zoom_level, tile_column, tile_row, tile_data) are there",
      fault: "a table, view or column of MBTiles 1.3 is missing"),
    VerificationRule(
      "mbtiles.key", .warning, "zoom, column and row are a unique key, by which tiles are found",
      fault: "zoom, column and row have no unique key, so that finding a tile is slow"),
    VerificationRule(
      "mbtiles.blob", .error, "every tile is a blob", fault: "a tile is not a blob"),
    VerificationRule(
      "mbtiles.orphan", .warning, "an address shows every stored image",
      fault: "a stored image has no address"),
    VerificationRule(
      "mbtiles.dangling", .error, "every address has its image", fault: "an address has no image"),
    VerificationRule(
      "mbtiles.hash", .error, "the checksum in the row agg_tiles_hash is that of the tiles",
      fault: "the checksum in the row agg_tiles_hash is not that of the tiles"),
    VerificationRule(
      "mbtiles.application-id", .warning, "application_id is that of MBTiles (MPBX), or 0",
      fault: "application_id is that of another format"),
    VerificationRule(
      "mbtiles.journal", .warning,
      "the file is not in write-ahead mode, which read-only media cannot serve",
      fault: "the file is in write-ahead mode, which read-only media cannot serve"),
  ]

  private static let pmtilesRules = [
    VerificationRule(
      "pmtiles.header", .error,
      "the header is of version 3, and all sections that it names are in the file",
      fault: "the header is not of version 3, or names what is not in the file"),
    VerificationRule(
      "pmtiles.root", .error, "the root directory ends within the first 16,384 bytes",
      fault: "the root directory ends after the first 16,384 bytes"),
    VerificationRule(
      "pmtiles.directory", .error, "every directory can be read, with entries in order of tiles",
      fault: "a directory cannot be read, or its entries are not in order"),
    VerificationRule(
      "pmtiles.depth", .warning, "a root directory and one leaf directory lead to every tile",
      fault: "leaf directories lead to further ones, each of which readers have to fetch"),
    VerificationRule(
      "pmtiles.range", .error, "every image is within the section of tiles",
      fault: "an image is not within the section of tiles, or the file ends before it"),
    VerificationRule(
      "pmtiles.clustered", .error, "images follow each other as tiles do, where the header says so",
      fault: "images are not in order of tiles, which the header says they are"),
    VerificationRule(
      "pmtiles.counts", .warning, "the header counts the tiles, entries and images that are there",
      fault: "the header counts other numbers of tiles, entries or images"),
    VerificationRule(
      "pmtiles.orphan", .warning, "an entry shows every stored byte of tiles",
      fault: "no entry shows some bytes of tiles"),
    VerificationRule(
      "pmtiles.compression", .warning, "images are not compressed once more",
      fault: "images are compressed once more, which not all readers undo"),
    VerificationRule(
      "pmtiles.metadata", .error, "the metadata is an object of JSON",
      fault: "the metadata is no object of JSON, or cannot be read"),
  ]

  private static let geopackageRules = [
    VerificationRule(
      "geopackage.integrity", .error, "SQLite's integrity_check finds the GeoPackage sound",
      fault: "SQLite's integrity_check finds faults in the GeoPackage"),
    VerificationRule(
      "geopackage.schema", .error, "the tables and columns of GeoPackage 1.3 for tiles are there",
      fault: "a table or column of GeoPackage 1.3 is missing"),
    VerificationRule(
      "geopackage.reference-systems", .error,
      "gpkg_spatial_ref_sys has the rows -1, 0 and 4326, which GeoPackage 1.3 requires",
      fault: "gpkg_spatial_ref_sys lacks a row that GeoPackage 1.3 requires"),
    VerificationRule(
      "geopackage.matrix", .error,
      "tiles times their size are the extent of gpkg_tile_matrix_set, in the system of gpkg_contents",
      fault: "gpkg_tile_matrix or gpkg_contents contradicts gpkg_tile_matrix_set"),
    VerificationRule(
      "geopackage.key", .error, "zoom, column and row are a unique key, as GeoPackage 1.3 requires",
      fault: "zoom, column and row have no unique key"),
    VerificationRule(
      "geopackage.blob", .error, "every tile of a GeoPackage is a blob",
      fault: "a tile is not a blob"
    ),
    VerificationRule(
      "geopackage.extension", .error, "where there are WebP tiles, gpkg_extensions says so",
      fault: "there are WebP tiles, and gpkg_extensions does not say so"),
    VerificationRule(
      "geopackage.application-id", .warning, "application_id is that of GeoPackage",
      fault: "application_id is not that of GeoPackage"),
    VerificationRule(
      "geopackage.journal", .warning, "the GeoPackage is not in write-ahead mode",
      fault: "the GeoPackage is in write-ahead mode, which read-only media cannot serve"),
  ]

  // MARK: Metadata

  static let metadataRequired = VerificationRule(
    "metadata.required", .error,
    "metadata has the rows name and format, which MBTiles 1.3 requires",
    fault: "metadata lacks a row that MBTiles 1.3 requires")
  static let metadataImplied = VerificationRule(
    "metadata.implied", .warning, "metadata states the format of the tiles, which all have",
    fault: "metadata does not state the format, which all tiles share, as before MBTiles 1.3")
  static let metadataUnique = VerificationRule(
    "metadata.unique", .warning, "every row of metadata has a name of its own",
    fault: "two rows of metadata share a name, or one has none")
  static let metadataSpelling = VerificationRule(
    "metadata.spelling", .warning, "names and formats in metadata are spelt as MBTiles 1.3 does",
    fault: "a name or format in metadata is not spelt as in MBTiles 1.3")
  static let metadataValues = VerificationRule(
    "metadata.values", .note,
    "type is overlay or baselayer, version as the store's format has it, and every value text",
    fault: "a value in metadata is not one that the format of the store allows")
  static let metadataFormat = VerificationRule(
    "metadata.format", .error, "the format in metadata is that of the tiles",
    fault: "the format in metadata is not that of the tiles")
  static let metadataBounds = VerificationRule(
    "metadata.bounds", .error, "bounds are west, south, east, north in degrees, and hold tiles",
    fault: "the bounds in metadata are wrong")
  static let metadataCenter = VerificationRule(
    "metadata.center", .warning,
    "center is longitude, latitude, zoom inside the bounds and the zooms of metadata",
    fault: "the center in metadata is outside the bounds or the zooms")
  static let metadataZooms = VerificationRule(
    "metadata.zooms", .error, "tiles are in the zooms from minzoom to maxzoom, and in the last",
    fault: "tiles are in other zooms than from minzoom to maxzoom")
  static let metadataMinzoom = VerificationRule(
    "metadata.minzoom", .warning, "tiles begin at minzoom",
    fault: "no tile is at minzoom, where clients ask for some")

  // MARK: Addresses

  static let addressRange = VerificationRule(
    "address.range", .error, "zoom is 0 to 30, column and row are whole numbers below 2^zoom",
    fault: "an address does not exist in the grid")
  static let addressUnique = VerificationRule(
    "address.unique", .error, "every address has one tile", fault: "an address has two tiles")
  static let directoryLink = VerificationRule(
    "directory.link", .error, "no tile and no folder of tiles is a link, which could lead anywhere",
    fault: "a tile or a folder of tiles is a link")
  static let directoryStray = VerificationRule(
    "directory.stray", .note, "every file below the root of a directory is a tile",
    fault: "a file below the root is no tile")

  // MARK: The layer definition

  static let definitionReadable = VerificationRule(
    "definition.readable", .error, "the layer definition can be read",
    fault: "the layer definition cannot be read")
  static let definitionRestated = VerificationRule(
    "definition.restated", .error, "what the layer definition states twice agrees",
    fault: "the layer definition contradicts itself")
  static let definitionMetadata = VerificationRule(
    "definition.metadata", .error,
    "metadata, and the definition beside an MBTiles file, say what the definition in it says",
    fault: "metadata or a second definition contradicts the definition in the file")
  static let definitionBounds = VerificationRule(
    "definition.bounds", .error, "every tile that the definition lists is in its bounds",
    fault: "a tile that the definition lists is outside its bounds")
  static let definitionRetina = VerificationRule(
    "definition.retina", .error,
    "a tile of 512 samples beside those of 256 is stated where one of its four tiles is",
    fault: "tiles of 512 samples are stated elsewhere than the tiles that have their samples")
  static let definitionDigest = VerificationRule(
    "definition.digest", .error, "the digest of the tiles is the one that the definition states",
    fault: "the tiles are not those of the definition's digest")

  // MARK: The set of tiles

  static let tilesNone = VerificationRule(
    "tiles.none", .error, "there is a tile", fault: "there is no tile")
  static let tilesMissing = VerificationRule(
    "tiles.missing", .error, "every tile that the layer definition lists is there",
    fault: "a tile that the layer definition lists is missing")
  static let tilesExtra = VerificationRule(
    "tiles.extra", .error, "every tile that is there is listed by the layer definition",
    fault: "there is a tile that the layer definition does not list")
  static let tilesOutside = VerificationRule(
    "tiles.outside", .warning, "every tile meets the bounds of metadata",
    fault: "a tile is outside the bounds of metadata")
  static let tilesGap = VerificationRule(
    "tiles.gap", .warning, "where a tile shows something, the zooms beside it have tiles too",
    fault: "a tile is missing where the zoom above or below shows something")
  static let tilesFlipped = VerificationRule(
    "tiles.flipped", .error, "rows are counted from the end that the store says",
    fault: "rows are counted from the wrong end")
  static let tilesTransposed = VerificationRule(
    "tiles.transposed", .error, "the column of a tile comes before its row",
    fault: "columns and rows are exchanged")

  // MARK: Tiles

  static let tileReadable = VerificationRule(
    "tile.readable", .error, "every tile can be read", fault: "a tile cannot be read")
  static let tileDecodes = VerificationRule(
    "tile.decodes", .error, "every tile is a whole \(TileFormatDescription.titles) image",
    fault: "a tile is not a whole \(TileFormatDescription.titles) image")
  static let tileFormat = VerificationRule(
    "tile.format", .error, "every tile has the format that the store and its name say",
    fault: "a tile has another format than the store or its name says")
  static let tileSize = VerificationRule(
    "tile.size", .error, "every tile is a square of the size that the store says, or most have",
    fault: "a tile has another size than the store says or most tiles have")
  static let tileOrientation = VerificationRule(
    "tile.orientation", .error, "no JPEG tile states an orientation, by which browsers turn it",
    fault: "a JPEG tile states an orientation, by which browsers turn it and GIS programs do not")
  static let tileTrailing = VerificationRule(
    "tile.trailing", .warning, "nothing follows the image of a tile",
    fault: "bytes follow the image of a tile")
  static let tileBlank = VerificationRule(
    "tile.blank", .note, "no tile is fully transparent, since it could be left out",
    fault: "a tile is fully transparent and could be left out")
  static let tileRepeated = VerificationRule(
    "tile.repeated", .note, "an MBTiles file stores equal tiles once",
    fault: "an MBTiles file stores equal tiles more than once")
  static let tileQuality = VerificationRule(
    "tile.quality", .warning,
    "JPEG tiles are quantized about as finely as the others of their store",
    fault: "a JPEG tile is quantized far more coarsely than most")

  // MARK: Overviews

  static let overviewHole = VerificationRule(
    "overview.hole", .error, "where a tile shows something, the zoom above shows it too",
    fault: "an overview is missing or transparent where the zoom below shows something")
  static let overviewExact = VerificationRule(
    "overview.exact", .error,
    "every overview is what the layer definition's kernel makes of the deepest zoom",
    fault: "an overview is not what the layer definition's kernel makes of the deepest zoom")
  static let overviewStale = VerificationRule(
    "overview.stale", .error, "every tile shows what its children and its overview show",
    fault: "a tile and the overview above it show different things")
  static let overviewShift = VerificationRule(
    "overview.shift", .error, "every tile shows it where its children show it",
    fault: "an overview is shifted against the zoom below")
  static let overviewOutlier = VerificationRule(
    "overview.outlier", .warning,
    "where no kernel is stated, overviews differ from the zoom below as the others of their store do",
    fault: "an overview differs from the zoom below more than others, or lies beside it")
  static let overviewDrift = VerificationRule(
    "overview.drift", .warning, "overviews are in the mean as light as what they show",
    fault: "overviews are lighter or darker than what they show")
  static let overviewCompared = VerificationRule(
    "overview.compared", .note,
    "every zoom is a reduction of the one below, so that tiles can be judged",
    fault: "a zoom seems to be a drawing of its own, and its tiles are not judged")

  static let retinaPixels = VerificationRule(
    "retina.pixels", .error,
    "a tile of 512 samples beside those of 256 has the samples of its four tiles of the zoom below",
    fault: "a tile of 512 samples does not have the samples of its four tiles of the zoom below")

  // MARK: The source

  static let sourceShift = VerificationRule(
    "source.shift", .error, "the tiles show the source where it is",
    fault: "tiles are shifted against the source")
  static let sourceTolerated = VerificationRule(
    "source.tolerated", .note, "no tile is beside the source, even within the tolerance",
    fault: "tiles are beside the source within the tolerance")
  static let sourcePixels = VerificationRule(
    "source.pixels", .error, "colour and alpha of the deepest zoom are those of the source there",
    fault: "tiles differ from the source in colour or alpha")
  static let sourceMissing = VerificationRule(
    "source.missing", .error, "the deepest zoom has a tile wherever the source shows something",
    fault: "the deepest zoom lacks a tile where the source shows something")
  static let sourceBounds = VerificationRule(
    "source.bounds", .warning, "the stated bounds hold what tiles show of the source",
    fault: "the stated bounds cut off what tiles show of the source")
  static let sourceCompared = VerificationRule(
    "source.compared", .note, "the tiles could be compared with the source",
    fault: "tiles could not be compared with the source, or parts of them")
}

__type__Layer({
  required this.id,
  required this.name,
  required this.floorId,
  required this.floorName,
  required this.level,
  /*!isPacked*/
  required this.isRelative,
  /*.*/
  required this.countsFromSouth,
  required this.tileSize,
  required this.minimumZoom,
  required this.maximumZoom,
  required this.attribution,
  /*?isOfImages*/
  required this.width,
  required this.height,
  required this.pixelsAcross,
  /*:*/
  required this.west,
  required this.south,
  required this.east,
  required this.north,
  /*.*/
  required this.zIndex,
  required this.opacity,
  required String Function(int zoom, int x, int row, String extension) address,
  required _Coverage coverage,
  Map<String, _Coverage> formats = const {},
  /*?hasVariants*/
  this.variants = const {},
  /*.*/
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

/*!isPacked*/
/// Whether URLs are relative to the layer definition, or to the building's folder.
final bool isRelative;

/*.*/
/// Whether /*?isPacked*/names count/*:*/the server counts/*.*/ rows from the south, which [/*?isPacked*/tileAsset/*:*/tileUrl/*.*/] makes up for.
final bool countsFromSouth;

/// The side of tile images in pixels.
final int tileSize;

/// The shallowest zoom with tiles.
final int minimumZoom;

/// The deepest zoom with tiles.
final int maximumZoom;

/// Who must be credited, as HTML; may be empty.
final String attribution;

/*?isOfImages*/
/// The size of the image in pixels, which are nowhere on the globe.
final int width, height;

/// How many pixels of the image are along a side of the grid, whose zoom 0 is one tile.
final int pixelsAcross;
/*:*/
/// The edges of the area covered in degrees; west is greater than east across the antimeridian.
final double west, south, east, north;
/*.*/

/// The drawing order; larger is above.
final int zIndex;

/// The opacity, from 0 to 1.
final double opacity;

/*?hasVariants*/
/// The layers of the floor in other looks, such as `dark`, by their names.
final Map<String, __type__Layer> variants;

/// The layer of the floor in another look; this one where there is no such.
///
/// `Theme.of(context).brightness.name` is the name for the theme of the app, `dark` or `light`.
__type__Layer inVariant(String name) => variants[name] ?? this;

/*.*/
final String Function(int zoom, int x, int row, String extension) _address;
final _Coverage _coverage;

/// The tiles of other formats than PNG by the extension of their files.
final Map<String, _Coverage> _formats;

/*?isPacked*/
/// The asset of a tile, or null when there is no such tile.
///
/// Columns count from the west and rows from the north.
String? tileAsset(int x, int y, int zoom) {
/*:*/
/// The URL of a tile, or null when there is no such tile.
///
/// Columns count from the west and rows from the north. [base] is the URL of the layer definition, or
/// of its folder with a slash at the end, and is needed where [isRelative].
String? tileUrl(int x, int y, int zoom, {Uri? base}) {
/*.*/
  if (!_coverage.hasTile(x, y, zoom)) return null;
  final row = countsFromSouth ? (1 << zoom) - 1 - y : y;
  var extension = 'png';
  _formats.forEach((name, tiles) {
    if (tiles.hasTile(x, y, zoom)) extension = name;
  });
  /*?isPacked*/
  return _address(zoom, x, row, extension);
  /*:*/
  final address = _address(zoom, x, row, extension);
  if (!isRelative) return address;
  if (base == null) throw ArgumentError('The tiles of $id need a base URL.');
  return base.resolve(address).toString();
  /*.*/
}

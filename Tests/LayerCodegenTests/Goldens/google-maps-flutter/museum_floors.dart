// Generated from a layer definition by tilepyramid; do not edit.
//
// The floors of "Museum" for google_maps_flutter 2, with the package
// http, on Android, iOS and the web:
//
//   GoogleMap(tileOverlays: {museumFloors[0].createOverlay()}, ...)

// Identifiers that differ from the names:
//   "Étage 1 "Café"" -> MuseumEtage1CafeTiles

import 'dart:typed_data';
import 'dart:ui' as ui;

import 'package:google_maps_flutter/google_maps_flutter.dart';
import 'package:http/http.dart' as http;

/// The identifier of the floor to show first; null when there is none.
const String? museumFloorEntrance = "0";

/// The floors in the order of the building.
final List<MuseumFloorLayer> museumFloors = [
  MuseumFloorLayer(
    id: 'MuseumBasementTiles',
    name: "Museum, Basement",
    floorId: "-1",
    floorName: "Basement",
    level: -1,
    isRelative: false,
    countsFromSouth: true,
    tileSize: 256,
    minimumZoom: 0,
    maximumZoom: 30,
    attribution: "© <a href=\"https://www.example.com\">Museum</a>",
    west: 9.98,
    south: 53.54,
    east: 10.01,
    north: 53.56,
    zIndex: 100,
    opacity: 1.0,
    address: (zoom, x, row, extension) => "https://www.example.com/floorplans/L-1_${zoom}_${x}_${row}.png?v=0123456789abcdef",
    coverage: _Coverage(
      'AABABBABQ64hBBw1UCBACSpjnEBi2yCGBAHe8____fB_____fBBAE',
    ),
  ),
  MuseumFloorLayer(
    id: 'MuseumGroundFloorTiles',
    name: "Museum, Ground floor",
    floorId: "0",
    floorName: "Ground floor",
    level: 0,
    isRelative: false,
    countsFromSouth: false,
    tileSize: 512,
    minimumZoom: 3,
    maximumZoom: 20,
    attribution: "© <a href=\"https://www.example.com\">Museum</a>",
    west: 9.98,
    south: 53.54,
    east: 10.01,
    north: 53.56,
    zIndex: 100,
    opacity: 1.0,
    address: (zoom, x, row, extension) => "https://www.example.com/floorplans/L0_${zoom}_${x}_${row}.png?v=0123456789abcdef",
    coverage: _Coverage(
      'DEBCCBACFANBCHACCDCDCDCDCDCDADGCCDCDCDCDCDCABBAgBBBBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBACNA'
      'BBCBBBCBBBCBBBCBBBCBBBCBBBDHACCDCDCDCDCDCDADGCCDCDCDCDCDCBCBAgBADNBBCBBBCBBBCBBBCBBBCBBB'
      'CBBBABNABBCBBBCBBBCBBBCBBBCBBBCBBBBNABBCBBBCBBBCBBBCBBBCBBBCBBACHACCDCDCDCDCDCDGANBCHACC'
      'DCDCDCDCDCDADGCCDCDCDCDCDCABBAgBBBBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBACNABBCBBBCBBBCBBBCBB'
      'BCBBBCBBBDHACCDCDCDCDCDCDADGCCDCDCDCDCDCBCBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBABNABBCBBBCBB'
      'BCBBBCBBBCBBBCBBBBNABBCBBBCBBBCBBBCBBBCBBBCBBACHACCDCDCDCDCDCDUg__fNh43KCHACCDCDCDCDCDCD'
      'ADGCCDCDCDCDCDCABBAgBBBBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBACNABBCBBBCBBBCBBBCBBBCBBBCBBBDH'
      'ACCDCDCDCDCDCDADGCCDCDCDCDCDCBCBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBABNABBCBBBCBBBCBBBCBBBCB'
      'BBCBBBBNABBCBBBCBBBCBBBCBBBCBBBCBBACHACCDCDCDCDCDCD',
    ),
  ),
  MuseumFloorLayer(
    id: 'MuseumEtage1CafeTiles',
    name: "Museum, Étage 1 \"Café\"",
    floorId: "1a",
    floorName: "Étage 1 \"Café\"",
    level: null,
    isRelative: false,
    countsFromSouth: false,
    tileSize: 256,
    minimumZoom: 0,
    maximumZoom: 30,
    attribution: "© <a href=\"https://www.example.com\">Museum</a>",
    west: 9.98,
    south: 53.54,
    east: 10.01,
    north: 53.56,
    zIndex: 100,
    opacity: 1.0,
    address: (zoom, x, row, extension) => "https://www.example.com/floorplans/L1a_${zoom}_${x}_${row}.png?v=0123456789abcdef",
    coverage: _Coverage(
      'AABABBABQ64hBBw1UCBACSpjnEBi2yCGBAHe8____fB_____fBBAE',
    ),
  ),
];

/// A layer of tiles.
class MuseumFloorLayer {
  MuseumFloorLayer({
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
    required this.west,
    required this.south,
    required this.east,
    required this.north,
    required this.zIndex,
    required this.opacity,
    required String Function(int zoom, int x, int row, String extension) address,
    required _Coverage coverage,
    Map<String, _Coverage> formats = const {},
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

  /// The edges of the area covered in degrees; west is greater than east across the antimeridian.
  final double west, south, east, north;

  /// The drawing order; larger is above.
  final int zIndex;

  /// The opacity, from 0 to 1.
  final double opacity;

  final String Function(int zoom, int x, int row, String extension) _address;
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

  /// The area covered.
  LatLngBounds get bounds =>
      LatLngBounds(southwest: LatLng(south, west), northeast: LatLng(north, east));

  /// What GoogleMap takes among its tile overlays; [base] is as in [tileUrl].
  ///
  /// Tiles are enlarged for [overzoom] zooms beyond the deepest, at most 8.
  TileOverlay createOverlay({Uri? base, int overzoom = 4}) => TileOverlay(
        tileOverlayId: TileOverlayId(id),
        tileProvider: MuseumFloorProvider(this, base: base, overzoom: overzoom),
        tileSize: tileSize,
        transparency: 1 - opacity,
        zIndex: zIndex,
      );
}

/// Loads the tiles of a layer.
class MuseumFloorProvider implements TileProvider {
  MuseumFloorProvider(this.layer, {this.base, this.overzoom = 4});

  static final _client = http.Client();

  final MuseumFloorLayer layer;
  final Uri? base;
  final int overzoom;

  @override
  Future<Tile> getTile(int x, int y, int? zoom) async {
    if (zoom == null) return TileProvider.noTile;
    // On the web columns count on past the antimeridian.
    final column = x % (1 << zoom);
    final levels = _levels(column, y, zoom);
    if (levels == null) return TileProvider.noTile;
    final url = layer.tileUrl(column >> levels, y >> levels, zoom - levels, base: base)!;
    final response = await _client.get(Uri.parse(url));
    if (response.statusCode != 200) {
      throw http.ClientException('status ${response.statusCode}', response.request?.url);
    }
    final bytes = response.bodyBytes;
    final image = levels == 0 ? bytes : await _enlarged(bytes, column, y, levels);
    return Tile(layer.tileSize, layer.tileSize, image);
  }

  /// How far above an address the tile is that shows it; null for none, as in a hole among tiles.
  int? _levels(int x, int y, int zoom) {
    final hasTile = layer._coverage.hasTile;
    for (var levels = 0; levels <= overzoom && levels <= zoom && levels <= 8; levels++) {
      final column = x >> levels;
      final row = y >> levels;
      if (!hasTile(column, row, zoom - levels)) continue;
      final hasChild = levels > 0 &&
          [0, 1, 2, 3].any((i) =>
              hasTile(2 * column + i % 2, 2 * row + i ~/ 2, zoom - levels + 1));
      return hasChild ? null : levels;
    }
    return null;
  }

  /// The part of an image that a tile some levels below it shows, each pixel repeated.
  Future<Uint8List> _enlarged(Uint8List data, int x, int y, int levels) async {
    final codec = await ui.instantiateImageCodec(data);
    final image = (await codec.getNextFrame()).image;
    final parts = 1 << levels;
    final size = ui.Size(image.width.toDouble(), image.height.toDouble());
    final part = ui.Offset(x % parts * size.width / parts, y % parts * size.height / parts) &
        size / parts.toDouble();
    final recorder = ui.PictureRecorder();
    ui.Canvas(recorder).drawImageRect(image, part, ui.Offset.zero & size, ui.Paint());
    final picture = recorder.endRecording();
    final drawn = await picture.toImage(image.width, image.height);
    final png = await drawn.toByteData(format: ui.ImageByteFormat.png);
    image.dispose();
    drawn.dispose();
    picture.dispose();
    codec.dispose();
    return png!.buffer.asUint8List();
  }
}

/// Which tiles exist: per zoom, bands of rows that hold the same columns.
class _Coverage {
  /// Unpacks numbers of five bits a character, the least significant first.
  _Coverage(String packed) {
    var index = 0;
    int next() {
      var number = 0;
      var shift = 0;
      while (true) {
        final digit = _alphabet.indexOf(packed[index++]);
        number |= (digit & 31) << shift;
        if (digit < 32) return number;
        shift += 5;
      }
    }

    while (index < packed.length) {
      final zoom = next();
      final west = next();
      final rows = <int>[];
      final columns = <List<int>>[];
      var row = 0;
      for (var bands = next(); bands > 0; bands--) {
        row += next();
        rows.add(row);
        row += next();
        rows.add(row);
        final runs = <int>[];
        var column = west;
        for (var ends = 2 * next(); ends > 0; ends--) {
          column += next();
          runs.add(column);
        }
        columns.add(runs);
      }
      _rows[zoom] = rows;
      _columns[zoom] = columns;
    }
  }

  static const _alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

  // Ranges are pairs: the first number and the one after the last.
  final _rows = <int, List<int>>{};
  final _columns = <int, List<List<int>>>{};

  bool hasTile(int x, int y, int zoom) {
    final rows = _rows[zoom];
    final columns = _columns[zoom];
    if (rows == null || columns == null) return false;
    final band = _find(rows, y);
    return band >= 0 && _find(columns[band], x) >= 0;
  }

  /// The index of the range that holds a number among ascending ones, or -1.
  static int _find(List<int> ranges, int number) {
    var low = 0;
    var high = ranges.length ~/ 2;
    while (low < high) {
      final middle = (low + high) ~/ 2;
      if (ranges[2 * middle + 1] > number) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low < ranges.length ~/ 2 && ranges[2 * low] <= number ? low : -1;
  }
}

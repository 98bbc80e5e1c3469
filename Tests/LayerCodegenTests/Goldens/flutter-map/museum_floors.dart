// Generated from a layer definition by tilepyramid; do not edit.
//
// The floors of "Museum" for flutter_map 8.2 and later:
//
//   FlutterMap(children: [museumFloors[0].createLayer()], ...)

// Identifiers that differ from the names:
//   "Étage 1 "Café"" -> MuseumEtage1CafeTiles

import 'dart:convert';

import 'package:flutter/widgets.dart';
import 'package:flutter_map/flutter_map.dart';

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

  /// A child of FlutterMap; [base] is as in [tileUrl].
  ///
  /// Beyond the deepest zoom its tiles are enlarged.
  Widget createLayer({Uri? base}) {
    final layer = TileLayer(
      key: ValueKey(id),
      tileProvider: MuseumFloorProvider(this, base: base),
      minZoom: minimumZoom.toDouble(),
      minNativeZoom: minimumZoom,
      maxNativeZoom: maximumZoom,
    );
    return opacity < 1 ? Opacity(opacity: opacity, child: layer) : layer;
  }
}

/// Loads the tiles of a layer as flutter_map does, with its cache, and no others.
class MuseumFloorProvider extends NetworkTileProvider {
  MuseumFloorProvider(this.layer, {this.base});

  final MuseumFloorLayer layer;
  final Uri? base;

  @override
  String getTileUrl(TileCoordinates coordinates, TileLayer options) {
    // Copies of the world are side by side.
    final x = coordinates.x % (1 << coordinates.z);
    return layer.tileUrl(x, coordinates.y, coordinates.z, base: base) ?? '';
  }

  @override
  ImageProvider getImageWithCancelLoadingSupport(
    TileCoordinates coordinates,
    TileLayer options,
    Future<void> cancelLoading,
  ) =>
      getTileUrl(coordinates, options).isEmpty
          ? _noTile
          : super.getImageWithCancelLoadingSupport(coordinates, options, cancelLoading);
}

/// What is shown where there is no tile.
final ImageProvider _noTile = MemoryImage(
  base64Decode('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNgYAAAAAMAASsJTYQAAAAASUVORK5CYII='),
);

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

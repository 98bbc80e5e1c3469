// Generated from a layer definition by tilepyramid; do not edit.
//
// The /*?isBuilding*/floors/*:*/tiles/*.*/ of __subject__ for google_maps_flutter 2/*!isPacked*/, with the package
// http/*.*/, on Android, iOS and the web:
//
/*?isPacked*/
// The tiles are assets: name every folder that holds tiles in pubspec.yaml, below "flutter:" and "assets:", with a
// slash at its end.
//
/*.*/
//   GoogleMap(tileOverlays: {__shown__.createOverlay()}, ...)

__notes__import 'dart:typed_data';
import 'dart:ui' as ui;

/*?isPacked*/
import 'package:flutter/services.dart';
/*.*/
import 'package:google_maps_flutter/google_maps_flutter.dart';
/*!isPacked*/
import 'package:http/http.dart' as http;
/*.*/

__listing__

/// A layer of tiles.
class __type__Layer {
  __members__

  /// The area covered.
  LatLngBounds get bounds =>
      LatLngBounds(southwest: LatLng(south, west), northeast: LatLng(north, east));

  /// What GoogleMap takes among its tile overlays/*!isPacked*/; [base] is as in [tileUrl]/*.*/.
  ///
  /// Tiles are enlarged for [overzoom] zooms beyond the deepest, at most 8.
  TileOverlay createOverlay({/*!isPacked*/Uri? base, /*.*/int overzoom = 4}) => TileOverlay(
        tileOverlayId: TileOverlayId(id),
        tileProvider: __type__Provider(this, /*!isPacked*/base: base, /*.*/overzoom: overzoom),
        tileSize: tileSize,
        transparency: 1 - opacity,
        zIndex: zIndex,
      );
}

/// Loads the tiles of a layer.
class __type__Provider implements TileProvider {
  __type__Provider(this.layer, {/*!isPacked*/this.base, /*.*/this.overzoom = 4});

  /*!isPacked*/
  static final _client = http.Client();

  /*.*/
  final __type__Layer layer;
  /*!isPacked*/
  final Uri? base;
  /*.*/
  final int overzoom;

  @override
  Future<Tile> getTile(int x, int y, int? zoom) async {
    if (zoom == null) return TileProvider.noTile;
    // On the web columns count on past the antimeridian.
    final column = x % (1 << zoom);
    final levels = _levels(column, y, zoom);
    if (levels == null) return TileProvider.noTile;
    /*?isPacked*/
    final data = await rootBundle.load(layer.tileAsset(column >> levels, y >> levels, zoom - levels)!);
    final bytes = data.buffer.asUint8List(data.offsetInBytes, data.lengthInBytes);
    /*:*/
    final url = layer.tileUrl(column >> levels, y >> levels, zoom - levels, base: base)!;
    final response = await _client.get(Uri.parse(url));
    if (response.statusCode != 200) {
      throw http.ClientException('status ${response.statusCode}', response.request?.url);
    }
    final bytes = response.bodyBytes;
    /*.*/
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

__coverage__

// Generated from a layer definition by tilepyramid; do not edit.
//
// The /*?isBuilding*/floors/*:*/tiles/*.*/ of __subject__ for google_maps_flutter 2:
//
//   GoogleMap(tileOverlays: {__shown__.createOverlay()}, ...)
/*?notes*/
//
/*@notes*/
// __line__
/*.*/
/*.*/

import 'package:flutter/services.dart';
import 'package:google_maps_flutter/google_maps_flutter.dart';

__listing__

/// A layer of tiles.
class __type__Layer {
  __members__

  /// The area covered.
  LatLngBounds get bounds =>
      LatLngBounds(southwest: LatLng(south, west), northeast: LatLng(north, east));

  /// What GoogleMap takes among its tile overlays; [base] is as in [tileUrl].
  TileOverlay createOverlay({Uri? base}) => TileOverlay(
        tileOverlayId: TileOverlayId(id),
        tileProvider: __type__Provider(this, base: base),
        tileSize: tileSize,
        transparency: 1 - opacity,
        zIndex: zIndex,
      );
}

/// Loads the tiles of a layer.
class __type__Provider implements TileProvider {
  __type__Provider(this.layer, {this.base});

  final __type__Layer layer;
  final Uri? base;

  @override
  Future<Tile> getTile(int x, int y, int? zoom) async {
    final url = zoom == null ? null : layer.tileUrl(x, y, zoom, base: base);
    if (url == null) return TileProvider.noTile;
    final data = await NetworkAssetBundle(Uri.parse(url)).load(url);
    final image = data.buffer.asUint8List(data.offsetInBytes, data.lengthInBytes);
    return Tile(layer.tileSize, layer.tileSize, image);
  }
}

__coverage__

// Generated from a layer definition by tilepyramid; do not edit.
//
// The /*?isBuilding*/floors/*:*/tiles/*.*/ of __subject__ for flutter_map 8.2 and later:
//
/*?isPacked*/
// The tiles are assets: name every folder that holds tiles in pubspec.yaml, below "flutter:" and "assets:", with a
// slash at its end.
//
/*.*/
/*?isOfImages*/
//   FlutterMap(options: MapOptions(crs: const CrsSimple(), initialCameraFit:
//     CameraFit.bounds(bounds: __shown__.latLngBounds)), children: [__shown__.createLayer()])
/*:*/
//   FlutterMap(children: [__shown__.createLayer()], ...)
/*.*/

__notes__import 'dart:convert';

import 'package:flutter/widgets.dart';
import 'package:flutter_map/flutter_map.dart';
/*?isOfImages*/
import 'package:latlong2/latlong.dart';
/*.*/

__listing__

/// A layer of tiles.
class __type__Layer {
  __members__

  /*?isOfImages*/
  /// Where a pixel of the image is, counted from its top left corner, on a map with `crs: CrsSimple()`.
  LatLng position(double x, double y) => LatLng(-y / pixelsAcross, x / pixelsAcross);

  /// The corners of the image on such a map.
  LatLngBounds get latLngBounds =>
      LatLngBounds(position(0, height.toDouble()), position(width.toDouble(), 0));

  /*.*/
  /// A child of FlutterMap/*!isPacked*/; [base] is as in [tileUrl]/*.*/.
  ///
  /// Beyond the deepest zoom its tiles are enlarged.
  Widget createLayer(/*!isPacked*/{Uri? base}/*.*/) {
    final layer = TileLayer(
      key: ValueKey(id),
      tileProvider: __type__Provider(this/*!isPacked*/, base: base/*.*/),
      minZoom: minimumZoom.toDouble(),
      minNativeZoom: minimumZoom,
      maxNativeZoom: maximumZoom,
    );
    return opacity < 1 ? Opacity(opacity: opacity, child: layer) : layer;
  }
}

/*?isPacked*/
/// Reads the tiles of a layer from the assets of the app, and no others.
class __type__Provider extends TileProvider {
  __type__Provider(this.layer);

  final __type__Layer layer;

  @override
  ImageProvider getImage(TileCoordinates coordinates, TileLayer options) {
    /*?isOfImages*/
    // An image has no copies beside it.
    final x = coordinates.x;
    /*:*/
    // Copies of the world are side by side.
    final x = coordinates.x % (1 << coordinates.z);
    /*.*/
    final asset = layer.tileAsset(x, coordinates.y, coordinates.z);
    return asset == null ? _noTile : AssetImage(asset);
  }
}
/*:*/
/// Loads the tiles of a layer as flutter_map does, with its cache, and no others.
class __type__Provider extends NetworkTileProvider {
  __type__Provider(this.layer, {this.base});

  final __type__Layer layer;
  final Uri? base;

  @override
  String getTileUrl(TileCoordinates coordinates, TileLayer options) {
    /*?isOfImages*/
    // An image has no copies beside it.
    final x = coordinates.x;
    /*:*/
    // Copies of the world are side by side.
    final x = coordinates.x % (1 << coordinates.z);
    /*.*/
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
/*.*/

/// What is shown where there is no tile.
final ImageProvider _noTile = MemoryImage(
  base64Decode('__transparentImage__'),
);

__coverage__

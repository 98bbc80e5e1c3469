/// Dart for flutter_map 6 and later.
///
/// Its tiles fill cells of 256 points whatever the size of their images, which is that of images of 512
/// pixels at twice the density too. It knows no opacity and asks for tiles of every copy of the world.
enum FlutterMapClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    [writer(isOfImages: request.isOfImages).file(for: request)]
  }

  /// The unit of flutter_map's `CrsSimple` is the side of the tile of zoom 0, and its y counts upwards.
  private static let imageMethods = """
    /// Where a pixel of the image is, counted from its top left corner, on a map with `crs: CrsSimple()`.
    LatLng position(double x, double y) => LatLng(-y / pixelsAcross, x / pixelsAcross);

    /// The corners of the image on such a map.
    LatLngBounds get latLngBounds =>
        LatLngBounds(position(0, height.toDouble()), position(width.toDouble(), 0));


    """

  private static func writer(isOfImages: Bool) -> DartWriter {
    DartWriter(
      library: "flutter_map 6 and later",
      imports: """
        import 'dart:convert';

        import 'package:flutter/widgets.dart';
        import 'package:flutter_map/flutter_map.dart';
        """ + (isOfImages ? "\nimport 'package:latlong2/latlong.dart';" : ""),
      usage: isOfImages
        ? "FlutterMap(options: MapOptions(crs: const CrsSimple(), initialCameraFit:\n//     CameraFit.bounds(bounds: LAYER.latLngBounds)), children: [LAYER.createLayer()])"
        : "FlutterMap(children: [LAYER.createLayer()], ...)",
      members: (isOfImages ? imageMethods : "") + """
        /// A child of FlutterMap; [base] is as in [tileUrl].
        ///
        /// Beyond the deepest zoom its tiles are enlarged.
        Widget createLayer({Uri? base}) {
          final layer = TileLayer(
            key: ValueKey(id),
            tileProvider: PROVIDER(this, base: base),
            minZoom: minimumZoom.toDouble(),
            minNativeZoom: minimumZoom,
            maxNativeZoom: maximumZoom,
          );
          return opacity < 1 ? Opacity(opacity: opacity, child: layer) : layer;
        }
        """,
      types: """
        /// Finds the tiles of a layer.
        class PROVIDER extends TileProvider {
          PROVIDER(this.layer, {this.base});

          final LAYER layer;
          final Uri? base;

          @override
          ImageProvider getImage(TileCoordinates coordinates, TileLayer options) {
            \(isOfImages ? "// An image has no copies beside it." : "// Copies of the world are side by side.")
            final x = \(isOfImages ? "coordinates.x" : "coordinates.x % (1 << coordinates.z)");
            final url = layer.tileUrl(x, coordinates.y, coordinates.z, base: base);
            return url == null ? _noTile : NetworkImage(url);
          }
        }

        /// What is shown where there is no tile.
        final ImageProvider _noTile = MemoryImage(
          base64Decode('\(TransparentImage.base64)'),
        );

        """)
  }
}

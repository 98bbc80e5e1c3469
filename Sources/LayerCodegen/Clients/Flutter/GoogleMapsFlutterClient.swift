/// Dart for google_maps_flutter 2.
///
/// Its `Tile` holds the bytes of an image, which Flutter's own `NetworkAssetBundle` loads, so that the
/// code needs no other package. An image that cannot be loaded ends `getTile` with an error.
enum GoogleMapsFlutterClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] { [writer.file(for: request)] }

  private static let writer = DartWriter(
    library: "google_maps_flutter 2",
    imports: """
      import 'package:flutter/services.dart';
      import 'package:google_maps_flutter/google_maps_flutter.dart';
      """,
    usage: "GoogleMap(tileOverlays: {LAYER.createOverlay()}, ...)",
    members: """
      /// The area covered.
      LatLngBounds get bounds =>
          LatLngBounds(southwest: LatLng(south, west), northeast: LatLng(north, east));

      /// What GoogleMap takes among its tile overlays; [base] is as in [tileUrl].
      TileOverlay createOverlay({Uri? base}) => TileOverlay(
            tileOverlayId: TileOverlayId(id),
            tileProvider: PROVIDER(this, base: base),
            tileSize: tileSize,
            transparency: 1 - opacity,
            zIndex: zIndex,
          );
      """,
    types: """
      /// Loads the tiles of a layer.
      class PROVIDER implements TileProvider {
        PROVIDER(this.layer, {this.base});

        final LAYER layer;
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

      """)
}

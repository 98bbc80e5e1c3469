/// Dart for flutter_map 6 and later.
///
/// Its tiles fill cells of 256 points whatever the size of their images, which is that of images of 512
/// pixels at twice the density too. It knows no opacity and asks for tiles of every copy of the world.
enum FlutterMapClient: ClientGenerator {
  static func files(for request: ClientRequest) -> [GeneratedFile] { [writer.file(for: request)] }

  private static let writer = DartWriter(
    library: "flutter_map 6 and later",
    imports: """
      import 'dart:convert';

      import 'package:flutter/widgets.dart';
      import 'package:flutter_map/flutter_map.dart';
      """,
    usage: "FlutterMap(children: [LAYER.createLayer()], ...)",
    members: """
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
          // Copies of the world are side by side.
          final x = coordinates.x % (1 << coordinates.z);
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

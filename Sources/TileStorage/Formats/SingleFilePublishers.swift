/// How stores that are one file are written out.
enum SingleFilePublishers {
  static let all: [StoreFormat: SingleFilePublisher] = [
    .mbtiles: MBTilesPublication.publisher, .pmtiles: PMTilesPublication.publisher,
    .geopackage: GeoPackagePublication.publisher,
  ]
}

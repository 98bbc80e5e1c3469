/// Publishers of single-file stores, by format.
enum SingleFilePublishers {
  static let all: [StoreFormat: SingleFilePublisher] = [
    .mbtiles: MBTilesPublication.publisher, .pmtiles: PMTilesPublication.publisher,
    .geopackage: GeoPackagePublication.publisher,
  ]
}

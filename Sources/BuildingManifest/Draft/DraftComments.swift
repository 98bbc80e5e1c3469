import TilePyramid

/// The comments of a drafted manifest.
enum DraftComments {
  static func head(building: String, file: String) -> String {
    """
    # The floors of a building, and how their tiles are to be made.
    # Place the floors on a page, or say below where each is; look at what would happen, and build:
    #
    #   tilepyramid building edit \(file)
    #   tilepyramid build \(file) --dry-run
    #   tilepyramid build \(file) --output tiles --preview   # open tiles/preview.html
    #
    # Paths are relative to this file. Pixels count from the outer corner of the image's first pixel,
    # y down. Positions are [latitude, longitude] in degrees.

    name: \(ManifestScalar.text(building))
    # description: A sentence about the building.
    # attribution: © Whoever must be credited
    # tileset-version: 1.0.0

    # Where the tiles will be found; without it, apps look beside the layer definitions.
    # url: https://www.example.com/floorplans/{floor}/{z}/{x}/{y}.png

    # store: directory             # or mbtiles, pmtiles, geopackage: one file per floor
    # path: "{floor}/{z}/{x}/{y}.{ext}"
    # hard-links: true             # equal tiles share one file, between floors too
    # alignment-limit: 0.5         # metres that floors may disagree about a shared point

    # Each of these holds for all floors, unless a floor has its own.
    \(line("min-zoom", ""))
    \(line("max-zoom", "Google Maps shows no more than 21"))
    \(line("tile-size", "or 512"))
    \(line("format", "jpeg, avif (quality: 80), webp (also lossless: true), hybrid"))
    \(line("effort"))
    \(line("resampling"))
    \(line("overview-resampling", "nearest, or keep, so that thin lines stay, or darken, dark ones"))
    # dpi: 150                     # in which pixels of PDF and SVG plans are counted

    # Say here where all floors are, when their images show the same area:
    # corners: [[47.36594, 8.54560], [47.36573, 8.54633], [47.36536, 8.54610], [47.36557, 8.54537]]
    # or that all are aligned with one floor that has a placement of its own:
    # align: L0
    # or that the edge of each is fitted to the building's outline, where all show the whole of it:
    # fit-outline: site.geojson

    floors:
    """
  }

  private static func line(_ key: String, _ remark: String? = nil) -> String {
    ManifestKeys.settings.filter { $0.name == key }.map { setting in
      let line = "# \(key): \(setting.defaultText ?? "")"
      let remark = remark ?? setting.expected
      let blanks = String(repeating: " ", count: max(1, 31 - line.count))
      return remark.isEmpty ? line : "\(line)\(blanks)# \(remark)"
    }.joined()
  }

  static func placement(isGeoreferenced: Bool, isReference: Bool, reference: String) -> String {
    if isGeoreferenced {
      return """
            # Points that other floors show too, by which they are aligned and checked:
            # points: {lift: [px, py], stairs: [px, py]}  # or the path of a file name,px,py

        """
    }
    if isReference {
      return """
            # Where it is, one of these (or a world file with a .prj beside the image):
            # corners: [[lat, lng], [lat, lng], [lat, lng], [lat, lng]]  # top-left, then clockwise
            # bounds: [west, south, east, north]
            # gcps: {lift: [px, py, lat, lng], stairs: [px, py, lat, lng]}
            # gcp-file: points.csv       # px,py,lat,lng, or .points of QGIS
            # anchor: [lat, lng]         # of the image's centre, or of anchor-pixel: [px, py]
            # metres-per-pixel: 0.02     # with anchor
            # bearing: 0                 # with anchor: the compass direction of the image's top
            # fit-outline: site.geojson  # the building's outline, onto which the plan's edge is fitted
            # Points that other floors show too, by which they are aligned and checked:
            # points: {lift: [px, py], stairs: [px, py]}  # or the path of a file name,px,py

        """
    }
    return """
          # Where it is, as above, or aligned by at least two points that both floors have:
          # align: \(ManifestScalar.text(reference))
          # points: {lift: [px, py], stairs: [px, py]}

      """
  }
}
